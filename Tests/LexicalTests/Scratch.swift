import AlmagestEntities
import Catalog
import Foundation
import TestSupport

@testable import Lexical

/// A folder that goes with the test.
final class Scratch: Sendable {
    private let folder: ScratchFolder
    init() throws { folder = try ScratchFolder() }

    var url: URL { folder.url }

    func index(_ settings: LexicalParameters = LexicalParameters()) async throws -> LexicalIndex {
        try await LexicalIndex(directory: url.appending(path: "lexical"), settings: settings)
    }
}

/// An entity with a title and perhaps more.
func entity(
    _ title: String, text: String? = nil, language: String? = "en", _ change: (inout Entity) -> Void = { _ in }
) -> Entity {
    var entity = Entity(key: EntityID(bundle: "org.example.Test", type: "T", id: title), display: Display(title: title))
    entity.text = text
    entity.language = language
    change(&entity)
    return entity
}

func put(_ row: RowID, _ entity: Entity, seq: Seq? = nil) -> Change {
    Change(seq: seq ?? Seq(row), row: row, kind: .put(entity))
}

func delete(_ row: RowID, seq: Seq) -> Change { Change(seq: seq, row: row, kind: .delete) }

extension LexicalIndex {
    /// Stores the entities as rows 1… and makes them searchable.
    func fill(_ entities: [Entity]) async throws {
        let changes = entities.enumerated().map { put(RowID($0.offset + 1), $0.element) }
        try await apply(changes, through: Seq(changes.count))
        try await flush()
    }

    func rows(
        _ text: String, languages: [String] = ["en"], within: RowSet? = nil, prefix: Bool = false
    ) async throws -> [RowID] {
        try await search(LexicalQuery(text, languages: languages, prefix: prefix), within: within).hits.map(\.row)
    }

    /// The query with the words corrected that none of the rows has.
    func corrected(
        _ text: String, languages: [String] = ["en"], within: RowSet? = nil
    ) async throws -> String? {
        let query = LexicalQuery(text, languages: languages)
        return try await correct(query, words: search(query, within: within).words, within: within)
    }
}
