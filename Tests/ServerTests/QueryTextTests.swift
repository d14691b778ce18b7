import AlmagestEntities
import AlmagestWire
import Foundation
import TestSupport
import Testing

/// Any text is a query: it gives results or none, never an error.
@Suite struct QueryTextTests {
    private static let printable = (0x20...0x7E).compactMap(Unicode.Scalar.init).map { String(Character($0)) }

    static let texts: [String] =
        printable + printable.map { $0 + $0 }
        + printable.flatMap { ["\($0)lantern", "lantern\($0)", "\($0)lantern\($0)"] } + [
            "", " ", "\t\n", "...", "the", "the of and", "\"", "\"lantern", "lantern\"", "(((", ")))", "AND", "OR",
            "NOT",
            "NEAR", "lantern AND", "NOT lantern", "lantern NEAR/3 light", "*", "lan*", "title:lantern", "col:x",
            "^name",
            "it's", "a/b.swift", "user@host", "C++", "don't use agents", "10-45-A7-33", "-lantern", "--", "- -", "+",
            "~", "💡", "👩‍👩‍👧‍👦",
            "\u{0}", "a\u{0}b", "\u{202E}abc", "\u{FEFF}", "e\u{301}\u{301}\u{301}", "重跑gen-itgc后", "東", "東京", "東京タワー",
            "서울에서", "ภาษาไทย",
            "'; DROP TABLE entities; --", "%s%n", "\\", "\\\"", "XAPIAN", "a AND (b OR", "\"a\" \"b", "…", "１２３", "ﬁ",
        ] + [
            String(repeating: "x", count: 100_000), String(repeating: "ab ", count: 33_333),
            String(repeating: "\"", count: 100_000),
            String(repeating: "(", count: 100_000), String(repeating: "東", count: 100_000),
            String(repeating: "-a ", count: 33_333), (0..<20_000).map { "w\($0)" }.joined(separator: " "),
        ]

    private func look(_ client: Client, _ text: String, mode: String = "lexical") async throws {
        do {
            let found = try await client.ask(
                "search", #"{"query":\#(text.json),"mode":"\#(mode)","facets":["type"],"explain":true}"#)
            #expect(found["results"]?.kind == .array)
            for result in found["results"]?.elements.map({ $0 }) ?? [] {
                let score = result["score"]?.number ?? -1
                #expect((0...1).contains(score), "\(text.prefix(80)): score \(score)")
                let length = Int64(result["snippet"]?.string?.unicodeScalars.count ?? 0)
                for highlight in result["highlights"]?.elements.map({ $0 }) ?? [] {
                    let pair = highlight.elements.compactMap(\.integer)
                    #expect(
                        pair.count == 2 && pair[0] >= 0 && pair[1] > 0 && pair[0] + pair[1] <= length,
                        "\(text.prefix(80))")
                }
            }
            let suggested = try await client.ask("suggest", #"{"prefix":\#(text.json)}"#)
            #expect(suggested["suggestions"]?.kind == .array)
        } catch {
            Issue.record("\(text.prefix(80).debugDescription) (\(text.count)): \(error)")
            throw error
        }
    }

    @Test func whatSeveralTextsMatchIsCountedOnce() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for word in ["quokka", "zebra", "quokka zebra"] {
            let entities = (0..<700).map {
                #"{"bundle":"o","type":"T","id":"\#(word) \#($0)","display":{"title":"\#(word) \#($0)"}}"#
            }
            try await client.ask("index", #"{"entities":[\#(entities.joined(separator: ","))]}"#)
        }
        try await daemon.settle()
        let found = try await client.ask(
            "search", #"{"queries":[{"text":"quokka"},{"text":"zebra"}],"mode":"lexical","limit":1}"#)
        #expect(found["total"]?.integer == 2100)
        #expect(found["totalIsLowerBound"]?.bool == false)
    }

    @Test func anExplanationTellsWhatEachStageTook() async throws {
        let (daemon, client) = try await stocked()
        let told = try await client.ask("search", #"{"query":"lantern","explain":true}"#)
        let stages = told["stagesMicroseconds"]
        for name in ["embedding", "words", "meaning", "ranking", "reading"] {
            #expect(stages?[name]?.integer ?? -1 >= 0, "\(name)")
        }
        #expect(stages?["words"]?.integer ?? 0 > 0)
        #expect(stages?["reading"]?.integer ?? .max <= told["tookMicroseconds"]?.integer ?? 0)
        #expect(try await client.ask("search", #"{"query":"lantern"}"#)["stagesMicroseconds"] == nil)
        withExtendedLifetime(daemon) {}
    }

    private func stocked() async throws -> (RunningDaemon, Client) {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let titles = [
            "Lantern light", "user@host", "a/b.swift", "C++ for lanterns", "It's a lantern", "Order 10-45-A7-33",
            "東京タワー", "서울에서 만나요",
            "重跑gen-itgc后", "ภาษาไทย", "Café Ångström", "don't use agents",
        ]
        let seq = try await client.donate(
            titles.enumerated().map { entity("\($0.offset)", $0.element, #","text":"some filler text""#) })
        // A few at a time go ahead of the journal lane, which is “current” all the while: `after` waits for them.
        _ = try await client.found("lantern", after: seq)
        return (daemon, client)
    }

    @Test func noTextIsAnError() async throws {
        let (daemon, client) = try await stocked()
        for text in Self.texts { try await look(client, text) }
        #expect(await daemon.answers())
    }

    @Test(arguments: [
        ("user@host", "1"), ("a/b.swift", "2"), ("C++", "3"), ("it's", "4"), ("10-45-A7-33", "5"), ("東京", "6"),
        ("서울", "7"),
        ("重跑gen-itgc后", "8"), ("ไทย", "9"), ("cafe", "10"), ("CAFÉ", "10"), ("angstrom", "10"),
        ("don't use agents", "11"),
    ])
    func literalTextIsFoundWhenItIsThere(_ query: String, _ id: String) async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        #expect(try await client.found(query).first == id)
    }

    static let retrieval = ProjectFiles.sharedData?.appending(path: "retrieval")

    static var hasCollections: Bool { retrieval.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }

    @Test(.enabled(if: hasCollections)) func queriesOfEveryCollectionAreNoErrors() async throws {
        let (daemon, client) = try await stocked()
        for folder in try FileManager.default.contentsOfDirectory(
            at: try #require(Self.retrieval), includingPropertiesForKeys: nil)
        {
            guard let text = try? String(contentsOf: folder.appending(path: "queries.jsonl"), encoding: .utf8) else {
                continue
            }
            for line in text.split(separator: "\n").prefix(60) {
                guard let query = try JSONDocument(Array(line.utf8)).root["text"]?.string else { continue }
                try await look(client, query)
                for length in [1, 2, 3, 6] { try await look(client, String(query.prefix(length))) }
            }
        }
        #expect(await daemon.answers())
    }

    @Test(.enabled(if: RunningDaemon.hasModel)) func noTextIsAnErrorForTheModelEither() async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "Chocolate cake"), entity("2", "Quarterly tax return"))
        let found = try await client.ask(
            "search",
            #"{"query":"something sweet to eat","mode":"semantic","after":\#(seq),"budgetMilliseconds":60000}"#)
        #expect(found.ids("results").first == "1")
        try await daemon.settle()
        for text in Self.texts where text.count < 4 || text.count > 60 { try await look(client, text, mode: "hybrid") }
        #expect(await daemon.answers())
    }
}
