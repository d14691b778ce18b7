import AlmagestEntities
import Catalog
import Semantic

/// An entity with what is shown of it.
struct ReadEntity: Sendable {
    /// Without what no reply needs.
    let stored: StoredEntity
    let snippet: Snippet?
}

/// How much is shown of what a page has.
enum Detail: Sendable {
    /// Who it is.
    case names
    case entities
    /// With the text in which the query's words stand.
    case snippets
}

/// Reads entities from the catalog with what to show of them.
struct EntityReader: Sendable {
    let catalog: Catalog
    let semantic: SemanticIndex
    let reach: Reach
    /// Says what a reply needs; without one everything is kept.
    let reply: ReplyBudget?
    let detail: Detail
    let snippetScalars: Int

    /// Which entity, and which of its passages is nearest in meaning, if that is known.
    struct Wanted: Sendable {
        let row: RowID
        var passage: Int?
    }

    /// Bytes of content that are read at once, and of which is kept only what is shown.
    static let readBytes = 256 << 10

    /// Those that are there and within reach. Without `makers` there is no snippet. With `isAhead` those are left out of
    /// which only the nearest passage may tell what to show.
    func read(_ wanted: [Wanted], by makers: [SnippetMaker], isAhead: Bool = false) async throws -> [ReadEntity] {
        if detail == .names { return try await names(wanted) }
        var read: [ReadEntity] = []
        read.reserveCapacity(wanted.count)
        var rest = wanted[...]
        while !rest.isEmpty {
            let part = try await catalog.entities(rows: rest.map(\.row), bytes: Self.readBytes)
            let passages = Dictionary(
                rest.prefix(max(1, part.rows)).lazy.map { ($0.row, $0.passage) },
                uniquingKeysWith: { first, _ in first })
            rest = rest.dropFirst(max(1, part.rows))
            for stored in part.entities where reach.allows(stored.entity.key.bundle) {
                var best: (snippet: Snippet, weight: Double)?
                for maker in makers {
                    if let made = maker.snippet(of: stored.entity), made.weight > best?.weight ?? -1 { best = made }
                }
                let hasWords = best.map { $0.weight > 0 } ?? false
                if isAhead, !hasWords, !makers.isEmpty { continue }
                var snippet = best?.snippet
                if !hasWords, !makers.isEmpty, let passage = passages[stored.row] ?? nil {
                    snippet = self.passage(passage, of: stored.entity) ?? snippet
                }
                read.append(ReadEntity(stored: reply?.shown(stored) ?? stored, snippet: snippet))
            }
        }
        return read
    }

    /// The same, what is from a place on side by side with what comes before; 0 for one after the other.
    func read(_ wanted: [Wanted], by makers: [SnippetMaker], sharedFrom place: Int) async throws -> [ReadEntity] {
        // Another thread is woken only where there is something for it to do.
        if place == 0 { return try await read(wanted, by: makers) }
        async let end = read(Array(wanted[place...]), by: makers)
        return try await read(Array(wanted[..<place]), by: makers) + end
    }

    private func names(_ wanted: [Wanted]) async throws -> [ReadEntity] {
        try await catalog.names(rows: wanted.map(\.row)).filter { reach.allows($0.key.bundle) }.map { name in
            let entity = Entity(key: name.key, display: Display(title: ""))
            return ReadEntity(
                stored: StoredEntity(row: name.row, revision: name.revision, entity: entity), snippet: nil)
        }
    }

    /// The beginning of the passage nearest in meaning. A single passage is the whole entity, names and all: its own text
    /// says more.
    private func passage(_ number: Int, of entity: Entity) -> Snippet? {
        if EmbeddedText.isOnePassage(entity) { return nil }
        let passages = semantic.embeddedText(of: entity).passages
        guard passages.count > 1, passages.indices.contains(number) else { return nil }
        return Snippet(passages[number], of: entity, maximumScalars: snippetScalars)
    }
}
