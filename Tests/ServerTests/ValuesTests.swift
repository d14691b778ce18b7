import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

@Suite struct ValuesTests {
    private static func song(
        _ id: String, _ title: String, _ artist: String, album: String = "", _ more: String = ""
    ) -> String {
        entity(
            id, title, bundle: "org.example.Library", type: "SongEntity",
            #","schema":"audio.song","url":"https://library.example.org/song/\#(id)","properties":{"title":\#(title.json),"artistName":\#(artist.json),"albumTitle":\#(album.json)}\#(more)"#
        )
    }

    private static func playlist(_ id: String, _ title: String, owner: String) -> String {
        entity(
            id, title, bundle: "org.example.Library", type: "PlaylistEntity",
            #","schema":"audio.playlist","url":"https://library.example.org/playlist/\#(id)","properties":{"owner":{"case":"person","value":{"person":{"name":\#(owner.json)}}}}"#
        )
    }

    private func library() async throws -> (daemon: RunningDaemon, client: Client) {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        try await client.donate([
            Self.song("s1", "Comet Tail", "Vega", album: "Orbits"), Self.song("s2", "Comet Tail (Live)", "Vega"),
            Self.song("s3", "Comet Tail", "Halley"), Self.song("s4", "Vega", "Altair"),
            Self.song("s5", "Stand by Me", "Ben King"), Self.song("s6", "Slow Light", "Vega", album: "Orbits"),
            Self.song("s7", "Orbits of Home", "Altair"), Self.playlist("l1", "Running", owner: "Glow"),
            Self.playlist("l2", "Running", owner: "Mika"),
            entity("e1", "Comet Watch", bundle: "org.example.Cal", type: "EventEntity", #","schema":"calendar.event""#),
        ])
        try await daemon.settle()
        return (daemon, client)
    }

    private func ids(_ reply: JSONValue) -> [String] {
        reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } ?? []
    }

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

    // MARK: Links

    @Test(arguments: [
        "https://library.example.org/song/s1", "HTTP://Library.Example.org/song/s1/",
        "https://library.example.org/song/%731?utm=mail#x",
    ])
    func aLinkLeadsToItsEntityHoweverItIsSpelled(_ link: String) async throws {
        let (daemon, client) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await client.ask("values", #"{"input":{"kind":"audio","criteria":{"url":[\#(link.json)]}}}"#)
        #expect(ids(reply) == ["s1"])
    }

    @Test func aTemplateOfAManifestLeadsToWhatOnlyTheAppKnows() async throws {
        let (daemon, client) = try await library()
        try await daemon.install("good")
        let link = #"{"input":{"kind":"audio","criteria":{"url":["http://tunes.example.org/song/77?from=mail"]}}}"#
        let reply = try await client.ask("values", link)
        #expect(reply["values"]?.elements.compactMap { $0["value"]?["display"]?["title"]?.string } == ["Song 77"])
        try await client.donate(entity("77", "Stored", bundle: tunes, type: "SongEntity", #","schema":"audio.song""#))
        let stored = try await client.ask("values", link)
        #expect(stored["values"]?.elements.compactMap { $0["value"]?["display"]?["title"]?.string } == ["Stored"])
    }

    @Test func aPlaylistThatSomebodySentIsFoundThroughTheMessage() async throws {
        let (daemon, client) = try await library()
        try await client.donate(
            entity(
                "m1", "Glow", bundle: "org.example.Chat", type: "MessageEntity",
                #","text":"listen to this: https://library.example.org/playlist/l2/","properties":{"author":{"person":{"name":"Glow"}}}"#
            ),
            entity(
                "m2", "Mika", bundle: "org.example.Chat", type: "MessageEntity",
                #","text":"or this https://library.example.org/playlist/l1","properties":{"author":{"person":{"name":"Mika"}}}"#
            ))
        try await daemon.settle()
        let reply = try await client.ask(
            "values",
            #"{"input":{"kind":"audio","criteria":{"searchQuery":"that playlist Glow sent me"}},"accepts":["audio.playlist"]}"#
        )
        #expect(ids(reply).first == "l2", "\(reply.encodedText)")
        // The links are in a projection, which can be made anew.
        #expect(try await daemon.stop() == 0)
        for file in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: daemon.data + "/properties.sqlite" + file)
        }
        try await daemon.start()
        try await daemon.settle()
        let again = try await daemon.connect().ask(
            "values", #"{"input":{"kind":"audio","criteria":{"url":["https://library.example.org/playlist/l2"]}}}"#)
        #expect(ids(again) == ["l2"])
    }

    // MARK: Other inputs

    private func calendar() async throws -> (daemon: RunningDaemon, client: Client) {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        func event(_ id: String, _ title: String, _ properties: String) -> String {
            entity(
                id, title, bundle: "org.example.Cal", type: "EventEntity",
                #","schema":"calendar.event","properties":{\#(properties)}"#)
        }
        try await client.donate([
            event(
                "e1", "Watch Party",
                #""startDate":{"date":"2026-08-12T22:00:00Z"},"endDate":{"date":"2026-08-13T02:00:00Z"},"location":{"case":"place","value":{"place":{"name":"Joshua Tree","latitude":33.9,"longitude":-115.9}}},"calendar":{"entity":"org.example.Cal/CalendarEntity/c1"}"#
            ),
            event(
                "e2", "Watch Party",
                #""startDate":{"date":"2026-09-12T22:00:00Z"},"endDate":{"date":"2026-09-13T02:00:00Z"},"location":{"case":"place","value":{"place":{"name":"Mojave","latitude":35.0,"longitude":-118.2}}},"attendees":[{"record":{"person":{"person":{"name":"Glow","handle":"glow@example.org"}}}}]"#
            ),
            entity(
                "c1", "Personal", bundle: "org.example.Cal", type: "CalendarEntity", #","schema":"calendar.calendar""#),
        ])
        try await daemon.settle()
        return (daemon, client)
    }

    @Test(arguments: [
        (#"{"kind":"dateInterval","value":{"start":"2026-08-01","end":"2026-08-31"}}"#, ["e1"]),
        (#"{"kind":"dateInterval","value":{"start":{"date":"2026-08-13T01:00:00Z"},"end":"2026-08-13"}}"#, ["e1"]),
        (#"{"kind":"dateInterval","value":{"start":"2026-08-01"}}"#, ["e1", "e2"]),
        (#"{"kind":"place","value":{"name":"joshua tree"}}"#, ["e1"]),
        (#"{"kind":"place","value":{"latitude":35.01,"longitude":-118.21}}"#, ["e2"]),
        (#"{"kind":"person","value":{"handle":"GLOW@example.org"}}"#, ["e2"]),
        (#"{"kind":"person","value":{"person":{"name":"glow"}}}"#, ["e2"]),
        (#"{"kind":"labels","value":["mojave"]}"#, ["e2"]),
        (
            #"{"kind":"calendar.event","value":{"title":"watch party","startDate":{"date":"2026-09-12"}}}"#,
            ["e2", "e1"]
        ),
        (
            #"{"kind":"calendar.event","value":{"title":"watch party","calendar":{"entity":"org.example.Cal/CalendarEntity/c1"}}}"#,
            ["e1", "e2"]
        ),
        (#"{"kind":"entity","value":"org.example.Cal/EventEntity/e2"}"#, ["e2"]),
        (#"{"kind":"entity","value":["org.example.Cal/CalendarEntity/c1"]}"#, ["e1"]),
    ])
    func everyKindOfInputFindsItsEntities(_ input: String, _ expected: [String]) async throws {
        let (daemon, client) = try await calendar()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await client.ask("values", #"{"input":\#(input),"accepts":["calendar.event"]}"#)
        #expect(ids(reply) == expected, "\(reply.encodedText)")
    }

    @Test(arguments: [
        (#"{}"#, AlmagestError.Name.missingParameter, "input"),
        (#"{"input":7}"#, .invalidParameter, "input"),
        (#"{"input":{"kind":"smell","value":{}}}"#, .invalidParameter, "input.kind"),
        (#"{"input":{"kind":"audio"}}"#, .missingParameter, "input.criteria"),
        (#"{"input":{"kind":"audio","criteria":{}}}"#, .invalidParameter, "input.criteria"),
        (#"{"input":{"kind":"audio","criteria":{"url":["nonsense"]}}}"#, .invalidParameter, "input.criteria.url[0]"),
        (#"{"input":{"kind":"audio","criteria":{"mood":"sad"}}}"#, .unknownParameter, "input.criteria.mood"),
        (#"{"input":{"kind":"dateInterval","value":{"start":"2026-02-31"}}}"#, .invalidDate, "input.value.start"),
        (#"{"input":{"kind":"entity","value":["x"]}}"#, .invalidIdentifier, "input.value[0]"),
        (#"{"input":{"kind":"calendar.event","value":[]}}"#, .invalidParameter, "input.value"),
        (#"{"input":{"kind":"audio","criteria":{"unspecified":{}},"mode":1}}"#, .unknownParameter, "input.mode"),
    ])
    func aWrongInputIsSaidWithItsPlace(_ parameters: String, _ name: AlmagestError.Name, _ path: String) async throws {
        let daemon = try await RunningDaemon()
        let error = try await daemon.connect().refusal("values", parameters)
        #expect(error.name == name)
        #expect(error.path == path)
    }

    @Test(arguments: ["", " ", "\"", "by", "by by by", "'s 's", "的", String(repeating: "x ", count: 5_000)])
    func anyTextIsAQuery(_ text: String) async throws {
        let (daemon, client) = try await library()
        defer { withExtendedLifetime(daemon) {} }
        _ = try await client.ask("values", #"{"input":{"kind":"audio","criteria":{"searchQuery":\#(text.json)}}}"#)
    }
}
