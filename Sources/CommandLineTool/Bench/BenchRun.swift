import AlmagestEntities
import AlmagestWire

/// What one kind of question took, in milliseconds.
struct BenchResult: Sendable {
    let kind: BenchKind
    let clients: Int
    /// From the call to its reply, ascending.
    let times: [Double]
    /// What the daemon says its stages took, each ascending; `socket` is what is left of the whole.
    let stages: [(name: String, times: [Double])]
    /// Replies that lacked a part.
    let partial: Int
    let seconds: Double

    var perSecond: Double { Double(times.count) / max(seconds, 1e-9) }

    /// The smallest value that at least this share does not exceed.
    static func quantile(_ share: Double, of ordered: [Double]) -> Double {
        ordered.isEmpty
            ? 0 : ordered[min(ordered.count - 1, max(0, Int((share * Double(ordered.count)).rounded(.up)) - 1))]
    }
}

/// Asks questions and measures.
enum BenchRun {
    private struct Sample: Sendable {
        var milliseconds: Double
        var stages: [String: Double]
        var isPartial: Bool
    }

    /// Every client asks its share, one question at a time; `warm` are asked before the clock runs.
    static func measure(
        _ kind: BenchKind, _ questions: [[UInt8]], warm: [[UInt8]], by clients: [Client]
    ) async throws -> BenchResult {
        for question in warm { _ = try await clients[0].call(kind.method, question) }
        let began = ContinuousClock.now
        let samples = try await withThrowingTaskGroup(of: [Sample].self) { group in
            for (number, client) in clients.enumerated() {
                let own = stride(from: number, to: questions.count, by: clients.count).map { questions[$0] }
                group.addTask { try await ask(kind, own, client) }
            }
            var all: [Sample] = []
            for try await some in group { all += some }
            return all
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        return BenchResult(
            kind: kind, clients: clients.count, times: samples.map(\.milliseconds).sorted(),
            stages: stages(of: samples), partial: samples.count(where: \.isPartial), seconds: seconds)
    }

    private static func ask(_ kind: BenchKind, _ questions: [[UInt8]], _ client: Client) async throws -> [Sample] {
        var samples: [Sample] = []
        samples.reserveCapacity(questions.count)
        for question in questions {
            let asked = ContinuousClock.now
            let reply = try await client.call(kind.method, question)
            let took = (ContinuousClock.now - asked) / .milliseconds(1)
            samples.append(
                Sample(
                    milliseconds: took, stages: stages(of: reply, whole: took),
                    isPartial: !reply["partial"].list.isEmpty))
        }
        return samples
    }

    private static func stages(of reply: CallReply, whole: Double) -> [String: Double] {
        guard let named = reply["stagesMicroseconds"] else { return [:] }
        var stages: [String: Double] = [:]
        for (name, took) in named.members { stages[name] = (took.number ?? 0) / 1000 }
        stages["socket"] = whole - Double(reply["tookMicroseconds"]?.integer ?? 0) / 1000
        return stages
    }

    private static func stages(of samples: [Sample]) -> [(name: String, times: [Double])] {
        Set(samples.flatMap(\.stages.keys)).sorted().map { name in
            (name: name, times: samples.compactMap { $0.stages[name] }.sorted())
        }
    }
}
