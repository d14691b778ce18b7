import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// Inputs of `values` that are more than a text.
@Suite struct ValueInputTests: AsksForValues {
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

    @Test func thePersonWhoAsksIsWhoseThingsAreTheirs() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        func playlist(_ id: String, _ owner: String) -> String {
            entity(
                id, "Running \(id)", bundle: "org.example.Library", type: "PlaylistEntity",
                #","schema":"audio.playlist","properties":{"owner":{"case":"person","value":{"person":{\#(owner)}}}}"#)
        }
        try await client.donate(
            playlist("1", #""name":"Glow""#), playlist("2", #""name":"Sam","isMe":true"#),
            playlist("3", #""name":"Sam""#))
        try await daemon.settle()
        func asked(_ person: String) async throws -> [String] {
            ids(
                try await client.ask(
                    "values", #"{"input":{"kind":"person","value":{\#(person)}},"accepts":["audio.playlist"]}"#))
        }
        #expect(try await asked(#""isMe":true"#) == ["2"])
        #expect(try await asked(#""name":"Glow""#).first == "1")
    }

    private static let thatDay = #"{"kind":"dateInterval","value":{"start":"2026-08-13","end":"2026-08-13"}}"#
    private static let onThatDay =
        #"{"kind":"calendar.event","value":{"title":"watch party","startDate":{"date":"2026-09-13"}}}"#

    private static func said(_ text: String) -> String {
        #"{"kind":"string","criteria":{"searchQuery":\#(text.json)}}"#
    }

    @Test(arguments: [
        // The party begins on the 12th at 22:00 in UTC, on the 13th at noon in the east, on the 12th at 11:00 in the west.
        (thatDay, #""timeZone":"Pacific/Kiritimati""#, ["e1"]), (thatDay, #""timeZone":"Pacific/Midway""#, []),
        (onThatDay, #""timeZone":"Pacific/Kiritimati""#, ["e2", "e1"]),
        (said("watch party next month"), #""timeZone":"UTC","now":"2026-08-20T12:00:00Z""#, ["e2", "e1"]),
        (said("watch party next month"), #""timeZone":"UTC","now":"2026-07-20T12:00:00Z""#, ["e1", "e2"]),
        (
            said("watch party nächsten Monat"), #""timeZone":"UTC","language":"de","now":"2026-08-20T12:00:00Z""#,
            ["e2", "e1"]
        ),
        (
            said("watch party nächsten Monat"), #""timeZone":"UTC","language":"de-CH","now":"2026-07-20T12:00:00Z""#,
            ["e1", "e2"]
        ),
    ])
    func datesAreThoseOfTheCallersZonePresentAndLanguage(
        _ input: String, _ present: String, _ expected: [String]
    ) async throws {
        let (daemon, client) = try await calendar()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await client.ask(
            "values", #"{"input":\#(input),"accepts":["calendar.event"],\#(present)}"#)
        #expect(ids(reply) == expected, "\(reply.encodedText)")
    }

    @Test(arguments: [
        (#""timeZone":"Nowhere/Else""#, AlmagestError.Name.invalidParameter, "timeZone"),
        (#""now":"2026-02-31""#, .invalidDate, "now"), (#""language":"no language""#, .invalidParameter, "language"),
    ])
    func aPresentThatIsNoneIsRefused(_ present: String, _ name: AlmagestError.Name, _ path: String) async throws {
        let daemon = try await RunningDaemon()
        let error = try await daemon.connect().refusal("values", #"{"input":\#(Self.said("x")),\#(present)}"#)
        #expect(error.name == name && error.path == path, "\(error)")
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
        (
            #"{"input":{"kind":"place","value":{"name":"\#(String(repeating: "x ", count: 40_000))"}}}"#, .tooLarge,
            "input.value"
        ),
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
