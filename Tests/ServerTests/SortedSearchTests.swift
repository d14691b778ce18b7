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
        if mode == "semantic" { #expect(ranked["total"]?.integer == 5) }
    }
}
