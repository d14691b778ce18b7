import Catalog

/// Makes one ranking out of what the two halves of search say about every candidate.
///
/// A weighted sum of normalised scores (convex combination; Bruch, Gai and Ingber, "An Analysis of Fusion
/// Functions for Hybrid Retrieval", 2023): it keeps how sure each half is, which ranks throw away.
struct Fusion: Sendable {
    /// Share of the lexical half, 0 to 1.
    let lexicalWeight: Double

    /// A cosine at or below this says nothing (all-MiniLM-L6-v2 gives unrelated English texts 0 to 0.1).
    static let cosineFloor: Float = 0.08
    /// The best cosine counts as certain from here on; a best neighbour below it is only vaguely near.
    static let cosineCertain: Float = 0.5
    /// A neighbour without a word of the query is shown from this cosine on.
    static let cosineShown: Float = 0.2
    /// A priority of 1000 lifts by this much.
    static let priorityBoost = 0.02

    /// A short query names things and its words weigh more; a long one describes and its meaning does.
    init(contentWords: Int, mode: SearchMode) {
        switch mode {
        case .lexical: lexicalWeight = 1
        case .semantic: lexicalWeight = 0
        case .hybrid:
            switch contentWords {
            case ...1: lexicalWeight = 0.7
            case 2: lexicalWeight = 0.6
            case 3: lexicalWeight = 0.55
            default: lexicalWeight = 0.45
            }
        }
    }

    /// The candidates with their fused score, unsorted. Candidates that neither half stands for are left out.
    func scored(_ candidates: [Candidate], lexicalTookPart: Bool, semanticTookPart: Bool) -> [RankedHit] {
        let bestLexical = candidates.reduce(0) { max($0, $1.lexical ?? 0) }
        let bestCosine = candidates.reduce(Self.cosineFloor) { max($0, $1.cosine ?? 0) }
        let reach = max(bestCosine, Self.cosineCertain) - Self.cosineFloor
        // A half that did not take part leaves its share to the other.
        let weight = !semanticTookPart ? 1 : !lexicalTookPart ? 0 : lexicalWeight
        var hits: [RankedHit] = []
        hits.reserveCapacity(candidates.count)
        for candidate in candidates {
            let lexical = candidate.lexical ?? 0
            let cosine = candidate.cosine ?? 0
            if lexical <= 0 && (cosine < Self.cosineShown || weight == 1) { continue }
            let words = bestLexical > 0 ? lexical / bestLexical : 0
            let meaning = Double(min(1, max(0, (cosine - Self.cosineFloor) / reach)))
            hits.append(
                RankedHit(
                    row: candidate.row, revision: candidate.revision,
                    score: weight * words + (1 - weight) * meaning, lexical: candidate.lexical,
                    cosine: candidate.cosine, passage: candidate.passage))
        }
        return hits
    }

    /// Gives each hit its rank in either half, for an explanation.
    static func rank(_ hits: inout [RankedHit]) {
        let byWords = hits.indices.filter { (hits[$0].lexical ?? 0) > 0 }
            .sorted { (hits[$0].lexical ?? 0, hits[$1].row) > (hits[$1].lexical ?? 0, hits[$0].row) }
        for (rank, index) in byWords.enumerated() { hits[index].lexicalRank = rank + 1 }
        let byMeaning = hits.indices.filter { hits[$0].cosine != nil }
            .sorted { (hits[$0].cosine ?? 0, hits[$1].row) > (hits[$1].cosine ?? 0, hits[$0].row) }
        for (rank, index) in byMeaning.enumerated() { hits[index].semanticRank = rank + 1 }
    }
}
