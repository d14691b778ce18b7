import AlmagestEntities
import Catalog
import CatalogWorkload
import Foundation
import TestSupport

@testable import Suggest

/// A suggest index in a folder of its own, beside a table of the revisions that a catalog would have.
final class Fixture: Sendable {
    private let folder: ScratchFolder
    private let changes = ChangeLog()

    init() throws { folder = try ScratchFolder() }

    var directory: URL { folder.url }
    var file: URL { directory.appendingPathComponent("suggest.sqlite") }

    func open() async throws -> SuggestIndex { try await SuggestIndex(directory: directory) }

    func isLive(_ row: RowID, _ revision: Seq) -> Bool { changes.isLive(row, revision) }

    func put(_ row: RowID, _ entity: Entity) -> Change { changes.put(row, entity) }

    func delete(_ row: RowID) -> Change { changes.delete(row) }

    /// An index with entities of these titles in rows 1, 2, 3, …
    func index(_ titles: [String]) async throws -> SuggestIndex {
        let index = try await open()
        let puts = titles.enumerated().map { put(RowID($0 + 1), .titled($1)) }
        try await index.apply(puts, through: puts.last?.seq ?? 0)
        return index
    }

    func texts(
        _ index: SuggestIndex, _ prefix: String, limit: Int = 8, within: RowSet? = nil
    ) async throws -> [String] {
        try await index.suggest(prefix, within: within, limit: limit, isLive: isLive).map(\.text)
    }
}

extension Entity {
    static func titled(_ title: String, synonyms: [String] = [], priority: Int = 0) -> Entity {
        var entity = Entity(
            key: EntityID(bundle: "org.example.App", type: "Thing", id: title),
            display: Display(title: title, synonyms: synonyms))
        entity.priority = priority
        return entity
    }
}
