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
        let deadline = started + .milliseconds(settings.budgetMilliseconds)
        var made: Ranking
        let kept = cursor.flatMap { cache.ranking($0.ranking, of: key) }
        let isKept = kept?.covers(offset, request.limit) ?? false
        if let kept, isKept {
            made = kept
        } else {
            // Beyond what was kept, and where it is gone, the list goes on behind what was shown last.
            made = try await found(request, behind: cursor, until: deadline)
        }
        let reader = PageReader(
            catalog: catalog, lexical: lexical, semantic: semantic, languages: [], texts: [], rarity: [],
            snippetScalars: 0, reach: reach)
        func read(_ made: Ranking) async throws -> PageReader.Page {
            try await reader.page(
                of: made, offset: offset, limit: request.limit, detail: request.fields == [] ? .names : .entities,
                reply: request.replyBytes.map { ReplyBudget(bytes: $0, fields: request.fields, room: request.room) },
                now: request.scope.now ?? Date())
        }
        var page = try await read(made)
        var attempt = 1
        // What was changed while the page was read, and still is what is asked for, belongs into it as it is now.
        while page.passedOver > 0, cursor == nil, attempt < Self.attempts, ContinuousClock.now < deadline {
            attempt += 1
            made = try await found(request, behind: nil, until: deadline)
            page = try await read(made)
        }
        if page.passedOver > 0, cursor == nil, made.partial.isEmpty { made.partial = [properties.name] }
        if !isKept, made.isCut || made.hits.count > request.limit { cache.keep(made, for: key, isWhole: false) }
        var reply = SearchReply(
            results: page.results.map { SearchReply.Result(stored: $0.stored, score: nil, snippet: nil, why: nil) },
            total: made.total, totalIsLowerBound: !made.partial.isEmpty, facets: made.facets, didYouMean: nil,
            ignored: [],
            partial: made.partial, seq: made.seq, took: .zero)
        if made.seq != catalog.lastSeq { try await countAgain(request, until: deadline, in: &reply) }
        if let next = page.next {
            let place = try await place(
                behind: page.hits.last, else: cursor?.place ?? .beginning, by: request.sort, scope: request.scope,
                isRanked: false)
            reply.cursor = Cursor(request: key, ranking: made.id, offset: next, seq: made.seq, place: place).text
        }
        reply.took = .now - started
        return reply
    }

    /// What was deleted since the list was made counts no more, and what came counts, once the projection has it.
    private func countAgain(
        _ request: FindRequest, until deadline: ContinuousClock.Instant, in reply: inout SearchReply
    ) async throws {
        var rows = RowSet()
        var isExact = false
        for _ in 0..<Self.attempts where !isExact {
            let seq = catalog.lastSeq
            let late = asksProperties(request) ? await waitForProperties(seq, until: deadline) : []
            rows = try await self.rows(of: request)
            // What is changed meanwhile is missing until the projection has it.
            isExact = late.isEmpty && catalog.lastSeq == seq
            if !late.isEmpty {
                reply.partial = late
                break
            }
        }
        reply.total = rows.count
        if !isExact { reply.totalIsLowerBound = true }
        // What is just being changed is not counted, but may be shown as it was.
        if reply.results.count > reply.total {
            (reply.total, reply.totalIsLowerBound) = (reply.results.count, true)
        }
        if !request.facets.isEmpty { reply.facets = try await count(request.facets, in: rows) }
    }

    /// Without a condition or a sort, nothing is asked of the projection.
    private func asksProperties(_ request: FindRequest) -> Bool {
        request.scope.predicate != nil || !request.sort.isEmpty || !request.facets.isEmpty
    }

    private func rows(of request: FindRequest) async throws -> RowSet {
        if let scoped = try await scopes.rows(request.scope) { return scoped }
        return scopes.all(now: (request.scope.now ?? Date()).timeIntervalSince1970)
    }

    /// How often a list is made anew because some of it was changed meanwhile.
    static let attempts = 3

    /// The list from behind a cursor on, or from the beginning.
    private func found(
        _ request: FindRequest, behind cursor: Cursor?, until deadline: ContinuousClock.Instant
    ) async throws -> Ranking {
        var made = try await listed(request, behind: cursor, until: deadline)
        var attempt = 1
        while made.hasChanged, attempt < Self.attempts, ContinuousClock.now < deadline {
            attempt += 1
            made = try await listed(request, behind: cursor, until: deadline)
        }
        if made.hasChanged, made.ranking.partial.isEmpty { made.ranking.partial = [properties.name] }
        return made.ranking
    }

    /// The list, and whether some of it was changed since it was chosen: that may no longer be what is asked for, and is
    /// left out.
    private func listed(
        _ request: FindRequest, behind cursor: Cursor?, until deadline: ContinuousClock.Instant
    ) async throws -> (ranking: Ranking, hasChanged: Bool) {
        let seq = catalog.lastSeq
        let asksProperties = asksProperties(request)
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
        var hits = catalog.rows.withColumns { columns in
            order.map {
                RankedHit(row: $0, revision: Int($0) < columns.count ? columns.revision[Int($0)] : 0, score: 0)
            }
        }
        // Where the projection is late, what it has by the urgent lane may be newer; that is told by `partial`.
        let chosen = hits.count
        if asksProperties, late.isEmpty { hits.removeAll { $0.revision > seq } }
        var ranking = Ranking(hits: hits, total: rows.count, seq: seq, texts: [])
        ranking.base = after == nil ? 0 : cursor?.offset ?? 0
        ranking.isCut = isCut
        if !request.facets.isEmpty { ranking.facets = try await count(request.facets, in: rows) }
        ranking.partial = late
        return (ranking, hits.count < chosen)
    }
}
