import Catalog

/// Lifts what the person uses and what an app says is relevant now; small and bounded, see `docs/search.md`.
struct ContextBoost {
    /// Use without end lifts by this much; a single use just now by half of it.
    static let use = 0.05
    static let relevance = 0.02

    let context: ContextStore
    /// Seconds since 1970.
    let now: Double

    func lift(_ hits: inout [RankedHit]) {
        let uses = context.uses(of: hits.lazy.map(\.row))
        let relevant = context.relevantRows(among: hits.lazy.map(\.row), now: now)
        if uses.isEmpty && relevant.isEmpty { return }
        for index in hits.indices {
            let row = hits[index].row
            if let use = uses[row] {
                let boost = Self.lift(by: use, now: now)
                hits[index].boosts.use = Float(boost)
                hits[index].score += boost
            }
            if relevant.contains(row) {
                hits[index].boosts.relevance = Float(Self.relevance)
                hits[index].score += Self.relevance
            }
        }
    }

    /// Frequency and recency in one number that saturates, 0 to `use`.
    private static func lift(by use: Use, now: Double) -> Double {
        let weight = use.weight(now: now)
        // Of dates far ahead of `now` the weight may be infinite.
        return weight.isFinite ? self.use * weight / (1 + weight) : self.use
    }
}
