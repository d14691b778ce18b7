import AlmagestEntities
import Catalog
import Foundation

extension SearchEngine {
    /// This many rows of a `find` are sorted and kept for the pages that follow.
    private static let keptRows = 1_000

    /// Entities by their properties alone, all of them counted.
    public func find(_ request: FindRequest) async throws -> SearchReply {
        let started = ContinuousClock.now
        let key = RequestKey.of(request)
        var offset = 0
        var ranking: Ranking?
        if let text = request.cursor {
            offset = try await checked(text, for: key).offset
            ranking = cache.ranking(key, at: nil)
        }
        let made: Ranking
        // Beyond what was kept, the rows are sorted again.
        if let ranking, offset + request.limit <= ranking.hits.count || ranking.hits.count == ranking.total {
            made = ranking
        } else {
            // One more than the page, which tells that there is another.
            made = try await found(request, first: max(offset + request.limit + 1, Self.keptRows))
            cache.keep(made, for: key)
        }
        let reader = PageReader(
            catalog: catalog, lexical: lexical, semantic: semantic, languages: [], texts: [], snippetScalars: 0)
        let page = try await reader.page(
            of: made.hits, offset: offset, limit: request.limit, bare: true, explain: false,
            now: request.scope.now ?? Date())
        return SearchReply(
            results: page.results.map { SearchReply.Result(stored: $0.stored, score: nil, snippet: nil, why: nil) },
            total: made.total, totalIsLowerBound: false,
            cursor: page.next.map { Cursor(request: key, offset: $0, seq: made.seq).text }, facets: made.facets,
            didYouMean: nil, ignored: [], partial: made.partial, seq: made.seq, took: .now - started)
    }

    private func found(_ request: FindRequest, first: Int) async throws -> Ranking {
        let seq = catalog.lastSeq
        let rows: RowSet
        if let scoped = try await scopes.rows(request.scope) {
            rows = scoped
        } else {
            rows = catalog.rows.visibleRows(now: (request.scope.now ?? Date()).timeIntervalSince1970)
        }
        let order: [RowID]
        if request.sort.isEmpty {
            order = Array(rows.rows.prefix(first))
        } else {
            order = try await properties.sorted(
                rows, by: request.sort,
                context: DateContext(timeZone: request.scope.timeZone, now: request.scope.now ?? Date()), limit: first,
                offset: 0)
        }
        let hits = catalog.rows.withColumns { columns in
            order.map {
                RankedHit(row: $0, revision: Int($0) < columns.count ? columns.revision[Int($0)] : 0, score: 0)
            }
        }
        var ranking = Ranking(hits: hits, total: rows.count, totalIsLowerBound: false, seq: seq, texts: [])
        if !request.facets.isEmpty { ranking.facets = try await count(request.facets, in: rows) }
        // Without a condition or a sort, nothing was asked of the projection.
        if request.scope.predicate != nil || !request.sort.isEmpty || !request.facets.isEmpty {
            ranking.partial = freshness.behind().filter { $0 == "properties" }
        }
        return ranking
    }
}
