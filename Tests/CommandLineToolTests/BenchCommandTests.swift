import AlmagestEntities
import Testing

@testable import CommandLineTool

/// `almagest bench` against a real daemon.
@Suite struct BenchCommandTests {
    private func stocked() async throws -> CommandLineRun {
        let run = try CommandLineRun()
        let titles = ["Perseid Watch Party", "Grocery List", "Lentil Soup Recipe", "月曜日の会議", "x"]
        try run.write(
            "content.ndjson",
            titles.enumerated().map { line("\($0.offset)", $0.element) }.joined(separator: "\n") + "\n")
        let indexed = try await run.almagest("index", run.path("content.ndjson"), "--wait")
        #expect(indexed.status == 0, "\(indexed.complaints)")
        return run
    }

    @Test func everyKindIsMeasuredByEveryNumberOfClients() async throws {
        let run = try await stocked()
        let outcome = try await run.almagest("bench", "--queries", "20", "--json")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let report = try JSONDocument(Array(outcome.output.utf8)).root
        #expect(report["entities"]?.integer == 5)
        let results = try #require(report["results"]).elements
        for kind in BenchKind.allCases where kind != .explained {
            let clients = results.filter { $0["kind"]?.string == kind.rawValue }.compactMap { $0["clients"]?.integer }
            #expect(clients == (kind.isForOne ? [1] : [1, 4, 16]), "\(kind)")
        }
        for result in results {
            #expect(result["questions"]?.integer == 20)
            let p50 = try #require(result["p50"]?.number)
            let p99 = try #require(result["p99"]?.number)
            #expect(0 < p50 && p50 <= p99)
            #expect(try #require(result["perSecond"]?.number) > 0)
        }
        let stages = try #require(report["stages"]).members
        #expect(Set(stages.map(\.key)).isSuperset(of: ["socket", "words", "ranking", "reading"]))
        for (name, times) in stages { #expect(try #require(times["p50"]?.number) >= 0, "\(name)") }
    }

    @Test func contentIsLeftAsItIs() async throws {
        let run = try await stocked()
        let before = try await run.almagest("find", "--json")
        let outcome = try await run.almagest("bench", "--queries", "3")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("5 entities") && outcome.output.contains("stage of a hybrid search"))
        let after = try await run.almagest("find", "--json")
        func identifiers(_ text: String) throws -> [String] {
            try JSONDocument(Array(text.utf8)).root["results"].list.compactMap { $0["entity"]?["id"]?.string }
        }
        #expect(try identifiers(before.output) == identifiers(after.output))
    }

    @Test func withoutContentThereIsNothingToAsk() async throws {
        let run = try CommandLineRun()
        let outcome = try await run.almagest("bench")
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("Nothing is indexed"))
        #expect(outcome.output.isEmpty)
        #expect(try await run.almagest("bench", "--queries", "few").status == 2)
    }

    @Test func aQuantileIsTheSmallestValueThatItsShareDoesNotExceed() {
        let values = (1...200).map(Double.init)
        #expect(BenchResult.quantile(0.5, of: values) == 100)
        #expect(BenchResult.quantile(0.99, of: values) == 198)
        #expect(BenchResult.quantile(1, of: values) == 200)
        #expect(BenchResult.quantile(0.5, of: []) == 0)
    }
}
