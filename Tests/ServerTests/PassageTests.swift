import AlmagestEntities
import AlmagestWire
import Testing

/// Long content: found by the passage that means what is asked, shown where it stands, and said when it is too much.
@Suite struct PassageTests {
    @Test(.enabled(if: RunningDaemon.hasModel))
    func whatIsFoundByMeaningAloneShowsItsPassageAndWhereItStands() async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        let passages = [
            ("page=1", "The committee met on the first floor and talked about parking."),
            ("page=2", "A recipe for a dessert of chocolate, butter, eggs and flour, baked for forty minutes."),
            ("page=3", "Minutes of the accounts, with the figures for the spring."),
        ]
        let list = passages.map { #"{"locator":\#($0.0.json),"text":\#($0.1.json)}"# }.joined(separator: ",")
        try await client.donate(
            entity("pages", "Folder", #","passages":[\#(list)]"#),
            entity("note", "Slip", #","text":"The telescope stands in the garden shed. Its mirror was polished.""#),
            entity("other", "Receipt for shoes"))
        try await daemon.settle()
        func best(_ query: String) async throws -> JSONValue? {
            try await client.ask(
                "search", #"{"query":\#(query.json),"mode":"semantic","limit":1,"budgetMilliseconds":60000}"#)[
                    "results"]?
                .elements.first { _ in true }
        }
        let cake = try await best("sweet pastry")
        #expect(cake?["entity"]?["id"]?.string == "pages")
        #expect(cake?["property"]?.string == "passages")
        #expect(cake?["locator"]?.string == "page=2")
        #expect(cake?["snippet"]?.string?.hasPrefix("A recipe for a dessert") == true)
        #expect(cake?["highlights"]?.count == 0)
        let astronomy = try await best("instrument for looking at stars")
        #expect(astronomy?["property"]?.string == "text")
        #expect(astronomy?["snippet"]?.string?.hasPrefix("The telescope") == true)
    }

    @Test(.enabled(if: RunningDaemon.hasModel))
    func moreThanCanBeFoundByMeaningIsSaid() async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        let body = (0..<40_000).map { "word\($0 % 977)" }.joined(separator: " ")
        let list = (0..<100).map { #"{"locator":"page=\#($0)","text":"Page \#($0) of the report."}"# }
            .joined(separator: ",")
        let reply = try await client.ask(
            "index",
            "{\"entities\":[\(entity("a", "Short")),\(entity("b", "Long", ",\"text\":\(body.json)")),"
                + "\(entity("c", "Pages", ",\"passages\":[\(list)]"))]}")
        #expect(reply["stored"]?.integer == 3)
        let paths = reply["warnings"]?.elements.compactMap { $0["path"]?.string } ?? []
        #expect(Set(paths) == ["entities[1].text", "entities[2].passages"], "\(reply.encodedText)")
        // Words are found to the end.
        try await daemon.settle()
        #expect(try await client.found("report").contains("c"))
    }

    @Test func whoQuotesWordsMeansThem() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Chocolate cake"), entity("2", "Parking"))
        try await daemon.settle()
        let quoted = try await client.ask("search", #"{"query":"\"chocolat cakke\"","mode":"lexical"}"#)
        #expect(quoted.ids("results").isEmpty)
        #expect(quoted["didYouMean"]?.string == "\"chocolate cake\"")
        let bare = try await client.ask("search", #"{"query":"chocolat cakke","mode":"lexical"}"#)
        #expect(bare.ids("results") == ["1"])
        #expect(quoted["corrected"]?.bool == false && bare["corrected"]?.bool == true)
    }

    @Test func aWordThatNothingInScopeHasIsCorrectedWhileTheOthersAreAnswered() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(
            entity("1", "Chocolate cake"), entity("2", "Chocolate factory"), entity("3", "Parking", type: "Task"))
        try await daemon.settle()
        let reply = try await client.ask("search", #"{"query":"chocolate cakke","mode":"lexical"}"#)
        #expect(Set(reply.ids("results")) == ["1", "2"])
        #expect(reply["didYouMean"]?.string == "chocolate cake")
        #expect(reply["corrected"]?.bool == false)
        let right = try await client.ask("search", #"{"query":"chocolate cake","mode":"lexical"}"#)
        #expect(right["didYouMean"]?.isNull == true)
        // Nothing there has a word like it.
        let elsewhere = try await client.ask(
            "search", #"{"query":"parking cakke","mode":"lexical","types":["Task"]}"#)
        #expect(elsewhere.ids("results") == ["3"])
        #expect(elsewhere["didYouMean"]?.isNull == true)
    }
}
