import AlmagestEntities
import Catalog
import Foundation

/// One suggestion, with the entity it stands for.
public struct SuggestionReply: Sendable {
    public let text: String
    public let stored: StoredEntity
}

extension SearchEngine {
    /// Completions of what is being typed, best first. Never waits for the model.
    public func suggest(_ prefix: String, scope: Scope, limit: Int) async throws -> [SuggestionReply] {
        let now = scope.now ?? Date()
        let rows = try await scopes.rows(scope)
        let table = catalog.rows
        let seconds = now.timeIntervalSince1970
        let found = try await suggestions.suggest(prefix, within: rows, limit: limit) { row, revision in
            table.isLive(row, revision: revision, now: seconds)
        }
        var byRow: [RowID: StoredEntity] = [:]
        for stored in try await catalog.entities(rows: found.map(\.row)) { byRow[stored.row] = stored }
        return found.compactMap { suggestion in
            guard let stored = byRow[suggestion.row], stored.revision == suggestion.revision else { return nil }
            return SuggestionReply(text: suggestion.text, stored: stored)
        }
    }
}
