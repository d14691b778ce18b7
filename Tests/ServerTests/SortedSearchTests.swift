import AlmagestEntities
import AlmagestWire
import Testing

/// In another order than that of relevance, what is only vaguely near does not stand among what was asked for.
@Suite struct SortedSearchTests {
    @Test(.enabled(if: RunningDaemon.hasModel), arguments: ["hybrid", "semantic"])
    func onlyWhatHasAWordOrIsNearForCertainIsSorted(_ mode: String) async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        func note(_ id: String, _ title: String, _ number: Int) -> String {
            entity(id, title, #","properties":{"number":\#(number)}"#)
        }
        try await client.donate(
            note("word", "Recipe for a chocolate cake", 5), note("near", "How to bake a sweet cocoa dessert", 4),
            note("vague", "Dinner with the neighbours", 1), note("vaguer", "Buy flowers at the market", 2),
            note("far", "Replace the brake pads of the van", 3))
        try await daemon.settle()
        let call = #"{"query":"chocolate cake","mode":"\#(mode)","facets":["type"],"budgetMilliseconds":60000"#
        let sorted = try await client.ask("search", call + #","sort":[{"property":"number","order":"ascending"}]}"#)
        #expect(sorted.ids("results") == ["near", "word"], "\(sorted.encodedText)")
        #expect(sorted["total"]?.integer == 2)
        #expect(sorted.facet("type") == ["Note": 2])
        let ranked = try await client.ask("search", call + "}")
        #expect(ranked.ids("results").prefix(2) == ["word", "near"])
        #expect(ranked["total"]?.integer == Int64(ranked.ids("results").count))
    }

    @Test(.enabled(if: RunningDaemon.hasModel))
    func theTotalOfASearchByMeaningIsWhatCanBeSeenByPaging() async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        let titles = [
            "Recipe for a chocolate cake", "How to bake a sweet cocoa dessert", "Buying a birthday present",
            "Replace the brake pads of the van", "Minutes of the tax audit", "npm install failed with exit code 1",
            "Quarterly server invoice", "Parking permit renewal", "Voltage regulator datasheet",
        ]
        try await client.donate(titles.enumerated().map { entity("\($0.offset)", $0.element) })
        try await daemon.settle()
        let call = #"{"query":"chocolate cake","mode":"semantic","explain":true,"budgetMilliseconds":60000"#
        let whole = try await client.ask("search", call + #","limit":1000}"#)
        let all = whole.ids("results")
        #expect(whole["total"]?.integer == Int64(all.count))
        #expect(all.prefix(2) == ["0", "1"])
        #expect(all.count < titles.count, "what says nothing is no match: \(whole.encodedText)")
        let cosines = whole["results"]?.elements.compactMap { $0["why"]?["semantic"]?["score"]?.number } ?? []
        #expect(cosines.count == all.count && cosines.allSatisfy { $0 > 0.08 })
        var ids: [String] = []
        var cursor: String?
        repeat {
            let more = cursor.map { #","cursor":\#($0.json)"# } ?? ""
            let page = try await client.ask("search", call + #","limit":1\#(more)}"#)
            #expect(page["total"]?.integer == whole["total"]?.integer)
            ids += page.ids("results")
            cursor = page["cursor"]?.string
        } while cursor != nil && ids.count <= all.count
        #expect(ids == all)
    }
}
