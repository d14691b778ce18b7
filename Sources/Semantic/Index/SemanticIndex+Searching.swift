import AlmagestEntities
import Catalog
import Synchronization
import Threads

/// What a search asks: a text as a vector, what is near to it, and how near some rows are.
extension SemanticIndex {
    /// What somebody searches for, as a vector; the newest queries' are kept.
    ///
    /// - Throws: `AlmagestError.unavailable` without library or model.
    public func embedQuery(_ text: String) async throws -> QueryVector {
        let parts = try available()
        if let known = cache.vector(of: text) { return known }
        let vector = try await embedding { () async throws(SemanticError) in try await parts.embedder.embed(query: text)
        }
        let query = QueryVector(text: text, vector: vector, familiarity: try parts.embedder.familiarity(of: text))
        cache.insert(query)
        return query
    }

    /// Whether the model's vocabulary has a word as it is; false without a model.
    public func knows(word: String) -> Bool {
        guard let parts = try? available() else { return false }
        return (try? parts.embedder.knows(word: word)) ?? false
    }

    /// The nearest entities (of `within`, if given), each with its best passage, best first.
    ///
    /// - Parameter exactly: whether the answer must not depend on other entities, see `VectorStore.search`.
    public func nearest(_ query: QueryVector, within: RowSet?, count: Int, exactly: Bool = false) async throws
        -> [SemanticHit]
    {
        try await nearest(query, within: within, count: count, exactly: exactly, measuring: nil).nearest
    }

    /// The vectors of some rows, ready to be measured as soon as there is a question; nil where there are very many.
    public func gather(_ rows: [RowID]) -> GatheredVectors? {
        rows.isEmpty ? nil : parts?.vectors.gather(rows)
    }

    /// The nearest as above, and the best passage of each of the rows gathered, wherever they are, in the order given
    /// then; `index` says which it is. Those without vectors are absent.
    public func nearest(
        _ query: QueryVector, within: RowSet?, count: Int, exactly: Bool = false, measuring rows: GatheredVectors?
    ) async throws -> (nearest: [SemanticHit], measured: [(index: Int, hit: SemanticHit)]) {
        let parts = try available()
        let scale = parts.embedder.description.scale
        let search = { @Sendable [helper] in
            let found = parts.vectors.search(
                query.vector, within: within, count: count, exactly: exactly, measuring: rows, helper: helper)
            return (
                nearest: found.nearest.map { SemanticHit($0, scale) },
                measured: found.measured.map { (index: $0.index, hit: SemanticHit($0.hit, scale)) }
            )
        }
        // Waking another thread and being woken takes a good part of what a short scan does.
        let hits = parts.vectors.count <= Self.shortScan ? search() : await scan(search)
        try checkDamage(parts)
        return hits
    }

    /// The best passage of each of `rows`, ascending by row; those without vectors are absent.
    public func cosines(_ query: QueryVector, rows: [RowID]) async throws -> [SemanticHit] {
        let parts = try available()
        let scale = parts.embedder.description.scale
        let hits = await scan {
            parts.vectors.cosines(query.vector, rows: rows).map { SemanticHit($0, scale) }
        }
        try checkDamage(parts)
        return hits
    }

    /// So many vectors are scanned in well under a millisecond.
    private static let shortScan = 150_000

    /// Runs on one of the threads for scans.
    private func scan<R: Sendable>(_ work: @Sendable () -> R) async -> R {
        let index = nextScan.wrappingAdd(1, ordering: .relaxed).oldValue
        return await scans[index & 1].run(work)
    }
}
