import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// What the person does and what apps say of the present, over the socket.
@Suite struct ContextTests {
    private func played(_ id: String, _ more: String = "") -> String {
        #"{"bundle":"org.example.Notes","intent":{"type":"Play","schema":"audio.playAudio","parameters":{"audioEntity":{"case":"song","value":{"entity":"org.example.Notes/Note/\#(id)"}}}}\#(more)}"#
    }

    @Test func whatIsUsedComesFirstAndSaysSoAndSurvivesAKill() async throws {
        let daemon = try await RunningDaemon()
        var client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "Meteor song"), entity("2", "Meteor song"))
        #expect(try await client.found("meteor song", after: seq) == ["1", "2"])
        let donation = try await client.ask("donate", played("2"))["donation"]?.string
        #expect(donation?.isEmpty == false)
        #expect(try await client.found("meteor song") == ["2", "1"])
        #expect(try await client.suggested("meteor") == ["2", "1"])
        daemon.kill()
        try await daemon.start()
        client = try await daemon.connect()
        try await daemon.settle()
        #expect(try await client.found("meteor song") == ["2", "1"])
        let reply = try await client.ask("search", #"{"query":"meteor song","mode":"lexical","explain":true}"#)
        let first = try #require(reply["results"]?.elements.first { _ in true })
        let boost = try #require(first["why"]?["boosts"]?["use"]?.number)
        #expect(boost > 0.02 && boost <= 0.05)
        #expect(
            try await client.ask("donate.delete", #"{"donations":["\#(donation ?? "")"]}"#)["donations"]?.count == 1)
        #expect(try await client.found("meteor song") == ["1", "2"])
    }

    @Test func openingIsUsing() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let seq = try await client.donate(
            entity("1", "Meteor song"), entity("2", "Meteor song", #","url":"https://example.org/2""#))
        #expect(try await client.found("meteor", after: seq) == ["1", "2"])
        try await client.ask("open", #"{"entity":"org.example.Notes/Note/2"}"#)
        #expect(try await client.found("meteor") == ["2", "1"])
    }

    @Test func theSameContentAndNowGiveTheSameScores() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate((0..<9).map { entity("\($0)", "Meteor number \($0)") })
        for id in 0..<9 {
            for day in 0...id {
                try await client.ask(
                    "donate", played("\(id)", #","date":"2026-11-\#(String(format: "%02d", 3 * day + 1))T10:00:00Z""#))
            }
        }
        try await daemon.settle()
        let query = #"{"query":"meteor","mode":"lexical","now":"2026-11-30T00:00:00Z","budgetMilliseconds":60000}"#
        let before = try await client.ask("search", query)["results"]?.encodedText
        daemon.kill()
        try await daemon.start()
        try await daemon.settle()
        #expect(try await daemon.connect().ask("search", query)["results"]?.encodedText == before)
    }

    @Test func relevanceLiftsUntilItIsTakenBackAndDeletedOnesAreNotShown() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "Meteor run"), entity("2", "Meteor run"))
        #expect(try await client.found("meteor", after: seq) == ["1", "2"])
        let reply = try await client.ask(
            "relevant.update",
            #"{"bundle":"org.example.Notes","context":{"kind":"workout","activity":"run"},"entities":["org.example.Notes/Note/2","org.example.Notes/Note/gone"]}"#
        )
        #expect(reply["entities"]?.integer == 2)
        #expect(try await client.found("meteor") == ["2", "1"])
        daemon.kill()
        try await daemon.start()
        try await daemon.settle()
        let again = try await daemon.connect()
        #expect(try await again.found("meteor") == ["2", "1"])
        let removed = try await again.ask(
            "relevant.remove", #"{"bundle":"org.example.Notes","context":{"activity":"run","kind":"workout"}}"#)
        #expect(removed["entities"]?.integer == 2)
        #expect(try await again.found("meteor") == ["1", "2"])
    }

    @Test func annotationsAreKeptAndWhatIsOnScreenGoesWithItsConnection() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        func context(_ client: Client) async throws -> [Int64?] {
            let context = try await client.ask("status")["context"]
            return [context?["statements"]?.integer, context?["screens"]?.integer]
        }
        try await client.ask(
            "annotate",
            #"{"bundle":"org.example.Notes","on":"notification","entities":["org.example.Notes/Note/1"]}"#)
        let app = try await daemon.connect()
        let reply = try await app.ask(
            "screen.update",
            #"{"bundle":"org.example.Notes","activity":{"title":"Notes","entity":"org.example.Notes/Note/1"},"views":[{"entity":"org.example.Notes/Note/2","bounds":[0,0,10.5,20],"position":2,"selected":true}],"lists":[{"type":"Note","count":12}]}"#
        )
        #expect(reply["views"]?.integer == 1 && reply["lists"]?.integer == 1)
        #expect(try await context(client) == [1, 1])
        app.close()
        await app.peer.waitUntilClosed()
        let deadline = ContinuousClock.now + .seconds(60)
        while try await context(client) != [1, 0] {
            guard ContinuousClock.now < deadline else { throw Fault("It is still on screen") }
            await Task.yield()
        }
        daemon.kill()
        try await daemon.start()
        #expect(try await context(daemon.connect()) == [1, 0])
    }

    @Test func anAppThatDonatesTooFastIsThinnedAndStatusSaysSo() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, catalog: {context: {donationsPerMinute: 2}}}")
        let client = try await daemon.connect()
        var thinned = 0
        for _ in 0..<20 {
            let reply = try await client.ask("donate", played("1"))
            if reply["thinned"]?.bool == true {
                #expect(reply["donation"]?.isNull == true)
                thinned += 1
            }
        }
        #expect(thinned >= 15)
        let said = try await client.ask("status")["context"]?["thinned"]?["org.example.Notes"]?.integer
        #expect(said == Int64(thinned))
    }

    @Test func manyClientsAtOnceLoseNoInteractionThatWasAcknowledged() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, catalog: {context: {donationsPerMinute: 60000}}}")
        let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    guard let client = try? await daemon.connect() else { return 0 }
                    var count = 0
                    while count < 200 {
                        guard (try? await client.ask("donate", played("\(writer)"))) != nil else { break }
                        count += 1
                        if writer == 0 && count == 100 { daemon.kill() }
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        try await daemon.start()
        let kept = try await daemon.connect().ask("status")["context"]?["interactions"]?.integer ?? 0
        // One of each client may have been written without its reply.
        #expect(kept >= acknowledged && kept <= acknowledged + 4 && acknowledged >= 100)
    }

    @Test func hostileInputIsRefusedWithItsPlace() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let own = #""bundle":"org.example.Notes""#
        let many = (0..<300).map { "\"org.example.Notes/Note/\($0)\"" }.joined(separator: ",")
        typealias Name = AlmagestError.Name
        let table: [(String, String, Name, String?)] = [
            ("donate", "{}", .missingParameter, "bundle"), ("donate", "{\(own)}", .missingParameter, "intent"),
            ("donate", #"{\#(own),"intent":7}"#, .invalidParameter, "intent"),
            ("donate", #"{\#(own),"intent":{}}"#, .missingParameter, "intent.type"),
            ("donate", #"{\#(own),"intent":{"type":""}}"#, .invalidParameter, "intent.type"),
            ("donate", #"{\#(own),"intent":{"type":"P","parametres":{}}}"#, .unknownParameter, "intent.parametres"),
            ("donate", #"{\#(own),"intent":{"type":"P","schema":"audio.sing"}}"#, .invalidParameter, "intent.schema"),
            ("donate", #"{\#(own),"intent":{"type":"P","parameters":[]}}"#, .invalidParameter, "intent.parameters"),
            (
                "donate", #"{\#(own),"intent":{"type":"P","parameters":{"day":{"date":"2026-02-31"}}}}"#, .invalidDate,
                "intent.parameters.day.date"
            ),
            (
                "donate", #"{\#(own),"intent":{"type":"P"},"date":"2999-01-01T00:00:00Z"}"#, .invalidParameter, "date"
            ),
            ("donate", #"{\#(own),"intent":{"type":"P"},"date":7}"#, .invalidParameter, "date"),
            (
                "donate",
                #"{\#(own),"intent":{"type":"P","parameters":{"text":"\#(String(repeating: "x", count: 70_000))"}}}"#,
                .tooLarge, "intent"
            ),
            ("donate", #"{"bundle":"","intent":{"type":"P"}}"#, .invalidIdentifier, "bundle"),
            ("donate.delete", "{}", .missingParameter, nil),
            ("donate.delete", #"{"donations":["d1","x"]}"#, .invalidParameter, "donations[1]"),
            ("donate.delete", #"{\#(own),"entities":["org.example.Other/N/1"]}"#, .forbiddenBundle, "entities[0]"),
            ("relevant.update", "{\(own)}", .missingParameter, "context"),
            ("relevant.update", #"{\#(own),"context":{}}"#, .missingParameter, "context.kind"),
            ("relevant.update", #"{\#(own),"context":{"kind":"a","b":[]}}"#, .invalidParameter, "context.b"),
            (
                "relevant.update", #"{\#(own),"context":{"kind":"a"},"entities":["org.example.Other/N/1"]}"#,
                .forbiddenBundle, "entities[0]"
            ),
            ("relevant.update", #"{\#(own),"context":{"kind":"a"},"entities":[\#(many)]}"#, .tooLarge, "entities"),
            (
                "relevant.update", #"{\#(own),"context":{"kind":"a"},"entities":["x"]}"#, .invalidIdentifier,
                "entities[0]"
            ),
            ("relevant.remove", #"{\#(own),"context":7}"#, .invalidParameter, "context"),
            ("annotate", #"{\#(own),"on":"moon"}"#, .invalidParameter, "on"),
            ("annotate", "{\(own)}", .missingParameter, "on"),
            ("screen.update", #"{\#(own),"views":7}"#, .invalidParameter, "views"),
            ("screen.update", #"{\#(own),"views":[{}]}"#, .missingParameter, "views[0].entity"),
            (
                "screen.update", #"{\#(own),"views":[{"entity":"org.example.Notes/N/1","bounds":[1,2,3]}]}"#,
                .invalidParameter, "views[0].bounds"
            ),
            (
                "screen.update", #"{\#(own),"views":[{"entity":"org.example.Notes/N/1","position":-1}]}"#,
                .invalidParameter, "views[0].position"
            ),
            ("screen.update", #"{\#(own),"lists":[{"type":"N"}]}"#, .missingParameter, "lists[0].count"),
            ("screen.update", #"{\#(own),"activity":{"title":7}}"#, .invalidParameter, "activity.title"),
            ("schemas", #"{"domain":"astrology"}"#, .notFound, "domain"),
        ]
        for (method, parameters, name, path) in table {
            let error = try await client.refusal(method, parameters)
            #expect(
                error.name == name && error.path == path, "\(method) \(parameters.prefix(200)): \(error.name) \(error)")
        }
        try await client.ask("hello", #"{"bundle":"org.example.Other"}"#)
        for method in ["donate", "relevant.update", "relevant.remove", "annotate", "screen.update"] {
            let error = try await client.refusal(method, #"{\#(own)}"#)
            #expect(error.name == .forbiddenBundle, "\(method): \(error)")
        }
        #expect(await daemon.answers())
    }

    @Test func schemasAreListed() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        #expect(try await client.ask("schemas")["domains"]?.count == 23)
        let calendar = try await client.ask("schemas", #"{"domain":"calendar"}"#)["domains"]?.elements.first { _ in true
        }
        let event = calendar?["entities"]?.elements.first { $0["name"]?.string == "calendar.event" }
        let attendees = event?["members"]?.elements.first { $0["name"]?.string == "attendees" }
        #expect(attendees?["type"]?.string == "[@calendar.attendee]")
    }
}
