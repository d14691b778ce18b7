import AlmagestEntities
import Catalog
import Foundation
import Properties

extension SearchEngine {
    /// Entities by their properties alone, all of them counted.
    public func find(_ request: FindRequest) async throws -> SearchReply {
        try await overcomingLoss { try await page(of: request) }
    }

    private func page(of request: FindRequest) async throws -> SearchReply {
        let started = ContinuousClock.now
        let key = RequestKey.of(request, reach: reach)
        let cursor = try await checked(request.cursor, for: key, sortedBy: request.sort)
        let offset = cursor?.offset ?? 0
        let made: Ranking
        if let cursor, let own = cache.ranking(cursor.ranking, of: key), own.covers(offset, request.limit) {
            made = own
        } else {
            // Beyond what was kept, and where it is gone, the list goes on behind what was shown last.
            made = try await found(
                request, behind: cursor, until: started + .milliseconds(settings.budgetMilliseconds))
            if made.isCut || made.hits.count > request.limit { cache.keep(made, for: key, isWhole: false) }
        }
        let reader = PageReader(
            catalog: catalog, lexical: lexical, semantic: semantic, languages: [], texts: [], rarity: [],
            snippetScalars: 0, reach: reach)
        let page = try await reader.page(
            of: made, offset: offset, limit: request.limit, detail: request.fields == [] ? .names : .entities,
            reply: request.replyBytes.map { ReplyBudget(bytes: $0, fields: request.fields, room: request.room) },
            now: request.scope.now ?? Date())
        var reply = SearchReply(
            results: page.results.map { SearchReply.Result(stored: $0.stored, score: nil, snippet: nil, why: nil) },
            total: made.total, totalIsLowerBound: !made.partial.isEmpty, facets: made.facets, didYouMean: nil,
            ignored: [],
            partial: made.partial, seq: made.seq, took: .zero)
        if made.seq != catalog.lastSeq {
            // What was deleted since counts no more.
            let rows = try await rows(of: request)
            reply.total = rows.count
            if !request.facets.isEmpty { reply.facets = try await count(request.facets, in: rows) }
        }
        if let next = page.next {
            let place = try await place(
                behind: page.hits.last, else: cursor?.place ?? .beginning, by: request.sort, scope: request.scope,
                isRanked: false)
            reply.cursor = Cursor(request: key, ranking: made.id, offset: next, seq: made.seq, place: place).text
        }
        reply.took = .now - started
        return reply
    }

    private func rows(of request: FindRequest) async throws -> RowSet {
        if let scoped = try await scopes.rows(request.scope) { return scoped }
        return scopes.all(now: (request.scope.now ?? Date()).timeIntervalSince1970)
    }

    /// The list from behind a cursor on, or from the beginning.
    private func found(
        _ request: FindRequest, behind cursor: Cursor?, until deadline: ContinuousClock.Instant
    ) async throws -> Ranking {
        let seq = catalog.lastSeq
        // Without a condition or a sort, nothing is asked of the projection.
        let asksProperties = request.scope.predicate != nil || !request.sort.isEmpty || !request.facets.isEmpty
        let late = asksProperties ? await waitForProperties(seq, until: deadline) : []
        let rows = try await rows(of: request)
        var after: SortPosition?
        if case .sorted(let position)? = cursor?.place { after = position }
        let wanted = max(request.limit, Self.keptRows)
        var order: [RowID]
        // One more than is kept tells that there is another.
        if request.sort.isEmpty {
            let first = after?.row ?? 0
            order = Array(rows.rows.lazy.filter { $0 > first }.prefix(wanted + 1))
        } else {
            order = try await properties.sorted(
                rows, by: request.sort,
                context: DateContext(timeZone: request.scope.timeZone, now: request.scope.now ?? Date()), after: after,
                limit: wanted + 1)
        }
        let isCut = order.count > wanted
        if isCut { order.removeLast(order.count - wanted) }
        let hits = catalog.rows.withColumns { columns in
            order.map {
                RankedHit(row: $0, revision: Int($0) < columns.count ? columns.revision[Int($0)] : 0, score: 0)
            }
        }
        var ranking = Ranking(hits: hits, total: rows.count, seq: seq, texts: [])
        ranking.base = after == nil ? 0 : cursor?.offset ?? 0
        ranking.isCut = isCut
        if !request.facets.isEmpty { ranking.facets = try await count(request.facets, in: rows) }
        ranking.partial = late
        return ranking
    }
}
