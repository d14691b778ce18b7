import AlmagestEntities
import AlmagestWire
import Foundation
import TestSupport
import Testing

/// Which entity a request means, over the socket.
@Suite struct ResolveTests {
    /// A Monday.
    private static let now = "2026-11-30T12:00:00Z"
    private static let calendar = "org.example.Cal"
    private static let library = "org.example.Library"

    private static func event(_ id: String, _ title: String, _ start: String, _ more: String = "") -> String {
        entity(
            id, title, bundle: calendar, type: "EventEntity",
            #","schema":"calendar.event","properties":{"startDate":{"date":\#(start.json)}\#(more)}"#)
    }

    private static func song(_ id: String, _ title: String, _ artist: String, album: String) -> String {
        entity(
            id, title, bundle: library, type: "SongEntity",
            #","schema":"audio.song","url":"https://library.example.org/song/\#(id)","properties":{"title":\#(title.json),"artistName":\#(artist.json),"albumTitle":\#(album.json)}"#
        )
    }

    private static let content = [
        event("dentist-1", "Dentist Appointment", "2026-12-04T10:00:00Z"),
        event("dentist-2", "Dentist Appointment", "2027-01-08T15:30:00Z"),
        event("standup", "Telescope Maintenance", "2026-12-01T09:00:00Z"),
        event("perseids", "Perseid Watch Party", "2026-08-12T22:00:00Z"),
        event("budget", "Quarterly Budget Review", "2026-12-09T14:00:00Z"),
        event("leap", "Planetarium Visit", "2028-02-29T10:00:00Z"),
        song("tail-vega", "Comet Tail", "Vega", album: "Orbits"),
        song("tail-halley", "Comet Tail", "Halley", album: "Returns"),
        song("slow", "Slow Light", "Vega", album: "Orbits"),
        song("river", "River of Stars", "Altair", album: "Summer Triangle"),
        song("glass", "Glass Harbour", "Mira", album: "Variable"),
        entity(
            "running", "Running", bundle: library, type: "PlaylistEntity",
            #","schema":"audio.playlist","url":"https://library.example.org/playlist/running""#),
        entity("groceries", "Grocery List", #","text":"bread, oats and apples""#),
        entity("recipe", "Lentil Soup Recipe", #","text":"onions, carrots, cumin""#),
        entity("letter", "Letter to the Observatory", #","text":"about the broken dome""#),
    ]

    private func stocked() async throws -> (daemon: RunningDaemon, client: Client) {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(Self.content)
        try await daemon.settle()
        return (daemon, client)
    }

    private func resolve(_ client: Client, _ request: String, _ more: String = "") async throws -> JSONValue {
        try await client.ask(
            "resolve", #"{"request":\#(request.json),"timeZone":"UTC","language":"en","now":"\#(Self.now)"\#(more)}"#)
    }

    private func expect(
        _ reply: JSONValue, _ outcome: String, _ ids: Set<String>, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(reply["outcome"]?.string == outcome, "\(reply.encodedText)", sourceLocation: location)
        if outcome != "none" {
            #expect(Set(reply.ids("candidates")) == ids, "\(reply.encodedText)", sourceLocation: location)
        }
        for candidate in reply["candidates"]?.elements.map({ $0 }) ?? [] {
            let confidence = candidate["confidence"]?.number ?? -1
            #expect(confidence >= 0 && confidence <= 1, sourceLocation: location)
        }
    }

    // MARK: By name

    @Test func whatIsNamedIsTheOneAlsoMisspeltOrInAnotherOrder() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        for (request, id) in [
            ("slow light", "slow"), ("Perseid Watch Party", "perseids"), ("play Slow Light by Vega", "slow"),
            ("comet tail by halley", "tail-halley"), ("the budget review", "budget"), ("river stars", "river"),
            ("slwo light", "slow"), ("perseid wtach party", "perseids"), ("glas harbor", "glass"),
            ("qaurterly buget review", "budget"), ("light slow", "slow"), ("party watch perseid", "perseids"),
            ("open my grocery list", "groceries"), ("lentil soup", "recipe"),
        ] {
            let reply = try await resolve(client, request)
            #expect(reply.ids("candidates").first == id, "\(request): \(reply.encodedText)")
            #expect(reply["outcome"]?.string == "one", "\(request): \(reply.encodedText)")
            #expect(reply["candidates"]?.count == 1, "\(request)")
        }
    }

    @Test func whatNothingTellsApartIsSeveralWithThePropertyInWhichTheyDiffer() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        let events = try await resolve(client, "dentist appointment")
        expect(events, "several", ["dentist-1", "dentist-2"])
        let dates = events["candidates"]?.elements.compactMap { $0["differs"]?["startDate"]?["date"]?.string } ?? []
        #expect(Set(dates) == ["2026-12-04T10:00:00Z", "2027-01-08T15:30:00Z"])
        #expect(events["candidates"]?.elements.allSatisfy { $0["differs"]?.members.map(\.key).count == 1 } == true)
        let songs = try await resolve(client, "comet tail", #","accepts":["audio.song"]"#)
        expect(songs, "several", ["tail-vega", "tail-halley"])
        let artists = songs["candidates"]?.elements.compactMap { $0["differs"]?["artistName"]?.string } ?? []
        #expect(Set(artists) == ["Vega", "Halley"])
    }

    @Test(arguments: ["xylophone quarrel", "play Bohemian Rhapsody by Queen", "的 東京", ""])
    func whatIsNotThereIsNone(_ request: String) async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await resolve(client, request)
        expect(reply, "none", [])
    }

    @Test func whoSaysNoWordMeansNothingOrWhatIsCalledJustSo() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate([
            Self.song("exclaim", "!!!", "Them", album: "Loud"), Self.song("one", "One!", "Them", album: "Loud"),
        ])
        try await daemon.settle()
        for request in ["", " ", "\t\n \u{2003}", "?", "...", "?!", "-", "\"\"", "( )", "\u{0}", "…"] {
            let reply = try await resolve(client, request)
            expect(reply, "none", [])
            #expect(reply.ids("candidates") == [], "\(request.debugDescription): \(reply.encodedText)")
        }
        expect(try await resolve(client, " !!! "), "one", ["exclaim"])
        let empty = try await client.ask("resolve", #"{"input":{}}"#)
        expect(empty, "none", [])
        #expect(empty.ids("candidates") == [])
    }

    @Test func whatIsDeletedIsNotMeant() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        try await client.ask(
            "delete", #"{"bundle":"\#(Self.calendar)","type":"EventEntity","identifiers":["dentist-2"]}"#)
        expect(try await resolve(client, "dentist appointment"), "one", ["dentist-1"])
        try await client.ask("delete", #"{"bundle":"\#(Self.library)"}"#)
        expect(try await resolve(client, "slow light"), "none", [])
    }

    // MARK: By date

    @Test func aDateTellsWhichOne() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        for (request, ids) in [
            ("dentist appointment on January 8th", ["dentist-2"]),
            ("the dentist appointment this Friday", ["dentist-1"]),
            ("what do I have tomorrow", ["standup"]), ("what did I do on August 12th", ["perseids"]),
            ("the next dentist appointment", ["dentist-1"]), ("planetarium visit on February 29th 2028", ["leap"]),
        ] {
            let reply = try await resolve(client, request, #","accepts":["EventEntity"]"#)
            #expect(
                reply["outcome"]?.string == "one" && reply.ids("candidates") == ids, "\(request): \(reply.encodedText)")
        }
        // A date that does not exist is text, and loses nothing.
        let reply = try await resolve(client, "planetarium visit on February 31st")
        #expect(reply.ids("candidates").first == "leap", "\(reply.encodedText)")
    }

    @Test func aDayBeginsWhereTheCallerIs() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        // The first of December begins at 10:00 UTC in Honolulu, and ends at 11:00 UTC in Auckland.
        try await client.donate(
            Self.event("early", "Breakfast", "2026-12-01T09:00:00Z"),
            Self.event("late", "Lunch", "2026-12-01T11:00:00Z"))
        try await daemon.settle()
        for (zone, ids) in [
            ("UTC", ["early", "late"]), ("Pacific/Honolulu", ["late"]), ("Pacific/Auckland", ["early"]),
        ] {
            let reply = try await client.ask(
                "resolve",
                #"{"request":"what do I have on December 1st","accepts":["EventEntity"],"timeZone":"\#(zone)","language":"en","now":"\#(Self.now)"}"#
            )
            let found = reply["outcome"]?.string == "none" ? [] : reply.ids("candidates")
            #expect(Set(found) == Set(ids), "\(zone): \(reply.encodedText)")
        }
    }

    // MARK: By link and on screen

    @Test(arguments: [
        "https://library.example.org/song/slow", "HTTPS://Library.Example.org/song/slow/?utm=mail#top",
        "play https://library.example.org/song/slow please", "org.example.Library/SongEntity/slow",
    ])
    func aLinkOrAnIdentifierLeadsToItsEntity(_ request: String) async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await resolve(client, request)
        expect(reply, "one", ["slow"])
        #expect(reply["candidates"]?.elements.first { _ in true }?["confidence"]?.number ?? 0 > 0.9)
    }

    @Test func wordsThatPointMeanWhatIsOnScreen() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        func show(_ more: String) async throws {
            try await client.ask("screen.update", #"{"bundle":"\#(Self.library)"\#(more)}"#)
        }
        func view(_ id: String, _ position: Int, _ more: String = "") -> String {
            #"{"entity":"\#(Self.library)/SongEntity/\#(id)","position":\#(position)\#(more)}"#
        }
        // Said in another order than they stand in.
        try await show(#","views":[\#(view("river", 2)),\#(view("slow", 0)),\#(view("glass", 1))]"#)
        for (request, id) in [
            ("the third one", "river"), ("play the first one", "slow"), ("the second song", "glass"),
            ("the last one", "river"),
        ] { expect(try await resolve(client, request), "one", [id]) }
        expect(try await resolve(client, "play this"), "several", ["slow", "glass", "river"])
        try await show(#","views":[\#(view("river", 2)),\#(view("slow", 0, #","selected":true"#))]"#)
        expect(try await resolve(client, "play this"), "one", ["slow"])
        expect(try await resolve(client, "this", #","accepts":["EventEntity"]"#), "none", [])
        try await show(#","activity":{"title":"Now playing","entity":"\#(Self.library)/SongEntity/tail-vega"}"#)
        let reply = try await resolve(client, "this song")
        expect(reply, "one", ["tail-vega"])
        #expect(reply["understood"]?.elements.contains { $0["as"]?.string == "pointer" } == true)
        // A name stays a name whatever is on screen.
        expect(try await resolve(client, "slow light"), "one", ["slow"])
        try await show("")
        expect(try await resolve(client, "this song"), "none", [])
    }

    @Test func wordsThatPointMeanWhatWasMentionedBeforeWhatIsOnScreen() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        func mentioned(_ ids: String...) -> String { #","context":[\#(ids.map(\.json).joined(separator: ","))]"# }
        let (tail, slow) = ("\(Self.library)/SongEntity/tail-vega", "\(Self.library)/SongEntity/slow")
        let (dentist, running) = ("\(Self.calendar)/EventEntity/dentist-1", "\(Self.library)/PlaylistEntity/running")
        try await client.ask(
            "screen.update",
            #"{"bundle":"\#(Self.library)","activity":{"title":"Now","entity":"\#(Self.library)/SongEntity/glass"}}"#)
        let all = mentioned(tail, dentist, slow, running)
        for (request, id) in [
            ("play that", "running"), ("that song", "slow"), ("when is that event", "dentist-1"),
            ("the other song", "tail-vega"), ("the first one", "tail-vega"), ("the second song", "slow"),
        ] { expect(try await resolve(client, request, all), "one", [id]) }
        expect(try await resolve(client, "the other one", mentioned(tail, slow)), "one", ["tail-vega"])
        expect(try await resolve(client, "the other one", mentioned(tail, slow, tail)), "one", ["slow"])
        expect(try await resolve(client, "the other one", all), "several", ["tail-vega", "dentist-1", "slow"])
        expect(try await resolve(client, "play that", all + #","accepts":["SongEntity"]"#), "one", ["slow"])
        // What is named is named, and what was mentioned and does not fit leaves the screen.
        expect(try await resolve(client, "glass harbour", all), "one", ["glass"])
        expect(try await resolve(client, "this song", mentioned(dentist)), "one", ["glass"])
        try await client.ask(
            "delete", #"{"bundle":"\#(Self.library)","type":"SongEntity","identifiers":["slow"]}"#)
        expect(try await resolve(client, "that song", all), "one", ["tail-vega"])
        // An app can mention what is another's, and learns nothing about it.
        let other = try await daemon.connect()
        try await other.ask("hello", #"{"bundle":"\#(Self.calendar)"}"#)
        expect(try await resolve(other, "play that", mentioned(dentist, tail)), "one", ["dentist-1"])
        expect(try await resolve(other, "play that", mentioned(tail)), "none", [])
        let error = try await client.refusal("resolve", #"{"request":"that","context":["nothing"]}"#)
        #expect(error.name == .invalidIdentifier)
        #expect(error.path == "context[0]")
    }

    // MARK: What the caller says

    @Test func onlyWhatTheCallerAcceptsIsMeant() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(entity("slow-note", "Slow Light", #","text":"lyrics""#))
        try await daemon.settle()
        for (accepts, id) in [("SongEntity", "slow"), ("audio.song", "slow"), ("Note", "slow-note")] {
            expect(try await resolve(client, "slow light", #","accepts":["\#(accepts)"]"#), "one", [id])
        }
        expect(try await resolve(client, "slow light", #","accepts":["calendar.event"]"#), "none", [])
        expect(try await resolve(client, "slow light", #","accepts":[]"#), "none", [])
    }

    @Test func propertiesAreARequestToo() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        for (input, id) in [
            (#"{"properties":{"title":"comet tail","artistName":"Halley"}}"#, "tail-halley"),
            (#"{"properties":{"title":"Dentist Appointment","startDate":{"date":"2027-01-08"}}}"#, "dentist-2"),
            (#"{"kind":"audio","criteria":{"searchQuery":"slow light by vega"}}"#, "slow"),
        ] {
            let reply = try await client.ask("resolve", #"{"input":\#(input),"timeZone":"UTC","now":"\#(Self.now)"}"#)
            expect(reply, "one", [id])
        }
    }

    @Test func whatWasUnderstoodIsTold() async throws {
        let (daemon, client) = try await stocked()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await resolve(client, "the next dentist event after tomorrow's lunch")
        let parts = reply["understood"]?.elements.map { $0 } ?? []
        let date = try #require(parts.first { $0["as"]?.string == "date" }, "\(reply.encodedText)")
        #expect(date["text"]?.string?.hasPrefix("tomorrow") == true)
        #expect(date["from"]?.string == "2026-12-01T00:00:00Z")
        #expect(date["to"]?.string == "2026-12-02T00:00:00Z")
        #expect(parts.contains { $0["as"]?.string == "order" && $0["value"]?.string == "next" })
        #expect(parts.contains { $0["as"]?.string == "type" && $0["text"]?.string == "event" })
    }

    @Test func anyTextIsARequest() async throws {
        let (daemon, client) = try await stocked()
        let pieces = [
            "the", "third", "one", "next", "last", "dentist", "comet", "by", "from", "Friday", "February 31", "29.02.",
            "tomorrow", "week", "in", "10000000000", "-1", "at 25:61", "track", "99999999999999999999", "https://",
            "://", "a/b/c", "%", "\u{0}", "\u{202E}", "\u{FFFD}", "👩‍👩‍👧", "的", "ﬁ", "e\u{301}\u{301}", "\"", "{}", "'s",
            "this", "my", "songs", "all", "明日", "nächsten", "\n", "\t", "OR", "NOT", "(", "*", "title:",
        ]
        var random = SeededRandom(seed: 20_261_130)
        for _ in 0..<400 {
            let count = Int.random(in: 0...12, using: &random)
            var request = ""
            for _ in 0..<count {
                request += pieces.randomElement(using: &random) ?? ""
                if Bool.random(using: &random) { request += " " }
            }
            let reply = try await resolve(client, request)
            let outcome = try #require(reply["outcome"]?.string)
            let candidates = reply["candidates"]?.count ?? 0
            #expect(["one", "several", "none"].contains(outcome))
            #expect(outcome != "one" || candidates == 1, "\(request.debugDescription)")
            #expect(outcome != "several" || (2...50).contains(candidates), "\(request.debugDescription)")
        }
        for long in [String(repeating: "dentist ", count: 5_000), String(repeating: "x", count: 60_000)] {
            #expect(try await resolve(client, long)["outcome"]?.string != nil)
        }
        #expect(await daemon.answers())
    }

    @Test(arguments: [
        (#"{}"#, AlmagestError.Name.missingParameter, "request"),
        (#"{"request":7}"#, .invalidParameter, "request"),
        (#"{"request":"x","mood":1}"#, .unknownParameter, "mood"),
        (#"{"request":"x","accepts":"SongEntity"}"#, .invalidParameter, "accepts"),
        (#"{"request":"x","timeZone":"Mars/Olympus"}"#, .invalidParameter, "timeZone"),
        (#"{"request":"x","now":"2026-02-31T00:00:00Z"}"#, .invalidDate, "now"),
        (#"{"input":7}"#, .invalidParameter, "input"),
        (#"{"input":{"smell":1}}"#, .unknownParameter, "input.smell"),
        (#"{"input":{"properties":{"d":{"date":"2026-02-31"}}}}"#, .invalidDate, "input.properties.d.date"),
    ])
    func aWrongParameterIsSaidWithItsPlace(_ parameters: String, _ name: AlmagestError.Name, _ path: String)
        async throws
    {
        let daemon = try await RunningDaemon()
        let error = try await daemon.connect().refusal("resolve", parameters)
        #expect(error.name == name && error.path == path, "\(error.name) \(error.path ?? "") \(error)")
    }
}
