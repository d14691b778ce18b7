import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Text

/// Rankings in an order of properties: of everything that matches, not of the best.
extension SearchEngine {
    /// Every entity with a word of the texts, however many; and the revisions, as they were matched, of those that were
    /// changed since `seq`.
    func matchingRows(
        _ request: SearchRequest, _ texts: [String], within rows: RowSet?, _ languages: [String], since seq: Seq,
        now: Date
    ) async throws -> (rows: RowSet, changed: [RowID: Seq]) {
        var matching = RowSet()
        var changed: [RowID: Seq] = [:]
        for (query, text) in zip(request.queries, texts) where (query.mode ?? request.mode) != .semantic {
            let parsed = ParsedQuery(text)
            if parsed.isEmpty { continue }
            let hits = try await lexical.matches(LexicalQuery(parsed, languages: languages), within: rows)
            catalog.rows.withColumns { columns in
                for hit in hits
                where columns.isLive(hit.row, revision: hit.revision, now: now.timeIntervalSince1970)
                    && columns.hidden[Int(hit.row)] == 0
                {
                    // A condition chose it as it was before.
                    if hit.revision > seq {
                        if request.scope.predicate != nil { continue }
                        changed[hit.row] = hit.revision
                    }
                    matching.insert(hit.row)
                }
            }
        }
        return (matching, changed)
    }

    /// The hits of rows that were put in order, each as it was matched. Those that have been changed since are left out:
    /// they may no longer have the words.
    func asMatched(
        _ order: some Sequence<RowID>, _ hits: [RankedHit], changed: [RowID: Seq], since seq: Seq
    ) -> [RankedHit] {
        let byRow = Dictionary(hits.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        return catalog.rows.withColumns { columns in
            order.compactMap { row in
                if let hit = byRow[row] { return hit }
                guard Int(row) < columns.count else { return nil }
                let revision = columns.revision[Int(row)]
                guard revision <= seq || changed[row] == revision else { return nil }
                return RankedHit(row: row, revision: revision, score: 0)
            }
        }
    }
}
