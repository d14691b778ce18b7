import SwiftSyntax
import SwiftSyntaxMacros

/// The extension by which a type adopts a schema: the conformances that it doesn't have yet, and a marker that names
/// the schema for the index.
enum SchemaAdoption {
    static func extensions(
        of type: some TypeSyntaxProtocol, _ declaration: some DeclGroupSyntax, conformingTo protocols: [TypeSyntax],
        leavingOut unwanted: Set<String> = [], marker: String, schema: String
    ) -> [ExtensionDeclSyntax] {
        let wanted = protocols.filter { !unwanted.contains($0.lastName) }
        let conformances = wanted.isEmpty ? "" : ": " + wanted.map(\.trimmedDescription).joined(separator: ", ")
        let source: DeclSyntax = """
            extension \(type.trimmed)\(raw: conformances) {
                \(raw: declaration.accessPrefix)static var \(raw: marker): Swift.String { \(literal: schema) }
            }
            """
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    /// True when one of the protocols that a type names itself is of that name.
    static func names(_ name: String, _ declaration: some DeclGroupSyntax) -> Bool {
        declaration.inheritanceClause?.inheritedTypes.contains { $0.type.lastName == name } ?? false
    }
}

extension TypeSyntax {
    /// `AppEntity` of `AppIntents.AppEntity`.
    var lastName: String {
        self.as(MemberTypeSyntax.self)?.name.text ?? self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
    }
}
