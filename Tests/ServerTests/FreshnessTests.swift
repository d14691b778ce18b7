import AlmagestEntities
import AlmagestWire
import TestSupport
import Testing

/// What was acknowledged is there, and what was deleted is gone, in every way to look.
@Suite struct FreshnessTests {
    /// Everything that a client can see of one note.
    fileprivate struct Seen: Equatable {
        var searched = false
        var suggested = false
        var found = false
        var counted = false
        var totalled = false
        var read = false
        static let everywhere = Seen(
            searched: true, suggested: true, found: true, counted: true, totalled: true, read: true)
        static let nowhere = Seen()
    }

    private func look(_ client: Client, for word: String, id: String, after: Int64? = nil) async throws -> Seen {
        var seen = Seen()
        let after = after.map { #","after":\#($0),"budgetMilliseconds":60000"# } ?? ""
        let search = try await client.ask(
            "search", #"{"query":"\#(word)","mode":"lexical","facets":["colour","type"]\#(after)}"#)
        seen.searched = search.ids("results").contains(id)
        seen.counted = search.facet("colour")[word] == 1
        seen.totalled = search["total"]?.integer == 1
        seen.suggested = try await client.suggested(word).contains(id)
        let found = try await client.ask(
            "find", #"{"where":{"property":"colour","op":"==","value":"\#(word)"},"facets":["colour"]}"#)
        seen.found = found.ids("results").contains(id)
        #expect((found["total"]?.integer == 1) == seen.found)
        #expect((found.facet("colour")[word] == 1) == seen.found)
        let entities = try await client.ask("entities", #"{"identifiers":["org.example.Notes/Note/\#(id)"]}"#)
        seen.read = entities.ids("entities").contains(id)
        return seen
    }

    private func coloured(_ id: String, _ word: String, _ more: String = "") -> String {
        entity(id, "A \(word) thing", #","properties":{"colour":"\#(word)"}\#(more)"#)
    }

    @Test func aSearchSentRightAfterADonationDoesNotHideItFromTheSameSearchLater() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for number in 0..<40 {
            let seq = try await client.donate(entity("\(number)", "quill zephyr\(number)"))
            // Perhaps too early to find it; the answer must not be kept as the true one.
            _ = try await client.found("zephyr\(number)")
            _ = try await client.found("quill", after: seq)
            #expect(try await client.found("zephyr\(number)").contains("\(number)"))
        }
    }

    @Test(arguments: ["find", "search"])
    func whatWasJustDonatedStandsInItsPlace(_ method: String) async throws {
        // Time enough to wait for the projection, however busy the machine is.
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, search: {budgetMilliseconds: 60000}}")
        let client = try await daemon.connect()
        let query = method == "search" ? #""query":"thing","mode":"lexical","# : ""
        var random = SeededRandom(seed: 3)
        let numbers = (0..<150).shuffled(using: &random)
        for number in numbers {
            try await client.donate(entity("\(number)", "A thing", #","properties":{"number":\#(number)}"#))
            let reply = try await client.ask(
                method, #"{\#(query)"sort":[{"property":"number","order":"descending"}],"limit":1000}"#)
            let shown = reply.ids("results").compactMap(Int.init)
            let partial = reply["partial"]?.elements.compactMap(\.string) ?? []
            #expect(shown == shown.sorted(by: >), "\(shown)")
            #expect(!partial.contains("properties"))
            #expect(reply["totalIsLowerBound"]?.bool == !partial.isEmpty)
            if method == "find" { #expect(shown.contains(number)) }
        }
    }

    /// Nothing ever has what is waited for here, so every projection is late.
    @Test func aTotalOfPartOfTheIndexIsALowerBound() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let seq = try await client.donate((0..<5).map { entity("\($0)", "A thing") })
        for (after, isWhole) in [(seq, true), (seq + 1_000, false)] {
            let budget = isWhole ? 60_000 : 50
            let reply = try await client.ask(
                "search",
                #"{"query":"thing","mode":"lexical","after":\#(after),"budgetMilliseconds":\#(budget)}"#)
            #expect((reply["partial"]?.count == 0) == isWhole)
            #expect(reply["totalIsLowerBound"]?.bool == !isWhole)
            #expect(reply["total"]?.integer == 5)
        }
    }

    @Test func whatIsDonatedUpdatedAndDeletedIsSeenSoInEveryWayToLook() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let first = try await client.donate(coloured("1", "crimson"), coloured("2", "azure"))
        #expect(try await look(client, for: "crimson", id: "1", after: first) == .everywhere)
        try await daemon.settle()

        let second = try await client.donate(coloured("1", "emerald"))
        #expect(try await look(client, for: "crimson", id: "1") == .nowhere.reading(true))
        #expect(try await look(client, for: "emerald", id: "1", after: second) == .everywhere)

        let deleted = try await client.ask(
            "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["1"]}"#)
        #expect(deleted["deleted"]?.integer == 1)
        #expect(try await look(client, for: "emerald", id: "1") == .nowhere)
        #expect(try await look(client, for: "azure", id: "2") == .everywhere)
        #expect(try await client.ask("find", "{}")["total"]?.integer == 1)
        #expect(try await client.ask("status")["entities"]?.integer == 1)

        let again = try await client.donate(coloured("1", "emerald"))
        #expect(try await look(client, for: "emerald", id: "1", after: again) == .everywhere)
    }

    @Test(arguments: ["hidden", "expired"])
    func whatIsHiddenOrExpiredIsNeverShown(_ how: String) async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let more = how == "hidden" ? #","hidden":true"# : #","expires":{"date":"2020-01-01T00:00:00Z"}"#
        let seq = try await client.donate(coloured("1", "crimson", more), coloured("2", "azure"))
        let seen = try await look(client, for: "crimson", id: "1", after: seq)
        #expect(seen == .nowhere.reading(how == "hidden"))
        try await daemon.settle()
        #expect(try await look(client, for: "crimson", id: "1") == .nowhere.reading(how == "hidden"))
        #expect(try await client.ask("find", "{}")["total"]?.integer == 1)
        #expect(try await client.ask("find", #"{"facets":["type"]}"#).facet("type") == ["Note": 1])
        #expect(try await client.found("thing", after: seq) == ["2"])
    }

    @Test func whatIsDeletedByScopeIsGoneAtOnce() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        var seq: Int64 = 0
        func donateAll() async throws {
            seq = try await client.donate(
                entity("a", "Common alpha", #","domain":"home.kitchen""#),
                entity("b", "Common beta", #","domain":"home.garden""#),
                entity("c", "Common gamma", #","domain":"homestead""#),
                entity("d", "Common delta", type: "Task"), entity("e", "Common epsilon", bundle: "org.example.Other"),
                entity("f", "Common zeta", #","index":"second""#))
        }
        for (scope, left) in [
            (#"{"bundle":"org.example.Notes","domain":"home"}"#, "cdef"),
            (#"{"bundle":"org.example.Notes","type":"Task"}"#, "abcef"),
            (#"{"bundle":"org.example.Notes","index":"second"}"#, "abcde"),
            (#"{"bundle":"org.example.Notes"}"#, "e"), (#"{"bundle":"org.example.Other"}"#, "abcdf"),
        ] {
            try await donateAll()
            #expect(Set(try await client.found("common", after: seq)) == Set("abcdef".map(String.init)), "\(scope)")
            try await client.ask("delete", scope)
            #expect(try await client.found("common").sorted() == left.map(String.init), "\(scope)")
            #expect(try await client.suggested("common").sorted() == left.map(String.init), "\(scope)")
            #expect(try await client.ask("find", "{}").ids("results").sorted() == left.map(String.init), "\(scope)")
        }
    }

    @Test func anUpdateMergesTheGivenMembersOnly() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(
            entity("1", "Picnic", #","keywords":["lake"],"properties":{"place":"Shore","guests":3}"#))
        let seq = try await client.donate(
            #"{"update":true,"bundle":"org.example.Notes","type":"Note","id":"1","properties":{"guests":4}}"#)
        #expect(try await client.found("lake", after: seq) == ["1"])
        let stored = try await client.ask("entities", #"{"identifiers":["org.example.Notes/Note/1"]}"#)
        let properties = try #require(stored["entities"]?.elements.first { _ in true }?["properties"])
        #expect(properties["guests"]?.integer == 4)
        #expect(properties["place"]?.string == "Shore")
    }

    @Test func aHundredUpdatesLeaveOneResult() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        var seq: Int64 = 0
        for version in 0..<100 { seq = try await client.donate(entity("1", "Draft number\(version)")) }
        #expect(try await client.found("draft", after: seq) == ["1"])
        #expect(try await client.found("number99") == ["1"])
        #expect(try await client.found("\"number98\"") == [])
        #expect(try await client.suggested("draft") == ["1"])
        #expect(try await client.ask("find", "{}")["total"]?.integer == 1)
        let unchanged = try await client.ask("index", #"{"entities":[\#(entity("1", "Draft number99"))]}"#)
        #expect(unchanged["unchanged"]?.integer == 1)
        #expect(unchanged["stored"]?.integer == 0)
    }

    @Test func aConnectionThatSaidABundleWritesOnlyThatOne() async throws {
        let daemon = try await RunningDaemon()
        let own = try await daemon.connect()
        try await own.donate(entity("x", "Elsewhere", bundle: "org.example.Other"))
        try await own.ask("hello", #"{"protocol":1,"bundle":"org.example.Notes"}"#)
        try await own.donate(entity("1", "Mine"))
        let reply = try await own.ask(
            "index",
            #"{"entities":[\#(entity("2", "Mine too")),\#(entity("x", "Not mine", bundle: "org.example.Other"))]}"#)
        #expect(reply["stored"]?.integer == 1)
        #expect(reply["rejected"]?.elements.map { $0["path"]?.string } == ["entities[1].bundle"])
        for (method, parameters) in [
            ("delete", #"{"bundle":"org.example.Other"}"#), ("batch.begin", #"{"bundle":"org.example.Other"}"#),
            ("clientState", #"{"bundle":"org.example.Other"}"#),
            ("entities", #"{"identifiers":["org.example.Other/Note/x"]}"#),
            ("open", #"{"entity":"org.example.Other/Note/x"}"#),
        ] {
            #expect(try await own.refusal(method, parameters).name == .forbiddenBundle, "\(method)")
        }
        #expect(try await own.refusal("hello", #"{"bundle":"org.example.Other"}"#).name == .notAllowed)
        let user = try await daemon.connect()
        let stored = try await user.ask("entities", #"{"identifiers":["org.example.Other/Note/x"]}"#)
        #expect(stored["entities"]?.elements.first { _ in true }?["display"]?["title"]?.string == "Elsewhere")
    }
}

extension FreshnessTests.Seen {
    /// The catalog is read whatever search shows.
    fileprivate func reading(_ read: Bool) -> Self {
        var copy = self
        copy.read = read
        return copy
    }
}
