import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization

extension Command {
    static let values = Command(
        name: "values", operands: "KIND", minimumOperands: 1, maximumOperands: 1,
        summary: "Find values as an assistant asks for them",
        details: [
            "KIND is audio, string, or a schema such as calendar.event. The index and the apps that may know are asked "
                + "side by side; an app that does not answer is named."
        ],
        options: [
            Option(name: "query", kind: .value("TEXT"), help: "What is wanted, in words"),
            Option(name: "url", kind: .value("URL"), repeats: true, help: "What this link leads to"),
            Option(name: "unspecified", kind: .flag, help: "What you would want without saying it"),
            Option(name: "accepts", kind: .value("T"), repeats: true, help: "Only this type or schema"),
            Option(
                name: "time-zone", kind: .value("ZONE"), help: "Zone in which days begin and end, e.g. Europe/Berlin"),
            Option(name: "language", kind: .value("L"), help: "Language of the query, e.g. en"),
            Option(name: "now", kind: .value("DATE"), help: "The moment that “tomorrow” is counted from"),
            Option(name: "limit", kind: .value("N"), help: "At most this many"), .json,
        ],
        examples: [
            ("almagest values audio --query 'comet tail by vega'", "the song, of any app"),
            ("almagest values audio --url https://tunes.example.org/song/7", "what the link leads to"),
        ],
        run: { invocation in
            let given = ["query", "url", "unspecified"].filter(invocation.has)
            guard given.count == 1 else {
                throw UsageError("one of --query, --url and --unspecified is wanted", command: invocation.command)
            }
            var json = JSONWriter()
            json.beginObject()
            json.key("input")
            json.beginObject()
            json.key("kind")
            json.string(invocation.operands[0])
            json.key("criteria")
            json.beginObject()
            if let query = invocation.value("query") {
                json.key("searchQuery")
                json.string(query)
            } else if invocation.has("url") {
                json.key("url")
                json.beginArray()
                for url in invocation.all("url") { json.string(url) }
                json.endArray()
            } else {
                json.key("unspecified")
                json.beginObject()
                json.endObject()
            }
            json.endObject()
            json.endObject()
            if invocation.has("accepts") {
                json.key("accepts")
                json.beginArray()
                for name in invocation.all("accepts") { json.string(name) }
                json.endArray()
            }
            if let limit = try invocation.number("limit") {
                json.key("limit")
                json.integer(limit)
            }
            writePresent(invocation, to: &json)
            json.endObject()
            let client = try await invocation.connect()
            let reply = try await client.call("values", json.bytes)
            let values = reply["values"].list
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else {
                for value in values { Terminal.write(try ValuePrinter.text(value)) }
            }
            for provider in reply["providers"].list where provider["outcome"]?.string != "ok" {
                Terminal.complain(lines: "almagest: " + DisplayWidth.harmless(provider["message"]?.string ?? ""))
            }
            return values.isEmpty ? .failed : .done
        })

    /// Whose days, which present and which language are meant.
    static func writePresent(_ invocation: Invocation, to json: inout JSONWriter) {
        json.key("timeZone")
        json.string(invocation.value("time-zone") ?? TimeZone.current.identifier)
        for option in ["language", "now"] {
            guard let value = invocation.value(option) else { continue }
            json.key(option)
            json.string(value)
        }
    }

    static let reindex = Command(
        name: "reindex", operands: "[BUNDLE[/TYPE]]", minimumOperands: 0, maximumOperands: 1,
        summary: "Have apps tell their content anew",
        details: [
            "What an app does not tell any more goes when it has told all; when it fails, nothing goes. Without an "
                + "operand every app is asked that can be."
        ],
        options: [
            Option(name: "index", kind: .value("NAME"), help: "Only this named index"), .json,
        ],
        examples: [("almagest reindex org.example.CosmoTunes/SongEntity", "the songs of one app")],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            if let operand = invocation.operands.first {
                let parts = operand.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count <= 2, !parts.contains("") else {
                    throw UsageError("“\(operand)” is not BUNDLE or BUNDLE/TYPE", command: invocation.command)
                }
                json.key("bundle")
                json.string(String(parts[0]))
                if parts.count > 1 {
                    json.key("types")
                    json.beginArray()
                    json.string(String(parts[1]))
                    json.endArray()
                }
            }
            if let index = invocation.value("index") {
                json.key("index")
                json.string(index)
            }
            json.endObject()
            let progress = ReindexProgressBar()
            let client = try await invocation.connect(handler: progress)
            let reply = try await client.call("reindex", json.bytes)
            progress.finish()
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else {
                let counts = ["reported", "changed", "removed", "failed"].map {
                    "\(ProgressBar.grouped(Int(reply[$0]?.integer ?? 0))) \($0)"
                }
                Terminal.write(counts.joined(separator: ", ") + "\n")
            }
            let failed = reply["bundles"].list.filter { $0["outcome"]?.string != "ok" }
            for bundle in failed {
                Terminal.complain(lines: "almagest: " + DisplayWidth.harmless(bundle["message"]?.string ?? ""))
            }
            return failed.isEmpty ? .done : .failed
        })
}

/// Values for people: what each is called, and below it of which kind it is and which.
private enum ValuePrinter {
    static func text(_ value: JSONValue) throws -> String {
        let terminal = Terminal.standardOutput
        let entity = try Entity(json: value["value"] ?? value)
        func line(_ parts: [String?], to columns: Int) -> String {
            let parts = parts.compactMap { $0 }.filter { !$0.isEmpty }
            return DisplayWidth.cut(DisplayWidth.harmless(parts.joined(separator: "  ")), to: columns)
        }
        let name = line([entity.display.title, entity.display.subtitle], to: terminal.lineColumns)
        let kind = line([value["case"]?.string, entity.key.text], to: terminal.lineColumns - 4)
        return terminal.link(terminal.styled(name, .bold), to: value["value"]?["url"]?.string) + "\n    "
            + terminal.styled(kind, .dim) + "\n"
    }
}

/// Draws the daemon's notifications of progress, of all bundles together.
private final class ReindexProgressBar: PeerHandler {
    private struct State {
        var bar = ProgressBar("Re-indexing", unit: "entities")
        var bundles: [String: (done: Int, total: Int)] = [:]
    }
    private let state = Mutex(State())

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        guard request.method == "progress", let bundle = request.params?["bundle"]?.string,
            let done = request.params?["done"]?.integer, let total = request.params?["total"]?.integer
        else { return [] }
        state.withLock { state in
            state.bundles[bundle] = (Int(done), Int(total))
            let done = state.bundles.values.reduce(0) { $0 + $1.done }
            let total = state.bundles.values.reduce(0) { $0 + $1.total }
            state.bar.show(done: done, fraction: total > 0 ? Double(done) / Double(total) : nil)
        }
        return []
    }

    func finish() { state.withLock { $0.bar.finish() } }
}
