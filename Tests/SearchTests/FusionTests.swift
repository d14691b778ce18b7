import Catalog
import Testing

@testable import Search

@Suite("Fusion")
struct FusionTests {
    private func candidate(_ row: RowID, lexical: Double?, cosine: Float?) -> Candidate {
        Candidate(row: row, revision: 1, lexical: lexical, cosine: cosine)
    }

    /// Rows from best to worst, and their scores.
    private func ranked(
        _ candidates: [Candidate], words: [String] = ["sea", "otter"], familiarity: Double = 1,
        mode: SearchMode = .hybrid
    ) -> [RankedHit] {
        Fusion(words: words, familiarity: familiarity, mode: mode)
            .scored(candidates, lexicalTookPart: mode != .semantic, semanticTookPart: mode != .lexical)
            .sorted { ($0.score, $1.row) > ($1.score, $0.row) }
    }

    @Test("A rare exact word beats a vague neighbour, among two candidates and among many", arguments: [2, 50, 1_000])
    func rareWord(_ count: Int) {
        var candidates = [candidate(1, lexical: 9, cosine: 0.3), candidate(2, lexical: 0, cosine: 0.45)]
        for row in 3..<max(3, count + 1) {
            candidates.append(candidate(RowID(row), lexical: 0, cosine: Float(row % 20) / 100))
        }
        #expect(ranked(candidates).first?.row == 1)
    }

    @Test("How much a word says does not depend on how many neighbours are looked at", arguments: [100, 300, 1_000])
    func neighbours(_ count: Int) {
        // Both words, hardly near; one of them, nearest of all; and neighbours without a word.
        var candidates = [candidate(1, lexical: 5.3, cosine: 0.16), candidate(2, lexical: 2.9, cosine: 0.39)]
        for row in 3..<count + 1 {
            candidates.append(candidate(RowID(row), lexical: 0, cosine: 0.34 - Float(row) / 3_000))
        }
        let hits = Fusion(words: ["oxygen", "blankets"], familiarity: 1, mode: .hybrid)
            .scored(candidates, lexicalTookPart: true, semanticTookPart: true, beyond: 1_000 - count)
            .sorted { $0.score > $1.score }
        #expect(hits.prefix(2).map(\.row) == [1, 2])
    }

    @Test("Of many that have the word, the one that means it comes first")
    func meaningDecides() {
        let candidates = (1...100).map { candidate(RowID($0), lexical: 5, cosine: $0 == 70 ? 0.6 : 0.2) }
        #expect(ranked(candidates).first?.row == 70)
    }

    @Test("What has the numbers of a query comes before what is like it")
    func numbers() {
        var candidates = (3...60).map { candidate(RowID($0), lexical: Double($0 % 7), cosine: Float($0 % 11) / 20) }
        candidates.append(candidate(1, lexical: 8, cosine: 0.35))
        candidates.append(candidate(2, lexical: 5, cosine: 0.62))
        #expect(ranked(candidates, words: ["lunch", "in", "may"]).first?.row == 2)
        #expect(ranked(candidates, words: ["lunch", "on", "2026-05-04"]).first?.row == 1)
    }

    @Test("A query that the model knows nothing of is answered by its words alone, in their order")
    func strange() {
        let candidates = [
            candidate(1, lexical: 2, cosine: 0.9), candidate(2, lexical: 3, cosine: 0.1),
            candidate(3, lexical: 0, cosine: 0.95),
        ]
        #expect(ranked(candidates, familiarity: 0).map(\.row) == [2, 1])
        // Asked for by name, meaning answers as well as it can.
        #expect(ranked(candidates, familiarity: 0, mode: .semantic).map(\.row) == [3, 1, 2])
    }

    @Test("Where the best has only part of the words, meaning decides, the more the fewer words there are")
    func coverage() {
        let candidates =
            [candidate(1, lexical: 7, cosine: 0.45), candidate(2, lexical: 5, cosine: 0.56)]
            + (3...200).map { candidate($0, lexical: 0, cosine: Float($0 % 20) / 100) }
        func first(_ coverage: Double, _ count: Int) -> RowID? {
            Fusion(words: ["a", "b"], familiarity: 1, mode: .hybrid, coverage: coverage, count: count)
                .scored(candidates, lexicalTookPart: true, semanticTookPart: true)
                .max { ($0.score, $1.row) < ($1.score, $0.row) }?.row
        }
        #expect(first(1, 2) == 1)
        #expect(first(0.35, 2) == 2)
        #expect(first(0.35, 40) == 1)
    }

    @Test("Neighbours without a word are shown from a cosine on, vaguer ones when only meaning is asked for")
    func shown() {
        let candidates = [
            candidate(1, lexical: 0, cosine: 0.5), candidate(2, lexical: 0, cosine: 0.15),
            candidate(3, lexical: 1, cosine: 0), candidate(4, lexical: 0, cosine: nil),
            candidate(5, lexical: 0, cosine: 0.08), candidate(6, lexical: 0, cosine: -0.2),
        ]
        #expect(Set(ranked(candidates).map(\.row)) == [1, 3])
        #expect(Set(ranked(candidates, mode: .semantic).map(\.row)) == [1, 2])
        #expect(ranked(candidates, mode: .lexical).map(\.row) == [3])
    }

    @Test("Scores are 0 to 1, and a vague neighbour stays vague even as the best")
    func scores() throws {
        let vague = ranked([candidate(1, lexical: 0, cosine: 0.25), candidate(2, lexical: 0, cosine: 0.22)])
        #expect(try #require(vague.first).score < 0.4)
        let sure = ranked([candidate(1, lexical: 4, cosine: 0.7), candidate(2, lexical: 1, cosine: 0.2)])
        #expect(abs(try #require(sure.first).score - 1) < 1e-9)
        for hit in vague + sure { #expect((0...1).contains(hit.score)) }
        let alone = ranked([candidate(1, lexical: 2, cosine: nil)], mode: .lexical)
        #expect(alone.map(\.score) == [1])
    }

    @Test("Each half alone keeps its own order")
    func alone() {
        // Two orders without ties that have nothing to do with each other.
        var candidates: [Candidate] = []
        for number in 1...200 {
            let lexical = Double(number * 7_919 % 1_009)
            let cosine = Float(number * 4_421 % 1_013) / 1_013
            candidates.append(candidate(RowID(number), lexical: lexical, cosine: cosine))
        }
        candidates.sort { ($0.lexical ?? 0) > ($1.lexical ?? 0) }
        #expect(ranked(candidates, mode: .lexical).map(\.row) == candidates.map(\.row))
        candidates.sort { ($0.cosine ?? 0) > ($1.cosine ?? 0) }
        let near = candidates.filter { ($0.cosine ?? 0) > 0.08 }
        #expect(near.count < candidates.count)
        #expect(ranked(candidates, mode: .semantic).map(\.row) == near.map(\.row))
    }

    @Test("No candidates make no hits")
    func nothing() {
        #expect(ranked([]).isEmpty)
    }
}
