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
            let reply = try await client.call("schemas", json.bytes)
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
    /// A domain in one line.
    static func line(_ domain: JSONValue) -> String {
        let name = domain["domain"]?.string ?? ""
        let counts = ["entities", "intents", "enums"].map { kind in
            let count = domain[kind]?.count ?? 0
            return count == 1 ? "1 \(kind == "entities" ? "entity" : String(kind.dropLast()))" : "\(count) \(kind)"
        }
        return name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + (domain["tier"]?.string ?? "").padding(toLength: 16, withPad: " ", startingAt: 0)
            + counts.joined(separator: ", ")
    }

    /// Everything in a domain.
    static func text(_ domain: JSONValue) -> String {
        let terminal = Terminal.standardOutput
        var lines: [String] = []
        for (kind, word, members) in [
            ("entities", "entity", "members"), ("intents", "intent", "parameters"), ("enums", "enum", "cases"),
            ("unions", "union", "cases"),
        ] {
            for schema in domain[kind].list {
                var line = "\(word) " + terminal.styled(schema["name"]?.string ?? "", .bold)
                if let identifier = schema["identifier"]?.string { line += "  \(identifier)" }
                if let since = schema["since"]?.string { line += "  since iOS \(since)" }
                if schema["deprecated"]?.bool == true { line += "  deprecated" }
                lines.append(line)
                if schema[members]?.isNull ?? true { lines.append("    " + terminal.styled("not known", .dim)) }
                for member in schema[members].list { lines.append("    " + text(member: member)) }
                if schema["open"]?.bool == true { lines.append("    …") }
                if let result = schema["result"]?.string { lines.append("    → \(result)") }
                if let note = schema["note"]?.string { lines.append("    " + terminal.styled(note, .dim)) }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(member: JSONValue) -> String {
        if let name = member.string { return name }
        var text = (member["name"]?.string ?? "") + ": " + (member["type"]?.string ?? "")
        if member["optional"]?.bool == true { text += "?" }
        if let value = member["default"]?.string { text += " = \(value)" }
        return text
    }
}
