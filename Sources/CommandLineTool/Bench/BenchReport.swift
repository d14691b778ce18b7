import AlmagestEntities
import Foundation

/// What `almagest bench` found out.
struct BenchReport: Sendable {
    let status: JSONValue
    let titles: Int
    var results: [BenchResult] = []
    /// The questions that were asked last, for their repetition.
    var asked: [[UInt8]] = []

    init(status: JSONValue, titles: Int) {
        self.status = status
        self.titles = titles
    }

    /// Where the time of a hybrid search goes that was not asked before, as the daemon says. Words and meaning are looked
    /// for side by side.
    var stages: [(name: String, times: [Double])] {
        let known = ["socket", "embedding", "words", "meaning", "ranking", "reading"]
        let measured = results.first { $0.kind == .explained }?.stages ?? []
        return known.compactMap { name in measured.first { $0.name == name } }
            + measured.filter { !known.contains($0.name) }
    }

    /// By kind in the order of measuring, few clients first.
    private var ordered: [BenchResult] {
        BenchKind.allCases.filter { $0 != .explained }.flatMap { kind in
            results.filter { $0.kind == kind }.sorted { $0.clients < $1.clients }
        }
    }

    var text: String {
        let terminal = Terminal.standardOutput
        let entities = ProgressBar.grouped(Int(status["entities"]?.integer ?? 0))
        var lines = ["\(entities) entities; times in milliseconds", ""]
        lines.append(
            terminal.styled(
                "question          clients      p50      p90      p99        /s", .bold))
        for result in ordered {
            let name = result.kind.rawValue.padding(toLength: 18, withPad: " ", startingAt: 0)
            let times = [0.5, 0.9, 0.99].map { String(format: "%9.2f", BenchResult.quantile($0, of: result.times)) }
            lines.append(
                name + String(format: "%7d", result.clients) + times.joined()
                    + String(format: "%10.0f", result.perSecond)
                    + (result.partial > 0 ? "  \(result.partial) incomplete" : ""))
        }
        lines += ["", terminal.styled("stage of a hybrid search      p50      p90      p99", .bold)]
        for stage in stages {
            let times = [0.5, 0.9, 0.99].map { String(format: "%9.2f", BenchResult.quantile($0, of: stage.times)) }
            lines.append(stage.name.padding(toLength: 25, withPad: " ", startingAt: 0) + times.joined())
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var json: String {
        var json = JSONWriter()
        json.beginObject()
        json.key("version")
        json.string(status["version"]?.string ?? "")
        json.key("entities")
        json.integer(status["entities"]?.integer ?? 0)
        json.key("titlesAsked")
        json.integer(titles)
        json.key("results")
        json.beginArray()
        for result in ordered {
            json.beginObject()
            json.key("kind")
            json.string(result.kind.rawValue)
            json.key("clients")
            json.integer(result.clients)
            json.key("questions")
            json.integer(result.times.count)
            Self.write(result.times, to: &json)
            json.key("perSecond")
            json.number(result.perSecond)
            json.key("incomplete")
            json.integer(result.partial)
            json.endObject()
        }
        json.endArray()
        json.key("stages")
        json.beginObject()
        for stage in stages {
            json.key(stage.name)
            json.beginObject()
            Self.write(stage.times, to: &json)
            json.endObject()
        }
        json.endObject()
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ times: [Double], to json: inout JSONWriter) {
        for (key, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
            json.key(key)
            json.number(BenchResult.quantile(share, of: times))
        }
    }
}
