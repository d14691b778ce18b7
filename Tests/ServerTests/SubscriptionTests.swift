import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// Who follows the index hears of every change, in order and at least once.
@Suite struct SubscriptionTests {
    @Test func whatComesChangesAndGoesIsTold() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        let writer = try await daemon.connect()
        try await writer.donate(entity("0", "Before"))
        let reply = try await listener.client.ask("subscribe")
        #expect(reply["seq"]?.integer == 1)
        let seq = try await writer.donate(entity("1", "One"), entity("2", "Two"))
        #expect(try await listener.changes(through: seq) == ["added 1", "added 2"])
        let update = try await writer.donate(entity("0", "Before it"))
        let notice = try await listener.next()
        #expect(notice["subscription"]?.string == reply["subscription"]?.string)
        #expect(notice.ids("updated") == ["0"] && notice["seq"]?.integer == update)
        #expect(notice["updated"]?.elements.first { _ in true }?["display"]?["title"]?.string == "Before it")
        let deleted = try await writer.ask(
            "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["1"]}"#)
        #expect(try await listener.changes(through: deleted["seq"]?.integer ?? 0) == ["removed 1"])
    }

    @Test func aFilterTellsWhatComesIntoItAndGoesOutOfIt() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        let writer = try await daemon.connect()
        func note(_ id: String, _ stars: Int, type: String = "Note") -> String {
            entity(id, "Entry \(id)", type: type, #","properties":{"stars":\#(stars)}"#)
        }
        try await writer.donate(note("a", 5), note("b", 1))
        try await listener.client.ask(
            "subscribe", #"{"types":["Note"],"where":{"property":"stars","op":">","value":3}}"#)
        try await writer.donate(note("c", 2), note("d", 9, type: "Task"))
        try await writer.donate(note("a", 1))
        try await writer.donate(note("b", 4))
        let last = try await writer.donate(note("b", 5))
        let told = try await listener.changes(through: last)
        #expect(told.first == "removed a" && told.contains("added b") && !told.contains { $0.hasSuffix("c") })
        #expect(!told.contains { $0.hasSuffix("d") })
    }

    @Test func aTextTellsWhatASearchForItWouldFind() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"query":"meteor"}"#)
        let writer = try await daemon.connect()
        try await writer.donate(entity("1", "Grocery list"))
        let seq = try await writer.donate(entity("2", "Meteor shower"))
        #expect(try await listener.changes(through: seq) == ["added 2"])
    }

    @Test func aTextMeansWhatItMeansInASearchWhateverIsConfigured() async throws {
        // German is less than half of the content: its words are not stemmed, in either way to look.
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, search: {languageShare: 0.5}}")
        let writer = try await daemon.connect()
        func note(_ id: String, _ title: String, _ language: String) -> String {
            entity(id, title, #","language":"\#(language)""#)
        }
        try await writer.donate(note("1", "A list", "en"), note("2", "Groceries", "en"), note("3", "Boots", "en"))
        try await daemon.settle()
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"query":"Zeitungen "}"#)
        try await writer.donate(note("4", "Zeitung", "de"))
        let seq = try await writer.donate(note("5", "Zeitungen", "de"))
        #expect(try await writer.found("Zeitungen ", after: seq) == ["5"])
        #expect(try await listener.changes(through: seq) == ["added 5"])
    }

    @Test func fromAnEarlierSeqEverythingSinceIsToldEvenAfterAKill() async throws {
        let daemon = try await RunningDaemon()
        var writer = try await daemon.connect()
        try await writer.donate(entity("1", "One"), entity("2", "Two"), entity("3", "Three"))
        let then = try await writer.ask("status")["seq"]?.integer ?? 0
        try await writer.ask("delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["2"]}"#)
        try await writer.donate(entity("3", "Third"))
        let seq = try await writer.donate(entity("4", "Four"))
        daemon.kill()
        try await daemon.start()
        writer = try await daemon.connect()
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"after":\#(then)}"#)
        #expect(Set(try await listener.changes(through: seq)) == ["removed 2", "updated 3", "updated 4"])
        let all = try await Listener(daemon)
        try await all.client.ask("subscribe", #"{"after":0}"#)
        #expect(try await all.changes(through: seq) == ["added 1", "added 3", "added 4"])
    }

    @Test func anEntityThatExpiresGoesByItselfAndIsToldAsRemoved() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe")
        let writer = try await daemon.connect()
        let soon = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 2))
        try await writer.donate(
            entity("1", "Brief", #","expires":{"date":"\#(soon)"}"#), entity("2", "Lasting"))
        var told: [String] = []
        while !told.contains("removed 1") { told += try await listener.changes(through: 0) }
        #expect(told == ["added 1", "added 2", "removed 1"])
        #expect(try await writer.ask("status")["entities"]?.integer == 1)
    }

    @Test func aSubscriberThatDoesNotReadIsCutOffWithTheSeqToResumeFromAndNobodyWaits() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, limits: {subscriberSeconds: 1}}")
        let deaf = try RawConnection(daemon)
        _ = try await deaf.exchange(Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{}}"#.utf8))
        let writer = try await daemon.connect()
        let padding = String(repeating: "s", count: 3_000)
        var seq: Int64 = 0
        for round in 0..<20 {
            seq = try await writer.donate(
                (0..<100).map {
                    entity("\(round)-\($0)", padding)
                })
        }
        // It is counted no more; nothing of its is waited for in memory.
        let deadline = ContinuousClock.now + .seconds(60)
        while try await writer.ask("status")["subscriptions"]?.integer != 0 {
            guard ContinuousClock.now < deadline else { throw Fault("It is not cut off") }
            try await Task.sleep(for: .milliseconds(50))
        }
        var resume: Int64?
        while resume == nil {
            let message = try await deaf.reply()
            if message["method"]?.string == "unsubscribed" {
                resume = message["params"]?["seq"]?.integer
                #expect(message["params"]?["error"]?["data"]?["name"]?.string == "timedOut")
            }
        }
        let rest = try #require(resume)
        #expect(rest > 0 && rest < seq)
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"after":\#(rest)}"#)
        #expect(Set(try await listener.changes(through: seq)).count == Int(seq - rest))
    }

    @Test func aStormOfWritersIsToldInFullToEverySubscriber() async throws {
        let daemon = try await RunningDaemon()
        let listeners = [try await Listener(daemon), try await Listener(daemon), try await Listener(daemon)]
        for listener in listeners { try await listener.client.ask("subscribe", #"{"types":["Note"]}"#) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let client = try await daemon.connect()
                    for number in 0..<50 {
                        try await client.donate(entity("\(writer)-\(number)", "Entry \(number)"))
                        if number % 3 == 0 {
                            try await client.ask(
                                "delete",
                                #"{"bundle":"org.example.Notes","type":"Note","identifiers":["\#(writer)-\#(number)"]}"#
                            )
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let writer = try await daemon.connect()
        let seq = try await writer.donate(entity("end", "End"))
        let live = Set(try await writer.ask("find", #"{"limit":1000}"#).ids("results"))
        for listener in listeners {
            var known = Set<String>()
            for change in try await listener.changes(through: seq) {
                let parts = change.split(separator: " ").map(String.init)
                if parts[0] == "removed" { known.remove(parts[1]) } else { known.insert(parts[1]) }
            }
            #expect(known == live)
        }
    }

    @Test func endedSubscriptionsTellNothing() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        let first = try await listener.client.ask("subscribe")["subscription"]?.string ?? ""
        let second = try await listener.client.ask("subscribe")["subscription"]?.string ?? ""
        #expect(try await listener.client.ask("unsubscribe", #"{"subscription":"\#(first)"}"#)["ended"]?.integer == 1)
        let error = try await listener.client.refusal("unsubscribe", #"{"subscription":"\#(first)"}"#)
        #expect(error.name == .notFound && error.path == "subscription")
        try await daemon.connect().donate(entity("1", "One"))
        #expect(try await listener.next()["subscription"]?.string == second)
        #expect(try await listener.client.ask("unsubscribe")["ended"]?.integer == 1)
        #expect(try await listener.client.ask("status")["subscriptions"]?.integer == 0)
    }

    @Test func faultsOfDonationsAreToldByFieldToWhoAsks() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        try await listener.client.ask("subscribe", #"{"faults":true}"#)
        let bad = entity("7", "Bad", #","properties":{"day":{"date":"2026-02-31"}}"#)
        try await daemon.connect().ask("index", #"{"entities":[\#(entity("6", "Good")),\#(bad)]}"#)
        let fault = try #require(try await listener.next("faults")["faults"]?.elements.first { _ in true })
        #expect(fault["entity"]?["id"]?.string == "7" && fault["rejected"]?.bool == true)
        #expect(fault["path"]?.string?.hasPrefix("properties.day") == true)
    }

    @Test func anAppHearsOfItsOwnEntitiesAlone() async throws {
        let daemon = try await RunningDaemon()
        let listener = try await Listener(daemon)
        try await listener.client.ask("hello", #"{"bundle":"org.example.Notes"}"#)
        let error = try await listener.client.refusal("subscribe", #"{"bundles":["org.example.Other"]}"#)
        #expect(error.name == .forbiddenBundle && error.path == "bundles[0]")
        try await listener.client.ask("subscribe")
        let writer = try await daemon.connect()
        try await writer.donate(entity("1", "Foreign", bundle: "org.example.Other"))
        let seq = try await writer.donate(entity("2", "Own"))
        #expect(try await listener.changes(through: seq) == ["added 2"])
    }

    @Test func hostileSubscriptionsAreRefusedWithTheirPlace() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for (parameters, name, path) in [
            (#"{"after":-1}"#, AlmagestError.Name.invalidParameter, "after"),
            (#"{"after":5}"#, .invalidParameter, "after"),
            (#"{"query":7}"#, .invalidParameter, "query"), (#"{"types":"Note"}"#, .invalidParameter, "types"),
            (#"{"faults":1}"#, .invalidParameter, "faults"), (#"{"qurey":"x"}"#, .unknownParameter, "qurey"),
        ] {
            let error = try await client.refusal("subscribe", parameters)
            #expect(error.name == name && error.path == path, "\(parameters): \(error)")
        }
        #expect(try await client.refusal("subscribe", #"{"where":{"all":7}}"#).path?.hasPrefix("where") == true)
        for _ in 0..<16 { try await client.ask("subscribe", #"{"where":{"property":"x","op":"==","value":1}}"#) }
        #expect(try await client.refusal("subscribe", "{}").name == .busy)
        #expect(await daemon.answers())
    }
}
