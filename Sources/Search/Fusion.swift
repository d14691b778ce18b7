import Catalog
import Foundation

/// Makes one ranking out of what the two halves of search say about every candidate.
///
/// A weighted sum of scores (convex combination; Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
/// Retrieval", 2023), each in units of its own spread over the candidates: a half that tells few of them from the rest
/// says more than one to which all look alike, query by query. `Benchmarks/fusion.py` chooses the parameters.
struct Fusion: Sendable {
    /// Share of the lexical half, 0 to 1.
    let lexicalWeight: Double
    /// How much the model knows of the query's words, 0 to 1: what it does not know it places at random.
    let familiarity: Double
    let mode: SearchMode
    /// Whether the results are shown in another order than their scores'.
    let isSorted: Bool

    /// The lexical half's share of a query in plain words.
    static let plainWeight = 0.4
    /// Its share of a query of numbers, dates and codes, which a model of meaning hardly tells apart.
    static let numberWeight = 0.8
    /// The words' share is multiplied by the share of the query's words, by rarity, that the best has, to the power of
    /// this by their number: what nobody says in the query's words is said by its meaning.
    static let coveragePower = 2.0
    /// So many of a query's words have digits when it is one of numbers altogether.
    static let numberShare = 0.2

    /// What a spread is thought to be before any candidate is seen, and as how many candidates that counts. The spread
    /// of a few is chance. BM25 is in units of the best candidate's.
    static let expectedSpread = (lexical: 0.15, cosine: 0.08)
    static let expectedCandidates = 20.0

    /// A cosine at or below this says nothing (all-MiniLM-L6-v2 gives unrelated English texts 0 to 0.1).
    static let cosineFloor = 0.08
    /// The best cosine counts as certain from here on; a best neighbour below it is only vaguely near.
    static let cosineCertain = 0.5
    /// A neighbour without a word of the query is shown beside those with words from this cosine on, further on where
    /// the model knows less of the query.
    static let cosineShown = 0.2
    /// In another order than the scores' the vague ones would stand among the best: only what is near beyond doubt is
    /// shown there.
    static let cosineSorted = 0.4
    /// A priority of 1000 lifts by this much.
    static let priorityBoost = 0.02

    /// - Parameters:
    ///   - words: The words and phrases of the query as written.
    ///   - familiarity: See `QueryVector.familiarity`.
    ///   - coverage: See `LexicalResult.coverage`; `count` is the number of words that it is of.
    init(
        words: [String], familiarity: Double, mode: SearchMode, coverage: Double = 1, count: Int = 1,
        isSorted: Bool = false
    ) {
        self.mode = mode
        self.isSorted = isSorted
        self.familiarity = familiarity
        switch mode {
        case .lexical: lexicalWeight = 1
        case .semantic: lexicalWeight = 0
        case .hybrid:
            let numbers = words.count { $0.unicodeScalars.contains { $0.properties.numericType == .decimal } }
            let share = Double(numbers) / Double(max(1, words.count))
            let whole = Self.plainWeight + (Self.numberWeight - Self.plainWeight) * min(1, share / Self.numberShare)
            lexicalWeight =
                coverage > 0 && coverage < 1 ? whole * pow(coverage, Self.coveragePower / Double(max(1, count))) : whole
        }
    }

    /// The candidates with their fused score, unsorted. Candidates that neither half stands for are left out.
    ///
    /// `beyond` further neighbours without any of the words were not asked for. The spread of the words is over these
    /// too: how much it says to have a word does not depend on how many neighbours are looked at.
    func scored(
        _ candidates: [Candidate], lexicalTookPart: Bool, semanticTookPart: Bool, beyond: Int = 0
    ) -> [RankedHit] {
        // A half that did not take part leaves its share to the other.
        let hasMeaning = semanticTookPart && (mode == .semantic || familiarity > 0 || !lexicalTookPart)
        let weight = !hasMeaning ? 1 : !lexicalTookPart ? 0 : lexicalWeight
        let bestLexical = candidates.reduce(0) { max($0, $1.lexical ?? 0) }
        let words = candidates.map { bestLexical > 0 ? ($0.lexical ?? 0) / bestLexical : 0 }
        let known = candidates.compactMap { $0.cosine.map(Double.init) }
        // What has no vector yet is neither near nor far.
        let unknown = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
        let cosines = candidates.map { $0.cosine.map(Double.init) ?? unknown }
        let wordUnit = weight / Self.spread(words, zeros: beyond, expected: Self.expectedSpread.lexical)
        // One half alone is not weighed against the other.
        let trust = mode == .hybrid && weight > 0 ? familiarity : 1
        let meaningUnit = (1 - weight) * trust / Self.spread(cosines, expected: Self.expectedSpread.cosine)
        let sums = zip(words, cosines).map { $0 * wordUnit + $1 * meaningUnit }
        let (lowest, highest) = (sums.min() ?? 0, sums.max() ?? 0)
        let scale = highest > lowest ? 1 / (highest - lowest) : 0
        let surest = candidates.indices.reduce(0) {
            max($0, certainty(words: words[$1], cosine: cosines[$1], weight: weight))
        }
        var hits: [RankedHit] = []
        hits.reserveCapacity(candidates.count)
        for (index, candidate) in candidates.enumerated() {
            guard isShown(candidate, weight: weight) else { continue }
            let place = scale > 0 ? (sums[index] - lowest) * scale : 1
            hits.append(
                RankedHit(
                    row: candidate.row, revision: candidate.revision, score: place * surest,
                    lexical: candidate.lexical, cosine: candidate.cosine, passage: candidate.passage))
        }
        return hits
    }

    /// Whether a candidate belongs to the answer at all.
    private func isShown(_ candidate: Candidate, weight: Double) -> Bool {
        if mode != .semantic, (candidate.lexical ?? 0) > 0 { return true }
        guard weight < 1, let cosine = candidate.cosine else { return false }
        let nearness = Double(cosine) * (weight > 0 ? familiarity : 1)
        if isSorted { return nearness >= Self.cosineSorted }
        // Asked for by name, the vague ones are shown too, but what says nothing is no match.
        return mode == .semantic ? Double(cosine) > Self.cosineFloor : nearness >= Self.cosineShown
    }

    /// How sure a candidate is by itself, whatever the others are: a vague neighbour stays vague, even as the nearest.
    private func certainty(words: Double, cosine: Double, weight: Double) -> Double {
        let reach = Self.cosineCertain - Self.cosineFloor
        return weight * words + (1 - weight) * min(1, max(0, (cosine - Self.cosineFloor) / reach))
    }

    /// The standard deviation of the values and of so many zeros, drawn towards the expected one where there are few.
    static func spread(_ values: [Double], zeros: Int = 0, expected: Double) -> Double {
        let count = Double(values.count + zeros)
        let mean = count > 0 ? values.reduce(0, +) / count : 0
        let squares = values.reduce(Double(zeros) * mean * mean) { $0 + ($1 - mean) * ($1 - mean) }
        return ((squares + expectedCandidates * expected * expected) / (count + expectedCandidates)).squareRoot()
    }

    /// Each hit's rank in either half, for an explanation.
    static func ranks(of hits: [RankedHit]) -> [RowID: HalfRanks] {
        var ranks: [RowID: HalfRanks] = [:]
        let byWords = hits.filter { ($0.lexical ?? 0) > 0 }
            .sorted { ($0.lexical ?? 0, $1.row) > ($1.lexical ?? 0, $0.row) }
        for (rank, hit) in byWords.enumerated() { ranks[hit.row, default: HalfRanks()].lexical = rank + 1 }
        let byMeaning = hits.filter { $0.cosine != nil }
            .sorted { ($0.cosine ?? 0, $1.row) > ($1.cosine ?? 0, $0.row) }
        for (rank, hit) in byMeaning.enumerated() { ranks[hit.row, default: HalfRanks()].semantic = rank + 1 }
        return ranks
    }
}
