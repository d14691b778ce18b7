import AlmagestEntities
import AlmagestWire
import Testing

/// Types of which nothing is indexed are asked of their apps, by what those answer.
@Suite struct UnindexedTests {
    private func ids(_ reply: JSONValue) -> [String] {
        reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } ?? []
    }

    private func outcomes(_ reply: JSONValue) -> [String] {
        reply["providers"]?.elements.compactMap { $0["outcome"]?.string } ?? []
    }

    private let byWords = #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet vega"}}}"#
    private let described =
        #"{"input":{"kind":"audio.song","value":{"title":"Dust Lane"}}}"#

    @Test func anAppThatMatchesWordsOrPropertiesAnswersForValues() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", calls: ["matching", "find"])
        let client = try await daemon.connect()
        let words = try await client.ask("values", byWords)
        #expect(ids(words) == ["p1"], "\(words.encodedText)")
        #expect(outcomes(words) == ["ok"])
        #expect(ids(try await client.ask("values", described)) == ["p2"])
        // Not for what it isn't asked for, nor for what the index has of it.
        let other = try await client.ask(
            "values", #"{"input":{"kind":"string","criteria":{"searchQuery":"comet"}},"accepts":["EventEntity"]}"#)
        #expect(outcomes(other) == [])
        let another = try await daemon.connect()
        try await another.ask("hello", #"{"bundle":"org.example.X"}"#)
        #expect(outcomes(try await another.ask("values", byWords)) == [])
        try await client.donate(entity("1", "Comet", bundle: tunes, type: "SongEntity"))
        #expect(outcomes(try await client.ask("values", byWords)) == [])
    }

    @Test func anAppThatAnswersValuesIsAskedNothingElse() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", calls: ["matching", "values"])
        let reply = try await daemon.connect().ask("values", byWords)
        #expect(outcomes(reply) == ["ok"])
        #expect(Set(ids(reply)).isSuperset(of: ["p1"]))
    }

    @Test func resolveAsksTheAppWhereTheIndexHasNoAnswer() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        let request = #"{"request":"play comet tail","accepts":["audio.song"]}"#
        #expect(try await client.ask("resolve", request)["outcome"]?.string == "none")
        try await daemon.install("good", calls: ["matching"])
        let reply = try await client.ask("resolve", request)
        #expect(reply["outcome"]?.string == "one", "\(reply.encodedText)")
        #expect(reply.ids("candidates") == ["p1"])
        let none = try await client.ask("resolve", #"{"request":"grocery list","accepts":["audio.song"]}"#)
        #expect(none["outcome"]?.string == "none", "\(none.encodedText)")
        // Another app neither gets an answer out of this one nor hears of it.
        let another = try await daemon.connect()
        try await another.ask("hello", #"{"bundle":"org.example.X"}"#)
        let kept = try await another.ask("resolve", request)
        #expect(kept["outcome"]?.string == "none", "\(kept.encodedText)")
        #expect(kept["partial"]?.elements.compactMap(\.string) ?? [] == [])
    }

    @Test func anAppThatFailsIsNamedAndSpoilsNothing() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("crash", calls: ["matching"])
        let client = try await daemon.connect()
        let reply = try await client.ask("resolve", #"{"request":"comet tail"}"#)
        #expect(reply["outcome"]?.string == "none")
        #expect(reply["partial"]?.elements.compactMap(\.string) == [tunes])
        let another = try await daemon.connect()
        try await another.ask("hello", #"{"bundle":"org.example.X"}"#)
        let kept = try await another.ask("resolve", #"{"request":"comet tail"}"#)
        #expect(kept["partial"]?.elements.compactMap(\.string) ?? [] == [])
        #expect(outcomes(try await client.ask("values", byWords)) == ["unavailable"])
    }
}
