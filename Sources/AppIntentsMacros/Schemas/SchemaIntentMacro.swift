import AlmagestSchemas
import SwiftSyntax
import SwiftSyntaxMacros

/// `@AppIntent(schema:)`: the schema's parameters become intent parameters, and the type an intent of that schema.
struct SchemaIntentMacro: MemberAttributeMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let reference = SchemaReference.read(node, nil),
            let schema = SchemaCatalog.shared.intent(reference.name),
            let variable = member.as(VariableDeclSyntax.self), variable.attributes.isEmpty
        else { return [] }
        let properties = DeclaredProperty.all(of: variable)
        guard let property = properties.first, properties.count == 1, !property.isStatic, property.isStored,
            !property.isLet, property.type != nil,
            schema.parameters?.contains(where: { $0.name == property.name }) == true
        else { return [] }
        return ["@AppIntents.IntentParameter()"]
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let reference = SchemaReference.read(node, context) else { return [] }
        guard let schema = SchemaCatalog.shared.intent(reference.name) else {
            reference.reportUnknown(
                "intent", nearest: SchemaCatalog.shared.nearestIntent(to: reference.name), in: context)
            return []
        }
        if let parameters = schema.parameters {
            MemberCheck(schema: schema.name, word: "parameter", members: parameters)
                .run(declaration, node, in: context)
        }
        var unwanted: Set<String> = ["OpenIntent", "ShowInAppSearchResultsIntent"]
        switch schema.name {
        case "system.open": unwanted.remove("OpenIntent")
        case "system.searchInApp", "system.search": unwanted.remove("ShowInAppSearchResultsIntent")
        default: break
        }
        return SchemaAdoption.extensions(
            of: type, declaration, conformingTo: protocols, leavingOut: unwanted, marker: "__appSchemaIntent",
            schema: schema.name)
    }
}
