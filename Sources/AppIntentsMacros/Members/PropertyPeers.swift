import SwiftSyntax
import SwiftSyntaxMacros

/// The peers of a property that has no storage: `_name`, by which the index finds it in a value of the type, and
/// `$name`, the entity property that key paths name.
enum PropertyPeers {
    static func make(
        of node: AttributeSyntax, for declaration: some DeclSyntaxProtocol, kind: String, reading: String,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = DeclaredProperty.all(of: variable).first, let type = property.type
        else { return [] }
        guard let owner = owner(in: context) else {
            context.say(.error("noOwner", "the property has to be a member of a type"), at: node)
            return []
        }
        let name = property.name
        let access =
            variable.modifiers.first { ["public", "package"].contains($0.name.text) }
            .map { $0.name.text + " " } ?? ""
        var arguments = ["\"\(name)\""]
        if case .argumentList(let list)? = node.arguments { arguments += list.map { plain($0) } }
        let value = "AppIntents.\(kind)<\(owner.name), \(type.description)>"
        let made = "\(value)(\(arguments.joined(separator: ", "))) { \(reading) $0.\(name.escapedAsIdentifier) }"
        let projected: DeclSyntax = """
            \(raw: access)var $\(raw: name): AppIntents.EntityProperty<\(type)> { _\(raw: name).property(of: self) }
            """
        guard owner.isExtension else { return ["let _\(raw: name) = \(raw: made)", projected] }
        // An extension can't hold storage: a record in a section of the program says that there is such a property.
        return [
            "var _\(raw: name): \(raw: value) { \(raw: made) }", projected,
            """
            @section("almagest_members") @used
            private static let __\(raw: name): AppIntents._ExtensionMembers.Record = {
                AppIntents._ExtensionMembers.add(\(raw: made), to: $0)
            }
            """,
        ]
    }

    private static func plain(_ argument: LabeledExprSyntax) -> String {
        argument.with(\.trailingComma, nil).trimmedDescription
    }

    private static func owner(in context: some MacroExpansionContext) -> (name: String, isExtension: Bool)? {
        for outer in context.lexicalContext {
            if let type = outer.as(StructDeclSyntax.self) { return (type.name.text, false) }
            if let type = outer.as(ClassDeclSyntax.self) { return (type.name.text, false) }
            if let type = outer.as(ExtensionDeclSyntax.self) { return (type.extendedType.trimmedDescription, true) }
            if let type = outer.as(EnumDeclSyntax.self) { return (type.name.text, true) }
        }
        return nil
    }
}
