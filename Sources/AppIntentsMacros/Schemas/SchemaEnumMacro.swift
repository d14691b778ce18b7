import AlmagestSchemas
import SwiftSyntax
import SwiftSyntaxMacros

/// `@AppEnum(schema:)`: the type becomes an enum of that schema.
struct SchemaEnumMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let reference = SchemaReference.read(node, context) else { return [] }
        guard let schema = SchemaCatalog.shared.enumeration(reference.name) else {
            reference.reportUnknown(
                "enum", nearest: SchemaCatalog.shared.nearestEnumeration(to: reference.name), in: context)
            return []
        }
        guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
            context.say(.error("noEnum", "`\(schema.name)` is a schema for an enum"), at: node)
            return []
        }
        for element in UnionValueMacro.elements(of: enumeration) {
            let name = element.name.text.trimmingBackticks
            if !schema.accepts(name) {
                let known = schema.cases.map { $0.map { "`\($0)`" }.joined(separator: ", ") } ?? ""
                context.say(
                    .error("unknownCase", "\(schema.name) has no case `\(name)`; it has \(known)"), at: element.name)
            }
        }
        return SchemaAdoption.extensions(
            of: type, declaration, conformingTo: protocols, marker: "__appSchemaEnum", schema: schema.name)
    }
}
