import AlmagestEntities
import Catalog
import Foundation
import Properties

/// Going on from one page to the next.
extension SearchEngine {
    /// Reads a cursor; refuses one of another request, one that no reply can have given, and one from before the
    /// journal's horizon.
    func checked(_ text: String?, for key: UInt64, sortedBy keys: [SortKey]) async throws -> Cursor? {
        guard let text else { return nil }
        let cursor = try Cursor(text: text)
        guard cursor.request == key else {
            throw AlmagestError(
                .invalidParameter, "This cursor belongs to another request.", path: "cursor",
                hint: "Send it with the same query, filters and sort, or ask again without it.")
        }
        var isPlace = true
        if case .sorted(let position) = cursor.place { isPlace = position.values.count == keys.count }
        guard cursor.seq <= catalog.lastSeq, isPlace else {
            throw AlmagestError(
                .invalidParameter, "This is no cursor that a reply gave.", path: "cursor",
                hint: "Ask again without one.")
        }
        let horizon = try await catalog.horizon()
        guard cursor.seq >= horizon else {
            throw AlmagestError(
                .seqTooOld, "This cursor is from seq \(cursor.seq); changes are only known since \(horizon).",
                path: "cursor", hint: "Ask again without a cursor.")
        }
        return cursor
    }

    /// What the next cursor says: the place behind the last result, or where this page began if it showed none.
    func place(
        behind last: RankedHit?, else place: Cursor.Place, by keys: [SortKey], scope: Scope, isRanked: Bool = true
    ) async throws -> Cursor.Place {
        guard let last else { return place }
        if !keys.isEmpty {
            return .sorted(
                try await properties.position(
                    of: last.row, by: keys, context: DateContext(timeZone: scope.timeZone, now: scope.now ?? Date())))
        }
        return isRanked ? .score(last.score, last.row) : .sorted(SortPosition(values: [], row: last.row))
    }
}

extension Ranking {
    /// Where the hits begin that come behind what was shown last in another ranking of the same request: behind the
    /// same entity, or, if it is gone, behind its score.
    func offset(after row: RowID, score: Double) -> Int {
        if let index = hits.firstIndex(where: { $0.row == row }) { return base + index + 1 }
        let index = hits.firstIndex { $0.score != score ? $0.score < score : $0.row > row }
        return base + (index ?? hits.count)
    }
}
