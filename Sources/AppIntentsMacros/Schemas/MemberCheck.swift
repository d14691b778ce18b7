import AlmagestSchemas
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Holds the members of a type against those of its schema.
struct MemberCheck {
    let schema: String
    /// `property` of an entity, `parameter` of an intent.
    let word: String
    let members: [SchemaMember]

    private var plural: String { word == "property" ? "properties" : word + "s" }

    func run(_ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax, in context: some MacroExpansionContext)
    {
        let declared = DeclaredProperty.all(of: declaration).filter { !$0.isStatic }
        let byName = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
        for member in members {
            guard let property = byName[member.name] else { continue }
            check(property, member, in: context)
        }
        let missing = members.filter { $0.isRequired && byName[$0.name] == nil }
        if !missing.isEmpty { report(missing, declaration, attribute, in: context) }
    }

    private func check(
        _ property: DeclaredProperty, _ member: SchemaMember, in context: some MacroExpansionContext
    ) {
        if property.isStored, property.isLet, !property.hasAttributes {
            context.say(
                .error("let", "`\(member.name)` is a \(word) of \(schema) and has to be a `var`"),
                at: property.variable.bindingSpecifier,
                fixIts: [
                    FixIt(
                        message: Remedy(message: "make it a `var`"),
                        changes: [
                            .replace(
                                oldNode: Syntax(property.variable.bindingSpecifier),
                                newNode: Syntax(
                                    property.variable.bindingSpecifier.with(\.tokenKind, .keyword(.var))))
                        ])
                ])
        }
        guard let type = property.type else {
            if property.isStored, !property.hasAttributes {
                context.say(
                    .error(
                        "untyped",
                        "`\(member.name)` is a \(word) of \(schema) and has to say its type, `\(member.spelling)`"),
                    at: property.variable)
            }
            return
        }
        guard !TypeMatching.accepts(type, member) else { return }
        context.say(
            .error(
                "mistyped",
                "`\(member.name)` of \(schema) has the type `\(member.spelling)`, \(member.type.words)"
                    + "\(member.isOptional ? " or nothing" : ""), not `\(type.description)`"),
            at: written(property) ?? Syntax(property.variable),
            fixIts: written(property).map { node in
                [
                    FixIt(
                        message: Remedy(message: "change the type to `\(member.spelling)`"),
                        changes: [
                            .replace(
                                oldNode: node,
                                newNode: Syntax(
                                    TypeSyntax(stringLiteral: member.spelling)
                                        .with(\.leadingTrivia, node.leadingTrivia)
                                        .with(\.trailingTrivia, node.trailingTrivia)))
                        ])
                ]
            } ?? [])
    }

    /// The type as it stands in the file: only such a node has a place.
    private func written(_ property: DeclaredProperty) -> Syntax? {
        for binding in property.variable.bindings
        where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks == property.name {
            return (binding.typeAnnotation ?? property.variable.bindings.last?.typeAnnotation).map { Syntax($0.type) }
        }
        return nil
    }

    private func report(
        _ missing: [SchemaMember], _ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax,
        in context: some MacroExpansionContext
    ) {
        let names = missing.map { "`\($0.name): \($0.spelling)`" }
        let list =
            names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        let lines = missing.map { "    \($0.declaration)" }.joined(separator: "\n")
        let brace = declaration.memberBlock.leftBrace
        context.say(
            .warning(
                "missing",
                "\(schema) also has the \(missing.count == 1 ? word : plural) \(list); "
                    + "declare \(missing.count == 1 ? "it" : "them") here, unless an extension does"),
            at: attribute,
            fixIts: [
                FixIt(
                    message: Remedy(message: "add \(list)"),
                    changes: [
                        .replaceTrailingTrivia(
                            token: brace,
                            newTrivia: brace.trailingTrivia + .newline + .init(pieces: [.unexpectedText(lines)]))
                    ])
            ])
    }
}
