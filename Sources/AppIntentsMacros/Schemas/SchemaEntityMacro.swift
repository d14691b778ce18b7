import AlmagestSchemas
import SwiftSyntax
import SwiftSyntaxMacros

/// `@AppEntity(schema:)`: the schema's properties become entity properties, and the type an entity of that schema.
struct SchemaEntityMacro: MemberAttributeMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        // The other role says what is wrong with the schema.
        guard let reference = SchemaReference.read(node, nil),
            let schema = SchemaCatalog.shared.entity(reference.name),
            let variable = member.as(VariableDeclSyntax.self), variable.attributes.isEmpty
        else { return [] }
        let properties = DeclaredProperty.all(of: variable)
        guard let property = properties.first, properties.count == 1, !property.isStatic,
            property.type != nil, schema.member(property.name) != nil
        else { return [] }
        guard property.isStored else {
            return ComputedGetter(variable)?.isPlain == true
                ? ["@AppIntents.ComputedProperty"]
                : ComputedGetter(variable)?.isDeferred == true ? ["@AppIntents.DeferredProperty"] : []
        }
        return property.isLet ? [] : ["@AppIntents.EntityProperty()"]
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let reference = SchemaReference.read(node, context) else { return [] }
        guard let schema = SchemaCatalog.shared.entity(reference.name) else {
            reference.reportUnknown(
                "entity", nearest: SchemaCatalog.shared.nearestEntity(to: reference.name), in: context)
            return []
        }
        if let members = schema.members {
            MemberCheck(schema: schema.name, word: "property", members: members)
                .run(declaration, node, in: context)
        }
        return SchemaAdoption.extensions(
            of: type, declaration, conformingTo: protocols,
            leavingOut: schema.name == "files.file" ? [] : ["FileEntity"], marker: "__appSchemaEntity",
            schema: schema.name)
    }
}
