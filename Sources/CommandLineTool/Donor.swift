import AlmagestEntities
import AlmagestWire
import Foundation

/// Sends files of NDJSON to the daemon: several requests under way, each line's faults told with file and line.
struct Donor {
    private let client: Client
    private let tellsProgress: Bool
    private var bar = ProgressBar("Indexing", unit: "entities")

    private(set) var seq: Int64 = 0
    private(set) var stored = 0
    private(set) var unchanged = 0
    private(set) var rejected = 0
    private(set) var warnings = 0
    private var sent = 0

    /// A request has at most this many entities and about this many bytes; so many may be unanswered.
    private static let requestEntities = 500
    private static let requestBytes = 2 << 20
    private static let requestsUnderWay = 4
    /// A line beyond this cannot be an entity that the daemon takes.
    private static let lineBytes = 15 << 20

    private var underWay: [Task<Reply, any Error>] = []

    private struct Reply: Sendable {
        let file: String
        let lines: [Int]
        let reply: CallReply
    }

    init(client: Client, tellsProgress: Bool) {
        self.client = client
        self.tellsProgress = tellsProgress
    }

    /// Donates a file, or standard input for `-`.
    mutating func donate(_ path: String) async throws {
        let reader = try LineReader(path, maximum: Self.lineBytes)
        let name = path == "-" ? "standard input" : path
        var request = Request()
        while let line = try reader.next() {
            if line.isTooLong {
                refuse(name, line.number, nil, "the line has more than \(Self.lineBytes) bytes")
                continue
            }
            if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            // Checked here, so that one broken line does not spoil the request that it would go in.
            do {
                _ = try JSONDocument(line.bytes)
            } catch {
                refuse(name, line.number, error.path, error.message)
                continue
            }
            if request.lines.count >= Self.requestEntities || request.bytes + line.bytes.count > Self.requestBytes {
                try await send(request, from: name, fraction: reader.fraction)
                request = Request()
            }
            request.add(line)
        }
        if !request.lines.isEmpty { try await send(request, from: name, fraction: reader.fraction) }
    }

    /// Waits for what is unanswered; with `waiting`, also until all of it can be found.
    mutating func finish(waiting: Bool) async throws {
        while !underWay.isEmpty { try await takeReply() }
        if waiting { try await waitUntilFound() }
        bar.finish()
    }

    // MARK: Requests

    private struct Request {
        var json = JSONWriter()
        var lines: [Int] = []
        var bytes = 0

        init() {
            json.beginObject()
            json.key("entities")
            json.beginArray()
        }

        mutating func add(_ line: LineReader.Line) {
            json.raw(line.bytes)
            lines.append(line.number)
            bytes += line.bytes.count
        }
    }

    private mutating func send(_ request: Request, from file: String, fraction: Double?) async throws {
        while underWay.count >= Self.requestsUnderWay { try await takeReply() }
        var json = request.json
        json.endArray()
        json.endObject()
        let parameters = json.bytes
        let lines = request.lines
        let client = client
        // Begun here and now: the order of the calls is the order of the lines.
        underWay.append(
            Task.immediate { Reply(file: file, lines: lines, reply: try await client.call("index", parameters)) })
        sent += lines.count
        if tellsProgress { bar.show(done: sent, fraction: fraction) }
    }

    private mutating func takeReply() async throws {
        let reply = try await underWay.removeFirst().value
        seq = max(seq, reply.reply["seq"]?.integer ?? 0)
        stored += Int(reply.reply["stored"]?.integer ?? 0)
        unchanged += Int(reply.reply["unchanged"]?.integer ?? 0)
        var refused = Set<Int64>()
        for (key, isWarning) in [("rejected", false), ("warnings", true)] {
            for fault in reply.reply[key].list {
                let index = fault["index"]?.integer ?? -1
                let line = index >= 0 && index < reply.lines.count ? reply.lines[Int(index)] : 0
                let path = fault["path"]?.string ?? ""
                // The line says which entity; the path goes on from there.
                let field = path.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
                let message = fault["message"]?.string ?? ""
                if isWarning {
                    warnings += 1
                    tell(reply.file, line, field, "warning: \(message)")
                } else {
                    if refused.insert(index).inserted { rejected += 1 }
                    tell(reply.file, line, field, message)
                }
            }
        }
    }

    private mutating func refuse(_ file: String, _ line: Int, _ field: String?, _ message: String) {
        rejected += 1
        tell(file, line, field, message)
    }

    private mutating func tell(_ file: String, _ line: Int, _ field: String?, _ message: String) {
        bar.finish()
        let place = ["\(file):\(line)", field ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
        Terminal.complain(DisplayWidth.harmless("\(place): \(message)"))
    }

    private mutating func waitUntilFound() async throws {
        var waiting = ProgressBar("Making it searchable", unit: "changes")
        let start = try await projections()
        let begun = start.map(\.value).min() ?? 0
        while true {
            let now = try await projections()
            let slowest = now.map(\.value).min() ?? seq
            if slowest >= seq { break }
            let whole = Double(max(1, seq - begun))
            if tellsProgress { waiting.show(done: Int(slowest - begun), fraction: Double(slowest - begun) / whole) }
            try await Task.sleep(for: .milliseconds(100))
        }
        waiting.finish()
    }

    /// How far each projection is that will ever get there.
    private func projections() async throws -> [String: Int64] {
        let status = try await client.call("status")
        var result: [String: Int64] = [:]
        for (name, projection) in status["projections"].table {
            let state = projection["state"]?.string
            if state == "unavailable" { continue }
            if state == "failing" {
                throw AlmagestError(.unavailable, "\(name): \(projection["message"]?.string ?? "failing")")
            }
            result[name] = state == "current" ? Int64.max : projection["seq"]?.integer ?? 0
        }
        return result
    }
}
