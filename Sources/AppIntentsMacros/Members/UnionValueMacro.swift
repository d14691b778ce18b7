import SwiftSyntax
import SwiftSyntaxMacros

/// `@UnionValue`: an enum becomes one value out of several types, with `Cases` that name them.
struct UnionValueMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
            context.say(.error("noEnum", "`@UnionValue` is for an enum"), at: node)
            return []
        }
        let elements = elements(of: enumeration)
        guard !elements.isEmpty else {
            context.say(.error("noCases", "a union has at least one case"), at: enumeration.name)
            return []
        }
        var cases: [Case] = []
        for element in elements {
            guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
                let payload = parameters.first
            else {
                let count = element.parameterClause?.parameters.count ?? 0
                context.say(
                    .error(
                        "payload",
                        "a case of a union has exactly one payload; `\(element.name.text)` has "
                            + (count == 0 ? "none" : "\(count)")),
                    at: element)
                continue
            }
            let label = payload.firstName.flatMap { $0.text == "_" ? nil : $0.text }
            cases.append(Case(name: element.name.text, label: label, type: payload.type.trimmed))
        }
        guard cases.count == elements.count else { return [] }
        return source(of: type.trimmedDescription, enumeration.accessPrefix, cases, protocols)
    }

    static func elements(of enumeration: EnumDeclSyntax) -> [EnumCaseElementSyntax] {
        enumeration.memberBlock.members.flatMap { $0.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? [] }
    }

    private struct Case {
        let name: String
        let label: String?
        let type: TypeSyntax

        var construction: String { "." + name + "(" + (label.map { $0 + ": " } ?? "") + "$0)" }
    }

    private static func source(
        of type: String, _ access: String, _ cases: [Case], _ protocols: [TypeSyntax]
    ) -> [ExtensionDeclSyntax] {
        func each(_ line: (Case) -> String) -> String { cases.map(line).joined(separator: "\n") }
        let conformances =
            protocols.isEmpty ? "" : ": " + protocols.map(\.trimmedDescription).joined(separator: ", ")
        let source: DeclSyntax = """
            extension \(raw: type)\(raw: conformances) {
                \(raw: access)enum Cases: Swift.String, AppIntents.AppUnionValueCasesProviding {
                    \(raw: access)typealias UnionValue = \(raw: type)
                    case \(raw: cases.map(\.name).joined(separator: ", "))
                }
                \(raw: access)static var allIntentValueTypes: [any AppIntents._IntentValue.Type] {
                    [\(raw: cases.map { "(\($0.type.description)).self" }.joined(separator: ", "))]
                }
                \(raw: access)var asIntentValue: any AppIntents._IntentValue {
                    switch self {
                    \(raw: each { "case .\($0.name)(let value): value" })
                    }
                }
                \(raw: access)var _unionCase: Cases {
                    switch self {
                    \(raw: each { "case .\($0.name): .\($0.name)" })
                    }
                }
                \(raw: access)static func _union(_ unionCase: Cases, wire: AppIntents._WireValue) -> Self? {
                    switch unionCase {
                    \(raw: each { "case .\($0.name): (\($0.type.description))._value(wire: wire).map { \($0.construction) }" })
                    }
                }
            }
            """
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }
}
