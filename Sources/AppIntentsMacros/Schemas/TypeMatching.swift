import AlmagestSchemas
import SwiftSyntax

/// Compares a written type with a schema's.
///
/// A macro sees text, not types: a name that isn't one of the plain types may be a typealias or a type of the app's
/// own, and the compiler and the daemon see about that.
enum TypeMatching {
    /// True unless the written type is certainly another.
    static func accepts(_ type: TypeSyntax, _ member: SchemaMember) -> Bool {
        let (inner, isOptional) = unwrapped(type)
        return (member.isOptional || !isOptional) && accepts(inner, member.type)
    }

    private static func accepts(_ type: TypeSyntax, _ schema: SchemaType) -> Bool {
        switch schema {
        case .list(let element):
            if let array = type.as(ArrayTypeSyntax.self) { return accepts(array.element, element) }
            if let (name, arguments) = named(type), ["Array", "EntityCollection", "Set"].contains(name) {
                return arguments.first.map { accepts($0, element) } ?? true
            }
            return isOpaque(type)
        case .set(let element):
            if let (name, arguments) = named(type), name == "Set" {
                return arguments.first.map { accepts($0, element) } ?? true
            }
            return isOpaque(type)
        case .entity, .anyEntity, .enumeration, .union:
            return isOpaque(type)
        case .other:
            return true
        default:
            guard let (name, _) = named(type) else { return false }
            return schema.swiftNames.contains(name) || !SchemaType.plainNames.contains(name)
        }
    }

    /// A type of the app's own: no collection, tuple or function, and none of the plain ones.
    private static func isOpaque(_ type: TypeSyntax) -> Bool {
        if let some = type.as(SomeOrAnyTypeSyntax.self) { return isOpaque(some.constraint) }
        guard let (name, _) = named(type) else { return false }
        return !SchemaType.plainNames.contains(name) && !["Array", "Set", "Dictionary"].contains(name)
    }

    /// The last name of a type and its generic arguments: `Calendar.RecurrenceRule` is `RecurrenceRule`.
    private static func named(_ type: TypeSyntax) -> (String, [TypeSyntax])? {
        func arguments(_ clause: GenericArgumentClauseSyntax?) -> [TypeSyntax] {
            clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
        }
        if let identifier = type.as(IdentifierTypeSyntax.self) {
            return (identifier.name.text.trimmingBackticks, arguments(identifier.genericArgumentClause))
        }
        if let member = type.as(MemberTypeSyntax.self) {
            return (member.name.text.trimmingBackticks, arguments(member.genericArgumentClause))
        }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return named(only.type)
        }
        return nil
    }

    private static func unwrapped(_ type: TypeSyntax) -> (TypeSyntax, isOptional: Bool) {
        if let optional = type.as(OptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let (name, arguments) = named(type), name == "Optional", let wrapped = arguments.first {
            return (wrapped, true)
        }
        return (type, false)
    }
}
