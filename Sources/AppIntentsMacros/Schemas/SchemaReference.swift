import AlmagestSchemas
import SwiftSyntax
import SwiftSyntaxMacros

/// `domain.name` out of the argument of `@AppEntity(schema: .domain.name)`.
struct SchemaReference {
    let name: String
    let node: ExprSyntax

    /// Reads it; says what is wrong when the argument isn't written out.
    static func read(_ attribute: AttributeSyntax, _ context: (any MacroExpansionContext)?) -> SchemaReference? {
        guard case .argumentList(let arguments)? = attribute.arguments,
            let argument = arguments.first(where: { $0.label?.text == "schema" })?.expression
        else {
            context?.say(.error("schema", "the macro needs a schema, such as `schema: .calendar.event`"), at: attribute)
            return nil
        }
        var parts: [String] = []
        var rest: ExprSyntax? = argument
        while let access = rest?.as(MemberAccessExprSyntax.self) {
            parts.append(access.declName.baseName.text.trimmingBackticks)
            rest = access.base
        }
        guard parts.count >= 2 else {
            context?.say(
                .error("schema", "the schema has to be written out here, as `.domain.name`"), at: argument)
            return nil
        }
        return SchemaReference(name: "\(parts[1]).\(parts[0])", node: argument)
    }

    /// Says that there is no such schema, and which is nearest.
    func reportUnknown(_ kind: String, nearest: String?, in context: some MacroExpansionContext) {
        let hint = nearest.map { "; did you mean `.\($0)`?" } ?? ""
        context.say(.error("unknownSchema", "there is no \(kind) schema `.\(name)`\(hint)"), at: node)
    }
}

extension String {
    var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }
}
