import AlmagestEntities
import AlmagestWire
import TestSupport
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

    /// Asked for something that only an app knows, which takes its time.
    private static let waiting: [(method: String, parameters: String)] = [
        ("resolve", #"{"request":"play dust lane","accepts":["audio.song"]}"#),
        ("values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"dust lane"}}}"#),
        ("entities", #"{"identifiers":["org.example.Notes/Note/1","org.example.Tunes/SongEntity/9"]}"#),
    ]

    @Test(arguments: waiting.map(\.method))
    func nothingThatNeedsNoAppWaitsForOne(_ method: String) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", calls: [])
        let gate = Gate()
        let asked = AsyncStream<Void>.makeStream()
        let app = try await daemon.app(provides: ["matching", "entities"]) { request, _ in
            asked.continuation.yield()
            await gate.wait()
            let song = entity("9", "Dust Lane", bundle: tunes, type: "SongEntity", #","schema":"audio.song""#)
            return #"{"entities":[\#(song)]}"#
        }
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "Comet Tail", #","schema":"audio.song""#))
        #expect(try await client.found("comet", after: seq) == ["1"])
        let parameters = try #require(Self.waiting.first { $0.method == method }?.parameters)
        let waiting = (0..<20).map { _ in Task { try await client.ask(method, parameters) } }
        for await _ in asked.stream { break }
        // The same connection goes on, and another does.
        for other in [client, try await daemon.connect()] {
            #expect(try await other.found("comet") == ["1"])
            let one = try await other.ask("resolve", #"{"request":"play comet tail"}"#)
            #expect(one["outcome"]?.string == "one", "\(one.encodedText)")
            let known = try await other.ask("entities", #"{"identifiers":["org.example.Notes/Note/1"]}"#)
            #expect(known["entities"]?.count == 1)
        }
        gate.open()
        for task in waiting {
            let reply = try await task.value
            switch method {
            case "resolve": #expect(reply.ids("candidates") == ["9"], "\(reply.encodedText)")
            case "values": #expect(ids(reply).contains("9"), "\(reply.encodedText)")
            default: #expect(reply.ids("entities") == ["1", "9"], "\(reply.encodedText)")
            }
        }
        app.close()
    }

    /// The app's own answer needs what the client's request holds up otherwise.
    @Test func anAppMayAskTheDaemonBeforeItAnswersOnTheConnectionThatAskedIt() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", calls: [])
        let app = try await daemon.app(provides: ["matching"]) { _, peer in
            let own = try await peer.call(
                "resolve", params: Array(#"{"request":"newest list","accepts":["PlaylistEntity"]}"#.utf8),
                timeout: .seconds(60)
            ).result
            let title = own["candidates"]?.elements.first { _ in true }?["display"]?["title"]?.string ?? "nothing"
            let song = entity("9", "Dust Lane", bundle: tunes, type: "SongEntity", #","keywords":[\#(title.json)]"#)
            return #"{"entities":[\#(song)]}"#
        }
        try await app.donate(entity("1", "Newest List", bundle: tunes, type: "PlaylistEntity"))
        try await daemon.settle()
        let waiting = (0..<20).map { _ in
            Task { try await app.ask("resolve", #"{"request":"dust lane","accepts":["SongEntity"]}"#) }
        }
        for task in waiting {
            let reply = try await task.value
            #expect(reply.ids("candidates") == ["9"], "\(reply.encodedText)")
        }
        app.close()
    }
}
