import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

@Suite struct ValuesTests: AsksForValues {
    @Test(arguments: [
        ("comet tail", ["s1", "s3", "s2"], 3), ("comet tail by vega", ["s1"], 1), ("comet tail by halley", ["s3"], 1),
        ("live version of comet tail", ["s2"], 1), ("songs by vega", ["s1", "s2", "s6"], 3),
        ("stand by me", ["s5"], 1), ("slow light from orbits", ["s6"], 1), ("glow's running playlist", ["l1"], 1),
        ("running playlist by mika", ["l2"], 1), ("commet tail by hally", ["s3"], 1),
    ])
    func audioIsFoundByWhatItsSchemaKnows(_ text: String, _ expected: [String], _ first: Int) async throws {
        let (daemon, client) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":\#(text.json)}}}"#)
        #expect(Set(ids(reply).prefix(first)) == Set(expected), "\(ids(reply))")
        #expect(!ids(reply).contains("e1"))
    }

    @Test func aPlaylistOfMineIsMineAndAMessageIsCalledByWhoWroteIt() async throws {
        let (daemon, client) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        func mail(_ id: String, _ subject: String, from sender: String) -> String {
            entity(
                id, subject, bundle: "org.example.Post", type: "MailMessageEntity",
                #","schema":"mail.message","properties":{"subject":\#(subject.json),"sender":{"person":{"name":\#(sender.json)}}}"#
            )
        }
        try await client.donate(
            entity(
                "l3", "Running", bundle: "org.example.Library", type: "PlaylistEntity",
                #","schema":"audio.playlist","properties":{"owner":{"case":"person","value":{"person":{"name":"Sam","isMe":true}}}}"#
            ), mail("m1", "Michael: notes of a meeting", from: "Susan Zahn"),
            mail("m2", "The broken dome of the observatory", from: "Michael Nicolas"))
        try await daemon.settle()
        let own = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"my running playlist"}}}"#)
        #expect(ids(own).first == "l3", "\(own.encodedText)")
        let written = try await client.ask(
            "values",
            #"{"input":{"kind":"string","criteria":{"searchQuery":"michael"}},"accepts":["mail.message"]}"#)
        #expect(ids(written) == ["m2", "m1"], "\(written.encodedText)")
    }

    @Test func acceptsChoosesTypesAndNamesTheCase() async throws {
        let (daemon, client) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        let both = try await client.ask(
            "values",
            #"{"input":{"kind":"string","criteria":{"searchQuery":"comet"}},"accepts":["calendar.event","SongEntity"]}"#
        )
        let cases = Dictionary(
            both["values"]?.elements.map { ($0["value"]?["id"]?.string ?? "", $0["case"]?.string ?? "") } ?? []
        ) { first, _ in first }
        #expect(cases["e1"] == "calendar.event")
        #expect(cases["s1"] == "SongEntity")
        let none = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet"}},"accepts":["mail.message"]}"#)
        #expect(ids(none) == [])
    }

    @Test func providersAnswerBesideTheIndexAndDuplicatesGoOnce() async throws {
        let (daemon, client) = try await library()
        try await daemon.install("good")
        try await daemon.install("duplicates", bundle: "org.example.Double")
        let reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet tail vega"}}}"#)
        let keys =
            reply["values"]?.elements.map {
                ($0["value"]?["bundle"]?.string ?? "") + "/" + ($0["value"]?["id"]?.string ?? "")
            }
            ?? []
        #expect(keys.count == Set(keys).count)
        #expect(keys.contains("org.example.Tunes/p1"))
        #expect(keys.contains("org.example.Library/s1"))
        #expect(keys.contains("org.example.Double/1"))
        #expect(reply["providers"]?.elements.compactMap { $0["outcome"]?.string } == ["ok", "ok"])
        let limited = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet"}},"limit":2}"#)
        #expect(ids(limited).count == 2)
    }

    @Test func theSameStableIdentifierIsTheSameThing() async throws {
        let (daemon, client) = try await library()
        let app = try await daemon.app(provides: ["values"]) { _, _ in
            #"{"values":[{"case":"song","value":{"bundle":"org.example.Tunes","type":"SongEntity","id":"x","schema":"audio.song","stableID":"isrc-1","display":{"title":"Comet Tail"}}}]}"#
        }
        let donated = Self.song("s9", "Comet Tail", "Vega", album: "", #","stableID":"isrc-1""#)
        let seq = try await client.donate(donated)
        _ = try await client.found("comet", after: seq)
        let reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet tail"}}}"#)
        #expect(reply["values"]?.elements.filter { $0["value"]?["stableID"]?.string == "isrc-1" }.count == 1)
        app.close()
    }

    @Test(arguments: [
        ("foreign", "forbiddenBundle", "The provider of “org.example.Tunes” sent an entity of “org.example.Other”."),
        ("hang", "timedOut", "The provider of “org.example.Tunes” did not answer provider.values within 700 ms."),
        ("exit", "unavailable", "The provider of “org.example.Tunes” ended with exit status 1 before it answered."),
        ("crash", "unavailable", "The provider of “org.example.Tunes” ended with exit status 3 before it answered."),
        ("garbage", "unavailable", "was stopped, for it sent what is no message"),
        ("gigabyte", "tooLarge", "The message is longer than 1048576 bytes."),
        ("malformed", "invalidEntity", "values[0].value.display.title: "),
        ("refuse", "notFound", "answered: no such song"),
    ])
    func aProviderThatFailsIsNamedAndSpoilsNothing(_ mode: String, _ outcome: String, _ message: String) async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration(
                "valuesMilliseconds: \(mode == "hang" ? 700 : 60_000), messageBytes: 1048576"))
        try await daemon.install(mode)
        let client = try await daemon.connect()
        try await client.donate(Self.song("s1", "Comet Tail", "Vega"))
        try await daemon.settle()
        let reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet tail"}}}"#)
        #expect(ids(reply) == ["s1"])
        let provider = try #require(reply["providers"]?.elements.first { _ in true })
        #expect(provider["bundle"]?.string == tunes)
        #expect(provider["outcome"]?.string == outcome)
        #expect(provider["message"]?.string?.contains(message) == true, "\(provider.encodedText)")
    }

    @Test func whatComesBeyondTheLimitOfResultsIsLeftOut() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("valuesMilliseconds: 60000, results: 50"))
        try await daemon.install("many")
        let client = try await daemon.connect()
        let reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet"}},"limit":1000}"#)
        #expect(ids(reply).count == 50)
    }

    @Test func streamedPartsComeBeforeTheReply() async throws {
        let (daemon, _) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        try await daemon.install("good")
        let connection = try RawConnection(daemon)
        try await connection.send(
            Array(
                (#"{"jsonrpc":"2.0","id":"v","method":"values","params":{"stream":true,"input":{"kind":"audio","criteria":{"searchQuery":"comet"}}}}"#
                    + "\n").utf8))
        var sources: Set<String> = []
        while true {
            let message = try await connection.reply()
            if message["id"]?.string == "v" { break }
            #expect(message["method"]?.string == "values.partial")
            #expect(message["params"]?["request"]?.string == "v")
            sources.insert(message["params"]?["source"]?.string ?? "")
        }
        #expect(sources == ["index", tunes])
    }

    @Test func withoutAWordTheAppsOwnAnswerGoesFirstThenTheNewestOfTheMostImportant() async throws {
        let (daemon, client) = try await library()
        try await client.donate(Self.song("top", "Favourite", "Vega", album: "", #","priority":500"#))
        try await daemon.settle()
        var reply = try await client.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"unspecified":{}}},"limit":2}"#)
        #expect(ids(reply) == ["top", "l2"])
        // Manifests are read again once a second at most: an app that is there from the start is known at once.
        let (other, asking) = try await library()
        try await other.install("good")
        reply = try await asking.ask("values", #"{"input":{"kind":"audio","criteria":{"unspecified":{}}},"limit":4}"#)
        #expect(ids(reply).prefix(3) == ["p1", "p2", "p3"])
        withExtendedLifetime((daemon, other)) {}
    }

    @Test func withoutAWordWhatIsUsedComesFirstAndWhatIsOnScreenBeforeIt() async throws {
        let (daemon, client) = try await library()
        try await client.donate(Self.song("top", "Favourite", "Vega", album: "", #","priority":500"#))
        try await daemon.settle()
        func likely(_ count: Int) async throws -> [String] {
            let reply = try await client.ask(
                "values", #"{"input":{"kind":"audio","criteria":{"unspecified":{}}},"limit":\#(count)}"#)
            return ids(reply)
        }
        func play(_ id: String, _ more: String = "") async throws {
            try await client.ask(
                "donate",
                #"{"bundle":"org.example.Library","intent":{"type":"Play","parameters":{"audio":{"entity":"org.example.Library/SongEntity/\#(id)"}}}\#(more)}"#
            )
        }
        try await play("s3")
        #expect(try await likely(2) == ["s3", "top"])
        // Often and lately before once, and long ago last.
        try await play("s5")
        try await play("s5")
        try await play("s6", #","date":"2020-01-01T00:00:00Z""#)
        #expect(try await likely(4) == ["s5", "s3", "s6", "top"])
        try await client.ask(
            "relevant.update",
            #"{"bundle":"org.example.Library","context":{"kind":"workout"},"entities":["org.example.Library/PlaylistEntity/l1"]}"#
        )
        #expect(try await likely(5) == ["s5", "s3", "l1", "s6", "top"])
        try await client.ask(
            "screen.update",
            #"{"bundle":"org.example.Library","views":[{"entity":"org.example.Library/SongEntity/s1","selected":true}]}"#
        )
        #expect(try await likely(2) == ["s1", "s5"])
        // What is used, but of another type, is not wanted.
        try await client.ask(
            "donate",
            #"{"bundle":"org.example.Cal","intent":{"type":"Show","parameters":{"event":{"entity":"org.example.Cal/EventEntity/e1"}}}}"#
        )
        #expect(try await !likely(20).contains("e1"))
        try await client.ask(
            "delete", #"{"bundle":"org.example.Library","type":"SongEntity","identifiers":["s1","s5"]}"#)
        #expect(try await likely(1) == ["s3"])
    }
}
