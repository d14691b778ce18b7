import AlmagestEntities
import Catalog

/// An entity of a page, and what of it has most of the query's words.
struct ReadEntity: Sendable {
    let stored: StoredEntity
    let best: (snippet: Snippet, weight: Double)?
}

/// Reads entities from the catalog with what to show of them.
struct EntityReader: Sendable {
    let catalog: Catalog
    let reach: Reach

    /// Those of the rows that are there and within reach.
    func read(_ rows: [RowID], by makers: [SnippetMaker]) async throws -> [ReadEntity] {
        try await catalog.entities(rows: rows).compactMap { stored in
            guard reach.allows(stored.entity.key.bundle) else { return nil }
            var best: (snippet: Snippet, weight: Double)?
            for maker in makers {
                if let made = maker.snippet(of: stored.entity), made.weight > best?.weight ?? -1 { best = made }
            }
            return ReadEntity(stored: stored, best: best)
        }
    }
}
