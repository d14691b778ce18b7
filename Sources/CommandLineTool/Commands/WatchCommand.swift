import AlmagestEntities
import AlmagestWire
import Foundation

extension Command {
    static let watch = Command(
        name: "watch", operands: "[TEXT…]", minimumOperands: 0, maximumOperands: nil,
        summary: "Show what is donated, changed and deleted, until interrupted",
        details: [
            "A line for each entity that comes, changes or goes, and some for each field of a donation that was wrong, "
                + "from whatever app it came. With a text, only for entities that a search for it would find.",
            "--after begins with an earlier seq, as another run's last line or `almagest status` gives it.",
        ],
        options: [
            Option(name: "type", kind: .value("T"), repeats: true, help: "Only entities of this type"),
            Option(name: "bundle", kind: .value("B"), repeats: true, help: "Only entities of this app"),
            Option(name: "where", kind: .value("CONDITION"), help: "Only entities whose properties are so"),
            Option(name: "after", kind: .value("SEQ"), help: "Begin with what came after this seq; 0 is everything"),
            Option(name: "for", kind: .value("SECONDS"), help: "End after so many seconds"), .json,
        ],
        examples: [
            ("almagest watch", "while an app donates"),
            ("almagest watch --type EventEntity --where 'isAllDay == true'", "some of it"),
        ],
        run: { invocation in
            let (events, continuation) = AsyncStream.makeStream(of: WatchHandler.Event.self)
            let end = try invocation.number("for").map { seconds in
                Task {
                    try await Task.sleep(for: .seconds(seconds))
                    continuation.finish()
                }
            }
            defer { end?.cancel() }
            var options = try invocation.clientOptions()
            options.startsDaemon = !invocation.has("no-start")
            let client = try await Client.connect(options, handler: WatchHandler(continuation: continuation))
            defer { client.close() }
            _ = try await client.call("subscribe", watchParameters(invocation, after: invocation.number("after")))
            let printer = WatchPrinter(json: invocation.has("json"))
            for await event in events {
                switch event {
                case .notification("changed", let params): printer.show(changed: params)
                case .notification("faults", let params): printer.show(faults: params)
                case .notification("unsubscribed", let params):
                    let error = AlmagestError(reply: params["error"] ?? params)
                    // Printing was too slow; nothing is lost, it goes on from there.
                    guard error.name == .timedOut, let seq = params["seq"]?.integer else { throw error }
                    _ = try await client.call("subscribe", watchParameters(invocation, after: seq))
                case .notification: break
                case .ended: throw AlmagestError(.connectionClosed, "The daemon has ended.")
                }
            }
            return .done
        })

    private static func watchParameters(_ invocation: Invocation, after: Int64?) throws -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        if !invocation.operands.isEmpty {
            json.key("query")
            json.string(invocation.operands.joined(separator: " "))
        }
        for (option, key) in [("type", "types"), ("bundle", "bundles")] where invocation.has(option) {
            json.key(key)
            json.beginArray()
            for value in invocation.all(option) { json.string(value) }
            json.endArray()
        }
        if let text = invocation.value("where") {
            json.key("where")
            try WhereGrammar.parse(text).write(to: &json)
        }
        if let after {
            json.key("after")
            json.integer(after)
        }
        json.key("faults")
        json.bool(true)
        json.endObject()
        return json.bytes
    }
}

/// Hands on what the daemon tells.
struct WatchHandler: PeerHandler {
    enum Event: Sendable {
        case notification(String, JSONValue)
        case ended
    }

    let continuation: AsyncStream<Event>.Continuation

    /// On the connection's own thread, so that the order is kept.
    func lane(of request: Request) -> Lane { .immediate }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        if let params = request.params { continuation.yield(.notification(request.method, params)) }
        return Array("{}".utf8)
    }

    func closed(_ peer: Peer) async { continuation.yield(.ended) }
}

/// What has changed, a line each.
struct WatchPrinter {
    let json: Bool
    private let terminal = Terminal.standardOutput

    init(json: Bool) { self.json = json }

    func show(changed params: JSONValue) {
        let seq = params["seq"]?.integer ?? 0
        for kind in ["added", "updated", "removed"] {
            for item in params[kind].list {
                if json {
                    writeJSON(kind, seq: seq, [("entity", item["entity"]), ("display", item["display"])])
                    continue
                }
                let title = item["display"]?["title"]?.string.map { "  " + DisplayWidth.harmless($0) } ?? ""
                write(seq: "\(seq)", kind, style(kind), [name(item["entity"]) + title])
            }
        }
    }

    func show(faults params: JSONValue) {
        for fault in params["faults"].list {
            let kind = fault["rejected"]?.bool ?? true ? "rejected" : "warning"
            if json {
                writeJSON(
                    kind, seq: nil,
                    [
                        ("entity", fault["entity"]), ("path", fault["path"]), ("message", fault["message"]),
                        ("hint", fault["hint"]),
                    ])
                continue
            }
            let path = fault["path"]?.string.map { $0.isEmpty ? "" : DisplayWidth.harmless($0) + ": " } ?? ""
            let hint = fault["hint"]?.string.map { " (\(DisplayWidth.harmless($0)))" } ?? ""
            let said = path + DisplayWidth.harmless(fault["message"]?.string ?? "") + hint
            let lines = TextLayout.wrapped(said, columns: terminal.lineColumns - Self.indent.count)
            write(seq: "", kind, .error, [name(fault["entity"])] + lines)
        }
    }

    /// The columns of the seq and of what happened.
    private static let indent = String(repeating: " ", count: 17)

    /// What happened to what, and more about it below.
    private func write(seq: String, _ kind: String, _ style: Terminal.Style, _ lines: [String]) {
        let head = (TextLayout.padded(seq, 8), TextLayout.padded(kind, 9))
        let room = terminal.lineColumns - head.0.count - head.1.count
        let first = DisplayWidth.cut(lines[0], to: room)
        let all =
            [terminal.styled(head.0, .dim) + terminal.styled(head.1, style) + first]
            + lines.dropFirst().map { Self.indent + $0 }
        Terminal.write(all.joined(separator: "\n") + "\n")
    }

    private func style(_ kind: String) -> Terminal.Style {
        switch kind {
        case "added": .good
        case "removed": .error
        default: .bold
        }
    }

    private func name(_ entity: JSONValue?) -> String {
        let parts = ["bundle", "type", "id"].map { entity?[$0]?.string ?? "?" }
        return DisplayWidth.harmless(EntityID(bundle: parts[0], type: parts[1], id: parts[2]).text)
    }

    private func writeJSON(_ kind: String, seq: Int64?, _ members: [(String, JSONValue?)]) {
        var line = JSONWriter()
        line.beginObject()
        line.key("kind")
        line.string(kind)
        if let seq {
            line.key("seq")
            line.integer(seq)
        }
        for case (let name, let value?) in members {
            line.key(name)
            line.value(value)
        }
        line.endObject()
        Terminal.write(line.bytes + [0x0A])
    }
}
