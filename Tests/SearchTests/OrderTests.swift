import Catalog
import TestSupport
import Testing

@testable import Search

@Suite struct OrderTests {
    @Test func hitsComeBestFirstAndEqualsByRowHoweverNearTheirScoresAre() {
        var random = SeededRandom(seed: 41)
        for count in [0, 1, 2, 3, 50, 2_000] {
            var hits: [RankedHit] = []
            for row in 0..<count {
                // Equal ones, ones that differ by less than single precision tells, and ones below 0 and above 1.
                let base = [0, 0.25, 0.5, 1, 1.3, -0.1][Int.random(in: 0..<6, using: &random)]
                let score = base + Double(Int.random(in: 0..<4, using: &random)) * 1e-12
                hits.append(RankedHit(row: RowID(row + 1), revision: 1, score: score))
            }
            hits.shuffle(using: &random)
            let expected = hits.sorted { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
            let ordered = SearchEngine.ordered(hits)
            #expect(ordered.map(\.row) == expected.map(\.row))
            #expect(ordered.allSatisfy { 0...1 ~= $0.score })
        }
    }
}
