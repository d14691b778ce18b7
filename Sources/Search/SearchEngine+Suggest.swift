import AlmagestEntities
import Catalog
import Foundation
import Suggest

/// One suggestion, with the entity it stands for.
public struct SuggestionReply: Sendable {
    public let text: String
    public let stored: StoredEntity
}

extension SearchEngine {
    /// Completions of what is being typed, best first, and what did not take part in full: while names are being read
    /// into the index anew, some are missing. Never waits for the model.
    public func suggest(
        _ prefix: String, scope: Scope, limit: Int
    ) async throws -> (suggestions: [SuggestionReply], partial: [String]) {
        // Asked first: what is in by now takes part.
        let partial = freshness.behind(within: reach).filter { $0 == suggestions.name }
        let now = scope.now ?? Date()
        let rows = try await overcomingLoss { try await scopes.rows(scope) }
        let table = catalog.rows
        let seconds = now.timeIntervalSince1970
        // Among equally good matches what is used comes first, so a few more are looked at.
        let candidates = try await suggestions.suggest(prefix, within: rows, limit: 2 * limit + 16) { row, revision in
            table.isLive(row, revision: revision, now: seconds)
        }
        let found = byUse(candidates, now: seconds).prefix(limit)
        var byRow: [RowID: StoredEntity] = [:]
        var rest = found.map(\.row)[...]
        // Only their names are shown; of large ones few are held at a time.
        let names = ReplyBudget(bytes: .max, fields: nil)
        while !rest.isEmpty {
            let part = try await catalog.entities(rows: Array(rest), bytes: EntityReader.readBytes)
            for stored in part.entities { byRow[stored.row] = names.shown(stored) }
            rest = rest.dropFirst(max(1, part.rows))
        }
        let replies = found.compactMap { suggestion -> SuggestionReply? in
            guard let stored = byRow[suggestion.row], stored.revision == suggestion.revision,
                reach.allows(stored.entity.key.bundle)
            else { return nil }
            return SuggestionReply(text: suggestion.text, stored: stored)
        }
        return (replies, partial)
    }

    /// Within each kind of match: what is used more and more lately first, the rest as it was.
    private func byUse(_ candidates: [Suggestion], now: Double) -> [Suggestion] {
        let uses = catalog.context.uses(of: candidates.lazy.map(\.row))
        if uses.isEmpty { return candidates }
        return candidates.enumerated().sorted { a, b in
            if a.element.tier != b.element.tier { return a.element.tier < b.element.tier }
            let first = uses[a.element.row]?.weight(now: now) ?? 0
            let second = uses[b.element.row]?.weight(now: now) ?? 0
            return first != second ? first > second : a.offset < b.offset
        }.map(\.element)
    }
}
