import AlmagestEntities
import Foundation

extension Command {
    static let schemas = Command(
        name: "schemas", operands: "[DOMAIN]", minimumOperands: 0, maximumOperands: 1,
        summary: "List the domains of schemas, or what is in one",
        details: [
            "A donation that names an entity schema has its members checked. Members that are not known are not checked."
        ],
        options: [.json],
        examples: [("almagest schemas calendar", "events, attendees and what can be done with them")],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            if let domain = invocation.operands.first {
                json.key("domain")
                json.string(domain)
            }
            json.endObject()
            let client = try await invocation.connect()
            let reply: CallReply
            do throws(AlmagestError) {
                reply = try await client.call("schemas", json.bytes)
            } catch {
                guard error.name == .notFound else { throw error }
                // A name that none has was typed wrongly.
                throw AlmagestError(.invalidParameter, error.message, path: error.path, hint: error.hint)
            }
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else if invocation.operands.isEmpty {
                for domain in reply["domains"].list { Terminal.write(SchemaPrinter.line(domain) + "\n") }
            } else {
                for domain in reply["domains"].list { Terminal.write(SchemaPrinter.text(domain)) }
            }
            return .done
        })
}

/// Schemas for people.
enum SchemaPrinter {
    /// A domain in a line.
    static func line(_ domain: JSONValue) -> String {
        let name = domain["domain"]?.harmless ?? ""
        let app = domain["bundle"]?.harmless.map { "; \($0)" } ?? ""
        let counts = ["entities", "intents", "enums"].map { kind in
            let count = domain[kind]?.count ?? 0
            return count == 1 ? "1 \(kind == "entities" ? "entity" : String(kind.dropLast()))" : "\(count) \(kind)"
        }
        return TextLayout.wrapped(
            counts.joined(separator: ", ") + app,
            first: TextLayout.padded(name, 20) + TextLayout.padded(domain["tier"]?.harmless ?? "", 16),
            indent: String(repeating: " ", count: 36), columns: Terminal.standardOutput.lineColumns
        ).joined(separator: "\n")
    }

    /// Everything in a domain.
    static func text(_ domain: JSONValue) -> String {
        let terminal = Terminal.standardOutput
        var lines: [String] = []
        if let bundle = domain["bundle"]?.harmless {
            lines += TextLayout.wrapped("of \(bundle)", first: "", indent: "   ", columns: terminal.lineColumns)
        }
        for (kind, word, members) in [
            ("entities", "entity", "members"), ("intents", "intent", "parameters"), ("enums", "enum", "cases"),
            ("unions", "union", "cases"),
        ] {
            for schema in domain[kind].list {
                let name = schema["name"]?.harmless ?? ""
                let facts = [
                    schema["identifier"]?.harmless, schema["since"]?.harmless.map { "since iOS \($0)" },
                    schema["deprecated"]?.bool == true ? "deprecated" : nil,
                ].compactMap { $0 }
                // The name is set in bold once it is known to fit.
                var head = TextLayout.wrapped(
                    words: facts.map { " " + $0 }, first: "\(word) \(name)" + (facts.isEmpty ? "" : " "), indent: "   ",
                    columns: terminal.lineColumns)
                if head[0].hasPrefix("\(word) \(name)") {
                    head[0] = "\(word) " + terminal.styled(name, .bold) + head[0].dropFirst(word.count + 1 + name.count)
                }
                lines += head
                func below(_ text: String) -> [String] {
                    TextLayout.wrapped(text, first: "    ", indent: "        ", columns: terminal.lineColumns)
                }
                func note(_ text: String) -> [String] { below(text).map { terminal.styled($0, .dim) } }
                if schema[members]?.isNull ?? true { lines += note("not known") }
                for member in schema[members].list { lines += below(text(member: member)) }
                if schema["open"]?.bool == true { lines.append("    …") }
                if let result = schema["result"]?.harmless { lines += below("→ \(result)") }
                if let said = schema["note"]?.harmless { lines += note(said) }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(member: JSONValue) -> String {
        if let name = member.harmless { return name }
        var text = (member["name"]?.harmless ?? "") + ": " + (member["type"]?.harmless ?? "")
        if member["optional"]?.bool == true { text += "?" }
        if let value = member["default"]?.harmless { text += " = \(value)" }
        return text
    }
}

extension JSONValue {
    /// A text as it may be written on a terminal: apps bring schemas of their own.
    fileprivate var harmless: String? { string.map { DisplayWidth.harmless($0) } }
}
