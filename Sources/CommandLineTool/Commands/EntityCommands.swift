import AlmagestEntities
import AlmagestWire
import Foundation

extension Command {
    static let get = Command(
        name: "get", operands: "BUNDLE/TYPE/ID…", minimumOperands: 1, maximumOperands: nil,
        summary: "Print entities by their identifiers",
        details: ["One line of JSON each, as it was donated; the number of a result is an identifier too."],
        options: [.json],
        examples: [("almagest get org.example.CometCal/EventEntity/8F3A | jq .", "one event")],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            json.key("identifiers")
            json.beginArray()
            for operand in invocation.operands { json.string(try identifier(operand)) }
            json.endArray()
            json.endObject()
            let client = try await invocation.connect()
            let reply = try await client.call("entities", json.bytes)
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else {
                for entity in reply["entities"].list {
                    Terminal.write(try Entity(json: entity).encoded() + [0x0A])
                }
            }
            let missing = reply["missing"].map { $0.elements.compactMap(\.string) } ?? []
            for id in missing { Terminal.complain("almagest: there is no \(DisplayWidth.harmless(id))") }
            return missing.isEmpty ? .done : .failed
        })

    static let open = Command(
        name: "open", operands: "N|BUNDLE/TYPE/ID", minimumOperands: 1, maximumOperands: 1,
        summary: "Open an entity, by the number of a result or by its identifier",
        details: [
            "The app opens it where it can, and else its link is given to the desktop (xdg-open); where there is none, "
                + "the link is printed. What was opened, and by what, is said on standard error.",
            "A link that may run something is not opened: a script, a program, a file of another machine. It is printed, "
                + "and the exit status is 1.",
        ],
        options: [
            Option(name: "print", kind: .flag, help: "Print the link and open nothing"),
            Option(name: "quiet", kind: .flag, help: "Do not say what was opened"),
        ],
        examples: [("almagest open 2", "the second result of the newest search")],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            json.key("entity")
            let id = try identifier(invocation.operands[0])
            json.string(id)
            json.endObject()
            let client = try await invocation.connect()
            let reply = try await client.call("open", json.bytes)
            func say(_ how: String) {
                if !invocation.has("quiet") { Terminal.complain("opened \(DisplayWidth.harmless(id)) \(how)") }
            }
            guard let url = reply["url"]?.string else {
                say("in its app")
                return .done
            }
            guard invocation.has("print") || Link(url)?.isOpened == true else {
                Terminal.write(DisplayWidth.harmless(url) + "\n")
                Terminal.complain(lines: "almagest: the link of \(DisplayWidth.harmless(id)) is not one to be opened")
                return .failed
            }
            let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { ProcessInfo.processInfo.environment[$0] != nil }
            if !invocation.has("print"), hasDesktop, launched("/usr/bin/xdg-open", url) {
                say("as \(DisplayWidth.harmless(url))")
                return .done
            }
            Terminal.write(DisplayWidth.harmless(url) + "\n")
            return .done
        })

    /// An operand as an identifier: a number of a result, or the text form, taken as it is after the second slash.
    private static func identifier(_ operand: String) throws(AlmagestError) -> String {
        if let number = Int(operand) { return try ResultNumbers.identifier(number) }
        return try EntityID(argument: operand).text
    }

    private static func launched(_ program: String, _ argument: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [argument]
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
