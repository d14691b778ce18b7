import AlmagestEntities
import AlmagestWire
import Testing

@Suite struct PageTests {
    private func stocked() async throws -> (RunningDaemon, Client) {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(
            (0..<250).map {
                entity(
                    "\($0)", "Common thing \(["red", "green", "blue"][$0 % 3])", type: $0 % 5 == 0 ? "Task" : "Note",
                    #","properties":{"number":\#($0 * 37 % 250),"colour":"\#(["red", "green", "blue"][$0 % 3])"}"#)
            })
        try await daemon.settle()
        return (daemon, client)
    }

    static let requests: [(method: String, parameters: String)] = [
        ("search", #""query":"common","mode":"lexical","facets":["type","colour"]"#),
        ("search", #""query":"common red","mode":"lexical","facets":["type","colour"]"#),
        (
            "search",
            #""query":"common","mode":"lexical","sort":[{"property":"number","order":"descending"}],"facets":["colour"]"#
        ),
        (
            "search",
            #""query":"thing","mode":"lexical","where":{"property":"number","op":"<","value":100},"facets":["type"]"#
        ),
        ("search", #""queries":["red",{"text":"green","weight":2}],"mode":"lexical","facets":["type"]"#),
        ("find", #""facets":["type","colour"]"#),
        ("find", #""sort":[{"property":"number","order":"ascending"}],"facets":["type"]"#),
        (
            "find",
            #""where":{"property":"colour","op":"==","value":"blue"},"sort":[{"property":"number","order":"descending"}]"#
        ),
    ]

    /// A first page is read in part before its ranking is made, later ones are not.
    @Test func aFirstPageShowsWhatThePagesOfOneShow() async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        for query in ["common red", "something green", "thing", "nothing of it"] {
            let whole = try await client.ask("search", #"{"query":"\#(query)","limit":40}"#)
            var results: [String] = []
            for offset in 0..<(whole["results"]?.count ?? 0) {
                let page = try await client.ask("search", #"{"query":"\#(query)","limit":1,"offset":\#(offset)}"#)
                results += page["results"]?.elements.map(\.encodedText) ?? []
            }
            #expect(results == whole["results"]?.elements.map(\.encodedText))
        }
    }

    @Test(arguments: requests)
    func bareIdentifiersAreThoseOfTheUsualReplyWithItsScores(_ method: String, _ parameters: String) async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        let usual = try await client.ask(method, #"{\#(parameters),"limit":50}"#)
        let bare = try await client.ask(method, #"{\#(parameters),"limit":50,"fields":[]}"#)
        func told(_ reply: JSONValue) -> [String] {
            reply["results"]?.elements.map { "\($0["entity"]?.encodedText ?? "") \($0["score"]?.encodedText ?? "")" }
                ?? []
        }
        #expect(told(bare) == told(usual) && !told(bare).isEmpty)
        let members = Set(bare["results"]?.elements.flatMap { $0.members.map(\.key) } ?? [])
        #expect(members.isSubset(of: ["entity", "score"]))
        // What is deleted is shown no more, by nobody.
        let first = bare.ids("results")[0]
        for type in ["Note", "Task"] {
            let scope = #"{"bundle":"org.example.Notes","type":\#(type.json),"identifiers":[\#(first.json)]}"#
            _ = try await client.ask("delete", scope)
        }
        let after = try await client.ask(method, #"{\#(parameters),"limit":50,"fields":[]}"#)
        #expect(!after.ids("results").contains(first))
    }

    @Test(arguments: requests)
    func pagesAreTheWholeInPartsWithTheSameTotalsAndFacets(_ method: String, _ parameters: String) async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        let whole = try await client.ask(method, #"{\#(parameters),"limit":1000}"#)
        let all = whole.ids("results")
        #expect(Set(all).count == all.count)
        #expect(whole["total"]?.integer == Int64(all.count))
        #expect(whole["cursor"]?.isNull == true)
        for size in [1, 7, 100] {
            var ids: [String] = []
            var cursor: String?
            repeat {
                let more = cursor.map { #","cursor":\#($0.json)"# } ?? ""
                let page = try await client.ask(method, #"{\#(parameters),"limit":\#(size)\#(more)}"#)
                #expect(page["total"]?.integer == whole["total"]?.integer)
                #expect(page["facets"]?.encodedText == whole["facets"]?.encodedText)
                ids += page.ids("results")
                cursor = page["cursor"]?.string
            } while cursor != nil && ids.count <= all.count
            #expect(ids == all, "pages of \(size)")
        }
    }

    @Test func aCursorOfAnotherRequestIsRefused() async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        let page = try await client.ask("search", #"{"query":"common","mode":"lexical","limit":5}"#)
        let cursor = try #require(page["cursor"]?.string).json
        for (method, parameters) in [
            ("search", #"{"query":"thing","mode":"lexical","limit":5,"cursor":\#(cursor)}"#),
            ("search", #"{"query":"common","mode":"lexical","types":["Note"],"cursor":\#(cursor)}"#),
            ("find", #"{"limit":5,"cursor":\#(cursor)}"#),
        ] {
            let error = try await client.refusal(method, parameters)
            #expect(error.name == .invalidParameter)
            #expect(error.path == "cursor")
        }
        let other = try await client.ask(
            "search", #"{"query":"common","mode":"lexical","limit":9,"cursor":\#(cursor)}"#)
        #expect(other["results"]?.count == 9)
    }

    @Test func aCursorOutlivesChangesAndShowsNothingDeleted() async throws {
        let (daemon, client) = try await stocked()
        defer { daemon.kill() }
        let first = try await client.ask("search", #"{"query":"common","mode":"lexical","limit":50}"#)
        let cursor = try #require(first["cursor"]?.string).json
        let deleted = (0..<250).filter { $0 % 2 == 0 }.map { "\"\($0)\"" }.joined(separator: ",")
        for type in ["Note", "Task"] {
            try await client.ask(
                "delete", #"{"bundle":"org.example.Notes","type":"\#(type)","identifiers":[\#(deleted)]}"#)
        }
        let second = try await client.ask(
            "search", #"{"query":"common","mode":"lexical","limit":1000,"cursor":\#(cursor)}"#)
        let ids = second.ids("results")
        #expect(ids.allSatisfy { Int($0).map { $0 % 2 == 1 } ?? false })
        #expect(Set(ids).isDisjoint(with: first.ids("results")))
    }
}
