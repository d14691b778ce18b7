import AlmagestEntities
import AlmagestWire
import Foundation

extension Command {
    static let index = Command(
        name: "index", operands: "FILE|-…", minimumOperands: 1, maximumOperands: nil,
        summary: "Donate entities, one a line of JSON",
        details: [
            "Each line is an entity as docs/protocol.md describes it; - reads standard input. An entity that is wrong "
                + "is named with file, line and field on standard error, and the others are stored. A line that was "
                + "stored before and has not changed costs next to nothing.",
            "The exit status is 1 when any line was refused.",
        ],
        options: [
            Option(name: "wait", kind: .flag, help: "Wait until everything can be found, by meaning too"), .json,
        ],
        examples: [
            ("almagest index events.ndjson", "donate a file"), ("my-export | almagest index -", "donate a stream"),
        ],
        run: { invocation in
            let client = try await invocation.connect()
            var donor = Donor(client: client, tellsProgress: !invocation.has("json"))
            for path in invocation.operands { try await donor.donate(path) }
            try await donor.finish(waiting: invocation.has("wait"))
            if invocation.has("json") {
                var json = JSONWriter()
                json.beginObject()
                for (key, value) in [
                    ("seq", donor.seq), ("stored", Int64(donor.stored)), ("unchanged", Int64(donor.unchanged)),
                    ("rejected", Int64(donor.rejected)), ("warnings", Int64(donor.warnings)),
                ] {
                    json.key(key)
                    json.integer(value)
                }
                json.endObject()
                Terminal.write(json.bytes + [0x0A])
            } else {
                Terminal.write(
                    "\(ProgressBar.grouped(donor.stored)) stored, \(ProgressBar.grouped(donor.unchanged)) unchanged, "
                        + "\(ProgressBar.grouped(donor.rejected)) refused\n")
            }
            return donor.rejected == 0 ? .done : .failed
        })

    static let delete = Command(
        name: "delete", operands: "BUNDLE[/TYPE[/ID]]…", minimumOperands: 1, maximumOperands: nil,
        summary: "Delete an app's entities, those of a type, or single ones",
        details: [
            "Deleting everything of an app asks first; --yes answers. What is deleted is not shown from the moment "
                + "this returns."
        ],
        options: [Option(name: "yes", kind: .flag, help: "Do not ask before everything of an app is deleted"), .json],
        examples: [
            ("almagest delete org.example.CometCal/EventEntity/8F3A", "one event"),
            ("almagest delete org.example.CometCal", "everything of an app, after asking"),
        ],
        run: { invocation in
            var targets: [DeleteTarget] = []
            for operand in invocation.operands { targets.append(try DeleteTarget(operand)) }
            for target in targets where target.type == nil && !invocation.has("yes") {
                guard confirmed("Delete everything of \(DisplayWidth.harmless(target.bundle))?") else {
                    Terminal.complain("almagest: nothing was deleted; --yes deletes without asking")
                    return .failed
                }
            }
            let client = try await invocation.connect()
            var deleted: Int64 = 0
            var seq: Int64 = 0
            for target in targets {
                let reply = try await client.call("delete", target.parameters)
                deleted += reply["deleted"]?.integer ?? 0
                seq = max(seq, reply["seq"]?.integer ?? 0)
            }
            Terminal.write(
                invocation.has("json")
                    ? "{\"seq\":\(seq),\"deleted\":\(deleted)}\n" : "\(ProgressBar.grouped(Int(deleted))) deleted\n")
            return deleted > 0 ? .done : .failed
        })

    private static func confirmed(_ question: String) -> Bool {
        guard isatty(0) == 1 else { return false }
        let shown = DisplayWidth.cut(question, to: Terminal.standardError.columns - 8)
        Terminal.write(Array("\(shown) [y/N] ".utf8), to: 2)
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }
}

/// What a `delete` names: an app, a type of it, or one entity.
struct DeleteTarget: Sendable {
    let bundle: String
    let type: String?
    let id: String?

    init(_ text: String) throws(AlmagestError) {
        let slashes = text.utf8.count { $0 == UInt8(ascii: "/") }
        if slashes >= 2 {
            let id = try EntityID(argument: text)
            (bundle, type, self.id) = (id.bundle, id.type, id.id)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).removingPercentEncoding ?? String($0)
        }
        guard let first = parts.first, !parts.contains("") else {
            throw AlmagestError(.invalidIdentifier, "“\(text)” is not BUNDLE, BUNDLE/TYPE or BUNDLE/TYPE/ID.")
        }
        bundle = first
        type = parts.count > 1 ? parts[1] : nil
        id = nil
    }

    var parameters: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("bundle")
        json.string(bundle)
        if let type {
            json.key("type")
            json.string(type)
        }
        if let id {
            json.key("identifiers")
            json.beginArray()
            json.string(id)
            json.endArray()
        }
        json.endObject()
        return json.bytes
    }
}
