import AlmagestEntities
import AlmagestWire

/// A kind of question, in the order in which they are measured: a repetition comes right after what it repeats.
enum BenchKind: String, CaseIterable, Sendable {
    case suggest, identifiers, lexical, semantic
    case semanticAgain = "semantic again"
    case hybrid
    case hybridAgain = "hybrid again"
    /// Hybrid search that tells what its stages took.
    case explained
    case find

    var isRepeated: Bool { self == .semanticAgain || self == .hybridAgain }

    /// Asked by one client alone.
    var isForOne: Bool { isRepeated || self == .semantic || self == .explained }

    var method: String {
        switch self {
        case .suggest: "suggest"
        case .find: "find"
        default: "search"
        }
    }
}

/// Questions made of words of what is indexed, other ones each time.
struct BenchQuestions: Sendable {
    let titles: [String]
    private let words: [String]

    init(titles: [String]) {
        self.titles = titles
        let all = titles.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let long = all.filter { $0.count > 3 }
        words = long.isEmpty ? (all.isEmpty ? titles : all) : long
    }

    /// Titles of at most 5,000 entities.
    static func titles(of client: Client) async throws(AlmagestError) -> [String] {
        var titles: [String] = []
        var cursor: String?
        for _ in 0..<5 {
            var json = JSONWriter()
            json.beginObject()
            json.key("limit")
            json.integer(1_000)
            if let cursor {
                json.key("cursor")
                json.string(cursor)
            }
            json.endObject()
            let reply = try await client.call("find", json.bytes)
            titles += reply["results"].list.compactMap { $0["display"]?["title"]?.string }.filter { !$0.isEmpty }
            cursor = reply["cursor"]?.string
            if cursor == nil { break }
        }
        return titles
    }

    func parameters(of kind: BenchKind, count: Int) -> [[UInt8]] { (0..<count).map { _ in parameters(of: kind) } }

    private func parameters(of kind: BenchKind) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        switch kind {
        case .suggest:
            json.key("prefix")
            json.string(String((titles.randomElement() ?? "").prefix(Int.random(in: 1...6))))
        case .find:
            json.key("limit")
            json.integer(20)
            json.key("sort")
            json.beginArray()
            json.endArray()
        default:
            json.key("query")
            json.string((0..<Int.random(in: 2...4)).compactMap { _ in words.randomElement() }.joined(separator: " "))
            json.key("mode")
            json.string(mode(of: kind))
            json.key("budgetMilliseconds")
            json.integer(10_000)
            if kind == .explained {
                json.key("explain")
                json.bool(true)
            }
            if kind == .identifiers {
                json.key("fields")
                json.beginArray()
                json.endArray()
            }
        }
        json.endObject()
        return json.bytes
    }

    private func mode(of kind: BenchKind) -> String {
        switch kind {
        case .semantic, .semanticAgain: "semantic"
        case .hybrid, .hybridAgain, .explained: "hybrid"
        default: "lexical"
        }
    }
}
