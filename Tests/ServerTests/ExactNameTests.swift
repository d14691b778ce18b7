import AlmagestEntities
import AlmagestWire
import Testing

/// Two apps, types or requests whose names differ in nothing but how an accent is composed are two.
@Suite struct ExactNameTests {
    private static let composed = "org.example.Caf\u{E9}"
    private static let decomposed = "org.example.Cafe\u{301}"

    @Test func aConnectionThatSaidOneBundleSeesNothingOfTheOther() async throws {
        let daemon = try await RunningDaemon()
        let user = try await daemon.connect()
        func owned(_ id: String, _ bundle: String, pin: String) -> String {
            entity(
                id, "Comet \(id)", bundle: bundle,
                #","properties":{"pin":\#(pin.json),"owner":{"entity":\#("\(EntityID(bundle: bundle, type: "Note", id: "t").text)".json)}}"#
            )
        }
        try await user.donate(
            owned("mine", Self.composed, pin: "1"), owned("t", Self.composed, pin: "11"),
            owned("other", Self.decomposed, pin: "2"), owned("t", Self.decomposed, pin: "22"))
        try await daemon.settle()
        for (bundle, own, pin) in [(Self.composed, "mine", "11"), (Self.decomposed, "other", "22")] {
            let app = try await daemon.connect()
            try await app.ask("hello", #"{"bundle":\#(bundle.json)}"#)
            #expect(try await app.ask("find").ids("results").sorted() == [own, "t"].sorted())
            #expect(try await app.found("comet").sorted() == [own, "t"].sorted())
            // The same predicate, asked by both one after the other.
            for wanted in ["11", "22"] {
                let found = try await app.ask(
                    "find", #"{"where":{"property":"owner.pin","op":"==","value":\#(wanted.json)}}"#)
                #expect(found["total"]?.integer == (wanted == pin ? 2 : 0))
            }
            #expect(try await app.ask("find", #"{"facets":["owner.pin"]}"#).facet("owner.pin") == [pin: 2])
        }
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"bundles":[\#(Self.composed.json)]}"#)
        try await user.donate(entity("unheard", "Comet", bundle: Self.decomposed))
        let seq = try await user.donate(entity("heard", "Comet", bundle: Self.composed))
        #expect(try await listener.changes(through: seq) == ["added heard"])
    }

    @Test func anAppThatIsAttachedAnswersForItsOwnBytes() async throws {
        let daemon = try await RunningDaemon()
        let app = try await daemon.connect()
        try await app.ask("hello", #"{"bundle":\#(Self.composed.json),"provides":["reindex"]}"#)
        let user = try await daemon.connect()
        let error = try await user.refusal("reindex", #"{"bundle":\#(Self.decomposed.json)}"#)
        #expect(error.name == .unavailable)
        app.close()
    }

    @Test func requestsAreCancelledByTheBytesOfTheirTextAndTheValueOfTheirNumber() async throws {
        let daemon = try await RunningDaemon()
        let raw = try RawConnection(daemon)
        func id(_ text: String) -> String { text.json }
        for (request, cancelled, isIt) in [
            ("1e1", "1e1", true), ("1e1", "10", true), ("10", "1.0e1", true), ("10", "11", false),
            ("2.5", "25e-1", true), (id("Caf\u{E9}"), id("Cafe\u{301}"), false),
            (id("Cafe\u{301}"), id("Cafe\u{301}"), true), ("9007199254740993", "9007199254740992", false),
            (id("10"), "10", false),
        ] {
            let search =
                #"{"id":\#(request),"method":"search","params":{"query":"x","after":9000000000,"budgetMilliseconds":600000}}"#
            try await raw.send(
                Array((search + "\n" + #"{"id":"c","method":"cancel","params":{"id":\#(cancelled)}}"# + "\n").utf8))
            var reply = try await raw.reply()
            if isIt {
                // Two replies, in no order.
                let other = try await raw.reply()
                if reply["id"]?.string != "c" || reply["result"] == nil { reply = other }
            }
            #expect(reply["result"]?["cancelled"]?.bool == isIt, "\(request) \(cancelled)")
            if !isIt {
                try await raw.send(
                    Array((#"{"id":"d","method":"cancel","params":{"id":\#(request)}}"# + "\n").utf8))
                for _ in 0..<2 { _ = try await raw.reply() }
            }
        }
        #expect(await daemon.answers())
    }
}
