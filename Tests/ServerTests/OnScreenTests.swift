import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import TestSupport
import Testing

/// What is on screen and not indexed: its app is asked what it is called, when a request needs it and not before.
@Suite struct OnScreenTests {
    private static let titles = ["Comet Tail", "Slow Light", "Dust Lane", "Perihelion", "River of Stars"]

    private static func song(_ number: Int, bundle: String = tunes) -> String {
        entity(
            "s\(number)", titles[number - 1], bundle: bundle, type: "SongEntity",
            #","schema":"audio.song","properties":{"artistName":"Vega"}"#
        ).replacing(#""}"#, with: #"","image":{"name":"cover"}}"#, maxReplacements: 1)
    }

    /// An app that tells names and whole lists, two songs a page, and notes what it was asked.
    private func app(_ daemon: RunningDaemon, _ asked: Asked) async throws -> Client {
        try await daemon.app(provides: ["display", "all"]) { request, _ in
            let ids = request.params?["identifiers"]?.elements.compactMap(\.string) ?? []
            let cursor = request.params?["cursor"]?.string
            let components = request.params?["components"]?.elements.compactMap(\.string) ?? []
            var words = [request.method]
            words += ids
            words += components
            if let cursor { words.append(cursor) }
            asked.note([words.joined(separator: " ")])
            guard request.method == "provider.all" else {
                let numbers = ids.compactMap { Int($0.dropFirst()) }
                return #"{"entities":[\#(numbers.map { Self.song($0) }.joined(separator: ","))]}"#
            }
            let start = Int(cursor ?? "1") ?? 1
            let page = (start..<min(start + 2, 6)).map { Self.song($0) }.joined(separator: ",")
            let next = start + 2 <= 5 ? #","cursor":"\#(start + 2)""# : ""
            return #"{"entities":[\#(page)]\#(next)}"#
        }
    }

    private func show(_ client: Client, _ numbers: [Int], _ more: String = "") async throws {
        let views = numbers.map { #"{"entity":"\#(tunes)/SongEntity/s\#($0)"}"# }.joined(separator: ",")
        try await client.ask("screen.update", #"{"bundle":"\#(tunes)","views":[\#(views)]\#(more)}"#)
    }

    private func resolve(_ client: Client, _ request: String, _ more: String = "") async throws -> JSONValue {
        try await client.ask("resolve", #"{"request":\#(request.json),"language":"en"\#(more)}"#)
    }

    private func titles(_ reply: JSONValue) -> [String] {
        reply["candidates"]?.elements.compactMap { $0["display"]?["title"]?.string } ?? []
    }

    @Test func theOneOfAPlaceIsAskedOfItsAppAndTheTextOfItsDisplayAlone() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let asked = Asked()
        let app = try await app(daemon, asked)
        let client = try await daemon.connect()
        try await client.donate(entity("n", "Weather Report"))
        try await daemon.settle()
        try await show(app, [1, 2, 3])
        // Nobody needs it yet.
        for request in ["weather report", "weather"] { _ = try await resolve(client, request) }
        #expect(asked.all == [])
        let reply = try await resolve(client, "play the third one")
        #expect(reply["outcome"]?.string == "one", "\(reply.encodedText)")
        #expect(reply.ids("candidates") == ["s3"] && titles(reply) == ["Dust Lane"])
        #expect(reply["candidates"]?.elements.first { _ in true }?["display"]?["image"] == nil)
        #expect(asked.all == ["provider.display s3 text"])
        #expect(titles(try await resolve(client, "the second song")) == ["Slow Light"])
        #expect(titles(try await resolve(client, "the last one", #","accepts":["audio.song"]"#)) == ["Dust Lane"])
        #expect(try await resolve(client, "this", #","accepts":["EventEntity"]"#)["outcome"]?.string == "none")
        try await show(app, [], #","activity":{"title":"Now","entity":"\#(tunes)/SongEntity/s5"}"#)
        #expect(titles(try await resolve(client, "what is this")) == ["River of Stars"])
        app.close()
    }

    @Test func theOneOfAListIsReadAsFarAsItStands() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let asked = Asked()
        let app = try await app(daemon, asked)
        let client = try await daemon.connect()
        try await show(app, [], #","lists":[{"type":"SongEntity","count":5}]"#)
        #expect(titles(try await resolve(client, "the second one")) == ["Slow Light"])
        #expect(asked.all == ["provider.all"])
        asked.forget()
        #expect(titles(try await resolve(client, "play the last one")) == ["River of Stars"])
        #expect(asked.all == ["provider.all", "provider.all 3", "provider.all 5"])
        asked.forget()
        #expect(try await resolve(client, "the ninth one")["outcome"]?.string == "none")
        #expect(asked.all == [])
        // What of it is deleted in the index is not shown, what is there is as it is there.
        let seq = try await client.donate(entity("s2", "Slow Light (Live)", bundle: tunes, type: "SongEntity"))
        #expect(try await client.found("live", after: seq) == ["s2"])
        #expect(titles(try await resolve(client, "the second one")) == ["Slow Light (Live)"])
        app.close()
    }

    @Test(arguments: [[1, 2, 3], []])
    func theOneThatIsCalledSoIsFoundByItsName(_ views: [Int]) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let asked = Asked()
        let app = try await app(daemon, asked)
        let client = try await daemon.connect()
        try await client.donate(entity("n", "Grocery List", #","text":"there is dust in the lane behind the shop""#))
        try await daemon.settle()
        try await show(app, views, views.isEmpty ? #","lists":[{"type":"SongEntity","count":5}]"# : "")
        let called = try await resolve(client, "open the one called Dust Lane")
        #expect(called["outcome"]?.string == "one" && titles(called) == ["Dust Lane"], "\(called.encodedText)")
        let asks = asked.all.count
        #expect(asks > 0)
        // Without such words it is asked for where the index has no answer.
        let named = try await resolve(client, "play Slow Light", #","accepts":["SongEntity"]"#)
        #expect(named["outcome"]?.string == "one" && titles(named) == ["Slow Light"], "\(named.encodedText)")
        #expect(asked.all.count > asks)
        let before = asked.all.count
        #expect(titles(try await resolve(client, "grocery list")) == ["Grocery List"])
        #expect(asked.all.count == before)
        // Nothing on screen is called so.
        #expect(try await resolve(client, "xylophone quarrel")["outcome"]?.string == "none")
        app.close()
    }

    @Test func anAppThatFailsIsNamedAndWhatIsIndexedKeepsItsPlace() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, valuesMilliseconds: 500"))
        let how = Mutex("hang")
        let gate = Gate()
        let app = try await daemon.app(provides: ["display", "all"]) { _, _ in
            switch how.withLock({ $0 }) {
            case "hang":
                await gate.wait()
                return "{}"
            case "foreign": return #"{"entities":[\#(Self.song(2, bundle: "org.example.Other"))]}"#
            case "malformed": return #"{"entities":[7]}"#
            case "another": return #"{"entities":[\#(Self.song(4))]}"#
            default: throw AlmagestError(.notFound, "no such song")
            }
        }
        let client = try await daemon.connect()
        try await client.donate(
            entity("s1", "Comet Tail", bundle: tunes, type: "SongEntity"),
            entity("s3", "Dust Lane", bundle: tunes, type: "SongEntity"))
        try await daemon.settle()
        try await show(app, [1, 2, 3])
        for mode in ["hang", "foreign", "malformed", "refuse", "another"] {
            how.withLock { $0 = mode }
            let failed = try await resolve(client, "the second one")
            #expect(failed["outcome"]?.string == "none", "\(mode): \(failed.encodedText)")
            let named = failed["partial"]?.elements.compactMap(\.string) ?? []
            #expect(named == (mode == "another" ? [] : [tunes]), "\(mode)")
            // The others stand where they stand, and nobody is asked for them.
            #expect(titles(try await resolve(client, "the third one")) == ["Dust Lane"])
            #expect(titles(try await resolve(client, "play comet tail")) == ["Comet Tail"])
        }
        gate.open()
        // One that was deleted is not shown while nobody says that it is there.
        app.close()
        await app.peer.waitUntilClosed()
        try await show(client, [1, 2, 3])
        try await client.ask("delete", #"{"bundle":"\#(tunes)","type":"SongEntity","identifiers":["s3"]}"#)
        #expect(titles(try await resolve(client, "the first one")) == ["Comet Tail"])
        for request in ["the second one", "the third one"] {
            #expect(try await resolve(client, request)["outcome"]?.string == "none", "\(request)")
        }
    }

    @Test func anotherAppGetsNothingOfAScreenThatIsNotItsOwn() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let asked = Asked()
        let app = try await app(daemon, asked)
        try await show(app, [1, 2, 3], #","lists":[{"type":"SongEntity","count":5}]"#)
        let other = try await daemon.connect()
        try await other.ask("hello", #"{"bundle":"org.example.X"}"#)
        for request in ["the third one", "this", "the last one", "the one called Dust Lane", "Dust Lane"] {
            let reply = try await resolve(other, request)
            #expect(reply["outcome"]?.string == "none", "\(reply.encodedText)")
            #expect(reply["partial"]?.count == 0)
        }
        #expect(asked.all == [])
        #expect(titles(try await resolve(app, "the third one")) == ["Dust Lane"])
        app.close()
    }

    @Test func anExecutableIsStartedForItWhereNoAppIsConnected() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", calls: ["display", "all"])
        let client = try await daemon.connect()
        try await show(client, [1, 2], #","lists":[{"type":"SongEntity","count":9}]"#)
        func starts() async throws -> Int64? {
            try await client.ask("status")["providers"]?.elements.first { _ in true }?["starts"]?.integer
        }
        #expect(try await starts() == 0)
        #expect(titles(try await resolve(client, "the second one")) == ["Song s2"])
        #expect(titles(try await resolve(client, "the third one")) == ["Perihelion"])
        #expect(try await starts() == 1)
    }
}
