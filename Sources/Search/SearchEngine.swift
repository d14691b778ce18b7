import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Properties
import Semantic
import Settings
import Suggest
import Text

/// The way out: understands a request, retrieves, fuses, reads back, explains.
public final class SearchEngine: Sendable {
    let catalog: Catalog
    let lexical: LexicalView
    private let meaning: SemanticProjection
    let properties: PropertyView
    let suggestions: SuggestIndex
    let freshness: any Freshness
    let settings: SearchSettings
    /// The one way from a request to rows: whoever asks through this engine sees nothing but what is within its reach.
    let scopes: ScopeResolver
    let cache: RankingCache
    private let underWay: SearchesUnderWay
    private let words: LexicalIndex
    private let values: PropertyIndex

    /// The index for meaning that answers now; one request keeps to one, as another may come in its place.
    var semantic: SemanticIndex { meaning.current }

    public init(
        catalog: Catalog, lexical: LexicalIndex, semantic: SemanticProjection, properties: PropertyIndex,
        suggestions: SuggestIndex, freshness: any Freshness, settings: SearchSettings = SearchSettings()
    ) {
        self.catalog = catalog
        self.lexical = LexicalView(lexical)
        meaning = semantic
        self.properties = PropertyView(properties)
        self.suggestions = suggestions
        self.freshness = freshness
        self.settings = settings
        words = lexical
        values = properties
        cache = RankingCache()
        underWay = SearchesUnderWay()
        scopes = ScopeResolver(catalog: catalog, properties: self.properties, reach: .all)
    }

    private init(_ engine: SearchEngine, reach: Reach) {
        catalog = engine.catalog
        meaning = engine.meaning
        properties = PropertyView(engine.values, reach: reach)
        suggestions = engine.suggestions
        freshness = engine.freshness
        settings = engine.settings
        words = engine.words
        values = engine.values
        cache = engine.cache
        underWay = engine.underWay
        let scopes = ScopeResolver(catalog: catalog, properties: properties, reach: reach)
        self.scopes = scopes
        lexical = LexicalView(words) { scopes.visible(now: Date().timeIntervalSince1970) }
    }

    /// The same engine for somebody who sees what is within reach alone: in results, their scores and totals, facets,
    /// suggestions, corrections and through references.
    public func limited(to reach: Reach) -> SearchEngine {
        reach == self.reach ? self : SearchEngine(self, reach: reach)
    }

    var reach: Reach { scopes.reach }

    /// One page of what is found for one or several texts.
    public func search(_ request: SearchRequest) async throws -> SearchReply {
        try await overcomingLoss { try await page(of: request) }
    }

    private func page(of request: SearchRequest) async throws -> SearchReply {
        let started = ContinuousClock.now
        let isAlone = underWay.begin()
        defer { underWay.end() }
        let budget = TimeBudget(request.budget)
        var late: [String] = []
        if let seq = request.after {
            late = await freshness.wait(for: seq, in: needed(by: request), until: budget.deadline)
            try Task.checkCancellation()
        }
        let key = RequestKey.of(request, reach: reach)
        let cursor = try await checked(request.cursor, for: key, sortedBy: request.sort)
        let made: Ranking
        var offset = cursor?.offset ?? request.offset
        var read: [RowID: ReadEntity] = [:]
        if let known = known(request, key: key, cursor: cursor, offset: offset) {
            made = known
        } else {
            var after: SortPosition?
            if case .sorted(let position)? = cursor?.place { after = position }
            let ahead = isAlone && offset == 0 ? pageAhead(of: request) : nil
            made = try await ranking(
                request, after: after, base: after == nil ? 0 : offset, from: offset, budget: budget, ahead: ahead)
            read = await ahead?.end(for: made.texts) ?? [:]
            // A ranking that is not all it should be is not shown again.
            cache.keep(made, for: key, isWhole: made.base == 0 && made.partial.isEmpty)
        }
        if let cursor, cursor.ranking != made.id, case .score(let score, let row) = cursor.place {
            offset = made.offset(after: row, score: score)
        }
        let ranked = ContinuousClock.now
        let reader = PageReader(
            catalog: catalog, lexical: lexical, semantic: semantic, languages: made.languages, texts: made.texts,
            rarity: made.rarity, snippetScalars: settings.snippetScalars, reach: reach, known: read)
        var page = try await reader.page(
            of: made, offset: offset, limit: request.limit, detail: request.wantedDetail,
            reply: request.reply, now: request.scope.now ?? Date())
        let shown = ContinuousClock.now
        if request.explain { try await reader.explain(&page, of: made) }
        let partial = Set(made.partial).union(late).sorted()
        var reply = SearchReply(
            results: page.results, total: made.total, totalIsLowerBound: !partial.isEmpty,
            facets: made.facets, understood: made.understood, didYouMean: made.didYouMean,
            isCorrected: made.isCorrected, ignored: made.ignored,
            partial: partial, seq: made.seq, took: .zero)
        if request.explain {
            var stages = made.stages
            stages.reading = shown - ranked
            reply.stages = stages
        }
        if made.seq != catalog.lastSeq, cursor != nil {
            try await countAgain(request, key: key, made, budget: budget, in: &reply)
        } else if page.passedOver > 0 {
            // A total that counts them would promise what no page has; what was replaced may match still.
            reply.total -= page.passedOver
            reply.totalIsLowerBound = true
        }
        if let next = page.next {
            let place = try await place(
                behind: page.hits.last, else: cursor?.place ?? .beginning, by: request.sort, scope: request.scope)
            reply.cursor = Cursor(request: key, ranking: made.id, offset: next, seq: made.seq, place: place).text
        }
        reply.took = .now - started
        return reply
    }

    /// What reads the first page before it is known, where there is a page by relevance and time to hide it behind.
    private func pageAhead(of request: SearchRequest) -> PageAhead? {
        guard request.limit > 0, request.sort.isEmpty, let query = request.queries.first, request.queries.count == 1,
            (query.mode ?? request.mode) == .hybrid
        else { return nil }
        let reader = EntityReader(
            catalog: catalog, semantic: semantic, reach: reach, reply: request.reply,
            detail: request.wantedDetail, snippetScalars: settings.snippetScalars)
        return PageAhead(reader, limit: request.limit)
    }

    /// The ranking that a page can be cut from, if it is kept.
    private func known(_ request: SearchRequest, key: UInt64, cursor: Cursor?, offset: Int) -> Ranking? {
        if let cursor, let own = cache.ranking(cursor.ranking, of: key) {
            return own.covers(offset, request.limit) ? own : nil
        }
        // Where its own is gone, a cursor by relevance goes on in the newest; one of a sorted list has its place.
        if cursor != nil, !request.sort.isEmpty { return nil }
        if cursor == nil, request.explain { return nil }
        // What the person has used meanwhile makes another one of it.
        guard let newest = cache.newest(key, at: catalog.lastSeq),
            newest.contextGeneration == catalog.context.generation, newest.covers(offset, request.limit)
        else { return nil }
        return newest
    }

    /// The totals of a page whose ranking is older than the catalog: what was deleted since counts no more.
    private func countAgain(
        _ request: SearchRequest, key: UInt64, _ made: Ranking, budget: TimeBudget, in reply: inout SearchReply
    ) async throws {
        let counts: Ranking
        if let newest = cache.newest(key, at: catalog.lastSeq) {
            counts = newest
        } else {
            counts = try await ranking(request, after: nil, base: 0, from: 0, budget: budget)
            cache.keep(counts, for: key, isWhole: counts.partial.isEmpty)
        }
        reply.total = counts.total
        if !counts.partial.isEmpty { reply.totalIsLowerBound = true }
        reply.facets = counts.facets
        // One that ran out of time knows less than what is there to be seen.
        var live = made.hits
        dropStale(&live, now: request.scope.now ?? Date())
        if live.count > reply.total { (reply.total, reply.totalIsLowerBound) = (live.count, true) }
    }

    /// Projections without which the request cannot be answered in full.
    func needed(by request: SearchRequest) -> [String] {
        let modes = Set(request.queries.map { $0.mode ?? request.mode })
        var names: [String] = []
        if modes != [.semantic] { names.append("lexical") }
        if modes != [.lexical], semantic.isAvailable { names.append("semantic") }
        if usesProperties(request) { names.append(properties.name) }
        return names
    }

    func usesProperties(_ request: SearchRequest) -> Bool {
        request.scope.predicate != nil || !request.sort.isEmpty || !request.facets.isEmpty
    }

    /// Of a longer backlog the properties are not waited for.
    private static let awaitedChanges = 64

    /// Waits until the properties know what was just donated, which would stand anywhere in an order; it is a matter of
    /// milliseconds. What comes in bulk is not waited for. Returns what is to be named as partial.
    func waitForProperties(_ seq: Seq, until deadline: ContinuousClock.Instant) async -> [String] {
        let name = properties.name
        let missing = freshness.missing(in: name, through: seq, within: reach)
        if missing.count == 0 { return [] }
        if missing.count > Self.awaitedChanges { return [name] }
        return await freshness.wait(for: missing.newest, in: [name], until: deadline)
    }
}
