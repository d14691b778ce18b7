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
    let lexical: LexicalIndex
    let semantic: SemanticIndex
    let properties: PropertyIndex
    let suggestions: SuggestIndex
    let freshness: any Freshness
    let settings: SearchSettings
    let scopes: ScopeResolver
    let cache = RankingCache()

    public init(
        catalog: Catalog, lexical: LexicalIndex, semantic: SemanticIndex, properties: PropertyIndex,
        suggestions: SuggestIndex, freshness: any Freshness, settings: SearchSettings = SearchSettings()
    ) {
        self.catalog = catalog
        self.lexical = lexical
        self.semantic = semantic
        self.properties = properties
        self.suggestions = suggestions
        self.freshness = freshness
        self.settings = settings
        scopes = ScopeResolver(catalog: catalog, properties: properties)
    }

    /// One page of what is found for one or several texts.
    public func search(_ request: SearchRequest) async throws -> SearchReply {
        let started = ContinuousClock.now
        let budget = TimeBudget(request.budget)
        var late: [String] = []
        if let seq = request.after {
            late = await freshness.wait(for: seq, in: needed(by: request), until: budget.deadline)
        }
        let key = RequestKey.of(request)
        var offset = request.offset
        var ranking: Ranking?
        if let text = request.cursor {
            let cursor = try await checked(text, for: key)
            offset = cursor.offset
            ranking = cache.ranking(key, at: nil)
        } else if !request.explain {
            // What the person has used meanwhile makes another one of it.
            ranking = cache.ranking(key, at: catalog.lastSeq).flatMap {
                $0.contextGeneration == catalog.context.generation ? $0 : nil
            }
        }
        let made: Ranking
        if let ranking {
            made = ranking
        } else {
            made = try await self.ranking(request, budget: budget)
            // A ranking that is not all it should be is not shown again.
            if made.partial.isEmpty { cache.keep(made, for: key) }
        }
        let reader = PageReader(
            catalog: catalog, lexical: lexical, semantic: semantic, languages: made.languages, texts: made.texts,
            snippetScalars: settings.snippetScalars)
        let page = try await reader.page(
            of: made.hits, offset: offset, limit: request.limit, bare: request.fields == [],
            explain: request.explain, now: request.scope.now ?? Date())
        return SearchReply(
            results: page.results, total: made.total, totalIsLowerBound: made.totalIsLowerBound,
            cursor: page.next.map { Cursor(request: key, offset: $0, seq: made.seq).text }, facets: made.facets,
            understood: made.understood, didYouMean: made.didYouMean, ignored: made.ignored,
            partial: Set(made.partial).union(late).sorted(), seq: made.seq, took: .now - started)
    }

    /// Refuses a cursor of another request, and one from before the journal's horizon.
    func checked(_ text: String, for key: UInt64) async throws -> Cursor {
        let cursor = try Cursor(text: text)
        guard cursor.request == key else {
            throw AlmagestError(
                .invalidParameter, "This cursor belongs to another request.", path: "cursor",
                hint: "Send it with the same query, filters and sort, or ask again without it.")
        }
        let horizon = try await catalog.horizon()
        guard cursor.seq >= horizon else {
            throw AlmagestError(
                .seqTooOld, "This cursor is from seq \(cursor.seq); changes are only known since \(horizon).",
                path: "cursor", hint: "Ask again without a cursor.")
        }
        return cursor
    }

    /// Projections without which the request cannot be answered in full.
    private func needed(by request: SearchRequest) -> [String] {
        let modes = Set(request.queries.map { $0.mode ?? request.mode })
        var names: [String] = []
        if modes != [.semantic] { names.append("lexical") }
        if modes != [.lexical], semantic.isAvailable { names.append("semantic") }
        if request.scope.predicate != nil || !request.sort.isEmpty || !request.facets.isEmpty {
            names.append("properties")
        }
        return names
    }

    /// Languages in which the query's words are stemmed: the caller's, else those of the content in scope.
    private func languages(_ request: SearchRequest, within rows: RowSet?) async -> [String] {
        if let language = request.language { return [language] }
        var languages: [String] = []
        for (language, share) in await lexical.languages(within: rows) where share >= settings.languageShare {
            if languages.count < settings.queryLanguages { languages.append(language) }
        }
        return languages
    }

    // MARK: The ranking

    private func ranking(_ request: SearchRequest, budget: TimeBudget) async throws -> Ranking {
        let seq = catalog.lastSeq
        // Asked before the projections are: what they get meanwhile may be missing from one of their answers.
        let isComplete = freshness.hasApplied(seq, in: needed(by: request))
        let contextGeneration = catalog.context.generation
        let rows = try await scopes.rows(request.scope)
        let languages = await languages(request, within: rows)
        let retrieval = Retrieval(
            lexical: lexical, semantic: semantic, depth: settings.depth,
            countUpTo: settings.countUpTo)

        var ranking = Ranking(
            hits: [], total: 0, totalIsLowerBound: false, seq: seq, contextGeneration: contextGeneration,
            texts: [], languages: languages)
        var partial = Set<String>()
        var hits: [RankedHit] = []
        let totalWeight = request.queries.reduce(0) { $0 + $1.weight }
        for query in request.queries {
            let mode = query.mode ?? request.mode
            var text = query.text
            var parsed = ParsedQuery(text)
            var found = try await retrieval.candidates(
                text: text, query: parsed.isEmpty ? nil : LexicalQuery(parsed, languages: languages), mode: mode,
                within: rows, budget: budget)
            if let corrected = found.corrected { ranking.didYouMean = corrected }
            // Who quotes words means them as they are: a correction is offered, not used.
            if let corrected = found.corrected, parsed.phrases.isEmpty {
                let again = ParsedQuery(corrected)
                let second = try await retrieval.candidates(
                    text: corrected, query: LexicalQuery(again, languages: languages), mode: mode, within: rows,
                    budget: budget)
                if second.lexicalTotal > 0 {
                    text = corrected
                    parsed = again
                    found = second
                }
            }
            ranking.texts.append(text)
            ranking.ignored.append(contentsOf: parsed.ignored.map(\.text))
            partial.formUnion(found.partial)
            for name in found.failed { freshness.failed(in: name) }
            let fusion = Fusion(words: parsed.wanted.map(\.text), familiarity: found.familiarity, mode: mode)
            var scored = fusion.scored(
                found.candidates, lexicalTookPart: found.lexicalTookPart, semanticTookPart: found.semanticTookPart)
            ranking.total = max(ranking.total, found.lexicalTotal)
            ranking.totalIsLowerBound = ranking.totalIsLowerBound || found.lexicalTotalIsLowerBound
            let share = totalWeight > 0 ? query.weight / totalWeight : 1
            for index in scored.indices { scored[index].score *= share }
            hits = hits.isEmpty ? scored : Self.merged(hits, scored)
        }
        // First of all: what is gone has no columns to be read either.
        dropStale(&hits, now: request.scope.now ?? Date())
        ranking.understood = try await understand(request, languages: languages, &hits, within: rows)
        ContextBoost(context: catalog.context, now: (request.scope.now ?? Date()).timeIntervalSince1970).lift(&hits)
        lift(&hits)
        hits = Self.ordered(hits)
        if request.explain { Fusion.rank(&hits) }
        // What matches a word, however many, and what is near in meaning alone.
        ranking.total = max(ranking.total, 0) + hits.count { ($0.lexical ?? 0) <= 0 }
        if !ranking.totalIsLowerBound, ranking.total < hits.count || ranking.total <= settings.depth {
            ranking.total = hits.count
        }
        if !request.sort.isEmpty || !request.facets.isEmpty {
            let matching = try await matchingRows(request, hits: hits, within: rows, languages: languages)
            if !request.facets.isEmpty { ranking.facets = try await count(request.facets, in: matching) }
            if !request.sort.isEmpty {
                hits = try await sorted(hits, all: matching, by: request.sort, scope: request.scope)
            }
        }
        ranking.hits = hits
        ranking.isComplete = isComplete
        partial.formUnion(Set(freshness.behind()).intersection(needed(by: request)))
        ranking.partial = partial.sorted()
        return ranking
    }

    /// What several queries found, each row once.
    private static func merged(_ hits: [RankedHit], _ more: [RankedHit]) -> [RankedHit] {
        var table = Dictionary(uniqueKeysWithValues: hits.map { ($0.row, $0) })
        for var hit in more {
            if let earlier = table[hit.row] {
                hit.score += earlier.score
                hit.lexical = larger(hit.lexical, earlier.lexical)
                hit.cosine = larger(hit.cosine, earlier.cosine)
            }
            table[hit.row] = hit
        }
        return Array(table.values)
    }

    /// Best first, equals by row. Small keys are sorted, and each hit is moved once: hits are large.
    private static func ordered(_ hits: [RankedHit]) -> [RankedHit] {
        var keys: [(score: Double, row: RowID, index: Int)] = []
        keys.reserveCapacity(hits.count)
        for (index, hit) in hits.enumerated() { keys.append((hit.score, hit.row, index)) }
        keys.sort { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
        return keys.map { key in
            var hit = hits[key.index]
            // Only now: what is lifted above 1 keeps its place before what has 1 by itself.
            hit.score = max(0, min(1, hit.score))
            return hit
        }
    }

    private static func larger<Number: Comparable>(_ a: Number?, _ b: Number?) -> Number? {
        guard let a, let b else { return a ?? b }
        return max(a, b)
    }

    /// Adds what the donor says of an entity's standing; small and bounded.
    private func lift(_ hits: inout [RankedHit]) {
        catalog.rows.withColumns { columns in
            for index in hits.indices {
                let priority = Int(columns.priority[Int(hits[index].row)])
                if priority != 0 {
                    let boost = Double(max(-1000, min(1000, priority))) / 1000 * Fusion.priorityBoost
                    hits[index].boosts["priority"] = boost
                    hits[index].score += boost
                }
            }
        }
    }

    private func dropStale(_ hits: inout [RankedHit], now: Date) {
        let seconds = now.timeIntervalSince1970
        catalog.rows.withColumns { columns in
            hits.removeAll {
                !columns.isLive($0.row, revision: $0.revision, now: seconds) || columns.hidden[Int($0.row)] != 0
            }
        }
    }

    /// All matches, not only the candidates: every entity with a word of the query, and the neighbours shown.
    private func matchingRows(
        _ request: SearchRequest, hits: [RankedHit], within rows: RowSet?, languages: [String]
    ) async throws -> RowSet {
        var matching = RowSet(hits.lazy.map(\.row))
        guard hits.count >= settings.depth else { return matching }
        for query in request.queries where (query.mode ?? request.mode) != .semantic {
            let parsed = ParsedQuery(query.text)
            if !parsed.isEmpty {
                matching.formUnion(
                    try await lexical.matchingRows(
                        LexicalQuery(parsed, languages: languages), within: rows, limit: settings.countUpTo))
            }
        }
        return matching
    }

    private func sorted(
        _ hits: [RankedHit], all rows: RowSet, by keys: [SortKey], scope: Scope
    ) async throws -> [RankedHit] {
        let byRow = Dictionary(hits.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        let order = try await properties.sorted(
            rows, by: keys, context: DateContext(timeZone: scope.timeZone, now: scope.now ?? Date()), limit: rows.count,
            offset: 0)
        return catalog.rows.withColumns { columns in
            order.map { byRow[$0] ?? RankedHit(row: $0, revision: columns.revision[Int($0)], score: 0) }
        }
    }

    func count(_ paths: [String], in rows: RowSet) async throws -> [(property: String, values: [FacetValue])] {
        let counted = try await properties.facets(rows, properties: paths, limit: 100)
        return paths.map { path in
            var values: [FacetValue] = []
            for (value, count) in counted[path] ?? [] { values.append(FacetValue(value: value, count: count)) }
            return (property: path, values: values)
        }
    }
}
