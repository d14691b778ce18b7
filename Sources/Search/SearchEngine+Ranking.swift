import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Properties
import Text

/// How a ranking is made.
extension SearchEngine {
    /// This many rows of a sorted list are kept for the pages that follow.
    static let keptRows = 1_000

    /// Languages in which the query's words are stemmed: the caller's, else those of the content in scope.
    private func languages(_ request: SearchRequest, within rows: RowSet?) async -> [String] {
        if let language = request.language { return [language] }
        return await languages(within: rows)
    }

    /// Languages of the content in scope in which words are stemmed.
    func languages(within rows: RowSet?) async -> [String] {
        await lexical.queryLanguages(within: rows, share: settings.languageShare, most: settings.queryLanguages)
    }

    /// The ranking of a request. A sorted one begins behind `after`, which is at place `base`, and ends a good way behind
    /// place `from`, where the page begins; one by relevance is whole.
    ///
    /// It is made anew, a few times at most, when what it chose by properties was changed meanwhile.
    func ranking(
        _ request: SearchRequest, after: SortPosition?, base: Int, from: Int, budget: TimeBudget,
        ahead: PageAhead? = nil
    ) async throws -> Ranking {
        var ahead = ahead
        var attempt = 1
        while true {
            var made = try await ranked(request, after: after, base: base, from: from, budget: budget, ahead: ahead)
            guard made.hasChanged else { return made }
            if attempt == Self.attempts || budget.deadline <= .now {
                made.partial = Set(made.partial).union([properties.name]).sorted()
                return made
            }
            attempt += 1
            ahead = nil
        }
    }

    private func ranked(
        _ request: SearchRequest, after: SortPosition?, base: Int, from: Int, budget: TimeBudget, ahead: PageAhead?
    ) async throws -> Ranking {
        let seq = catalog.lastSeq
        let late = usesProperties(request) ? await waitForProperties(seq, until: budget.deadline) : []
        // Asked before the projections are: what they get meanwhile may be missing from one of their answers.
        let isComplete = freshness.hasApplied(seq, in: needed(by: request))
        let changed = isComplete ? nil : changedRows(for: request)
        let contextGeneration = catalog.context.generation
        let now = request.scope.now ?? Date()
        var rows = try await scopes.rows(request.scope)
        // What is deleted takes no place from what is there, whether the projections have heard of it or not.
        if rows == nil, let changed, hasDeleted(changed) {
            rows = scopes.all(now: now.timeIntervalSince1970)
        }
        let languages = await languages(request, within: rows)
        // Beside the retrieval: it needs nothing of it.
        let read = beginUnderstanding(request, languages: languages)
        let retrieval = Retrieval(
            lexical: lexical, semantic: semantic, isExact: reach != .all, depth: settings.depth,
            neighbours: settings.neighbours,
            rowTable: catalog.rows, changed: changed)

        var ranking = Ranking(
            hits: [], total: 0, seq: seq, contextGeneration: contextGeneration,
            texts: [], languages: languages)
        var partial = Set(late)
        var hits: [RankedHit] = []
        let shares = Self.shares(request.queries.map(\.weight))
        /// Where results may be that the words' half does not bring.
        var near = rows
        var isCut = false
        for (query, share) in zip(request.queries, shares) {
            let mode = query.mode ?? request.mode
            var text = query.text
            var parsed = ParsedQuery(text)
            near = rows
            if mode != .lexical, !parsed.exclusions.isEmpty {
                near = await self.near(parsed, within: rows, now: now, budget: budget)
                // Without knowing what is excluded nothing is shown for its meaning.
                if near == RowSet() { partial.formUnion(["lexical", "semantic"]) }
            }
            ahead?.prepare(for: text, languages: languages)
            var found = try await retrieval.candidates(
                meaning: parsed.meaning(of: text),
                query: parsed.isEmpty ? nil : LexicalQuery(parsed, languages: languages), mode: mode, within: rows,
                near: near, budget: budget, ahead: ahead)
            if let corrected = found.corrected { ranking.didYouMean = corrected }
            // Used by itself only where nothing has any of the words; who quotes them means them as they are.
            if let corrected = found.corrected, found.lexicalTotal == 0, parsed.phrases.isEmpty {
                let again = ParsedQuery(corrected)
                let second = try await retrieval.candidates(
                    meaning: again.meaning(of: corrected), query: LexicalQuery(again, languages: languages), mode: mode,
                    within: rows, near: near, budget: budget)
                if second.lexicalTotal > 0 {
                    ranking.isCorrected = true
                    text = corrected
                    parsed = again
                    found = second
                }
            }
            ranking.stages.add(found.stages)
            let retrieved = ContinuousClock.now
            defer { ranking.stages.ranking += .now - retrieved }
            ranking.texts.append(text)
            ranking.rarity.append(found.rarity)
            ranking.ignored.append(contentsOf: parsed.ignored.map(\.text))
            partial.formUnion(found.partial)
            for name in found.failed { freshness.failed(in: name) }
            let fusion = Fusion(
                words: parsed.wanted.map(\.text), familiarity: found.familiarity, mode: mode,
                coverage: found.coverage, count: found.wordCount, isSorted: !request.sort.isEmpty)
            var scored = fusion.scored(
                found.candidates, lexicalTookPart: found.lexicalTookPart, semanticTookPart: found.semanticTookPart,
                beyond: found.beyond)
            ranking.total = max(ranking.total, found.lexicalTotal)
            isCut = isCut || found.lexicalTotal > found.lexicalHits
            for index in scored.indices { scored[index].score *= share }
            hits = hits.isEmpty ? scored : Self.merged(hits, scored)
        }
        let fused = ContinuousClock.now
        // First of all: what is gone has no columns to be read either.
        dropStale(&hits, now: now)
        // What the condition chose as it was may no longer meet it.
        if request.scope.predicate != nil, late.isEmpty {
            let chosen = hits.count
            hits.removeAll { $0.revision > seq }
            ranking.hasChanged = hits.count < chosen
        }
        if let understanding = await read?.value ?? nil {
            ranking.understood = try await lift(&hits, by: understanding, request, within: near)
        }
        ContextBoost(context: catalog.context, now: now.timeIntervalSince1970).lift(&hits)
        lift(&hits)
        hits = Self.ordered(hits)
        // What matches a word, however many, and what is near in meaning alone.
        ranking.total = max(ranking.total, 0) + hits.count { ($0.lexical ?? 0) <= 0 }
        if ranking.total < hits.count || ranking.total <= settings.depth { ranking.total = hits.count }
        // What several texts match is counted together, and each entity once.
        if !request.sort.isEmpty || !request.facets.isEmpty || (isCut && request.queries.count > 1) {
            var matching = RowSet(hits.lazy.map(\.row))
            var changedSince: [RowID: Seq] = [:]
            if isCut {
                let found = try await matchingRows(
                    request, ranking.texts, within: rows, languages, since: seq, now: now)
                matching.formUnion(found.rows)
                changedSince = found.changed
                ranking.total = matching.count
            }
            if !request.facets.isEmpty { ranking.facets = try await count(request.facets, in: matching) }
            if !request.sort.isEmpty {
                let wanted = max(from - base + request.limit, Self.keptRows)
                ranking.base = base
                let order = try await properties.sorted(
                    matching, by: request.sort, context: DateContext(timeZone: request.scope.timeZone, now: now),
                    after: after, limit: wanted + 1)
                ranking.isCut = order.count > wanted
                hits = asMatched(order.prefix(wanted), hits, changed: changedSince, since: seq)
            }
        }
        ranking.hits = hits
        ranking.stages.ranking += .now - fused
        if request.explain { ranking.halfRanks = Fusion.ranks(of: hits) }
        ranking.isComplete = isComplete
        partial.formUnion(Set(freshness.behind(within: reach)).intersection(needed(by: request)))
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
    static func ordered(_ hits: [RankedHit]) -> [RankedHit] {
        // Whole numbers sort several times faster: the score in single precision, reversed, above the index. What is
        // equal in that is told apart afterwards.
        var keys = hits.indices.map { index in
            UInt64(~Float(max(0, hits[index].score)).bitPattern) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
        }
        keys.sort()
        var order = keys.map { Int($0 & 0xFFFF_FFFF) }
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
            if end - start > 1 {
                order[start..<end].sort {
                    hits[$0].score != hits[$1].score ? hits[$0].score > hits[$1].score : hits[$0].row < hits[$1].row
                }
            }
            start = end
        }
        return order.map { index in
            var hit = hits[index]
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
                    hits[index].boosts.priority = Float(boost)
                    hits[index].score += boost
                }
            }
        }
    }

    func dropStale(_ hits: inout [RankedHit], now: Date) {
        let seconds = now.timeIntervalSince1970
        catalog.rows.withColumns { columns in
            hits.removeAll {
                !columns.isLive($0.row, revision: $0.revision, now: seconds) || columns.hidden[Int($0.row)] != 0
            }
        }
    }

    /// Each weight's share of all; weights may be as large as numbers get.
    static func shares(_ weights: [Double]) -> [Double] {
        guard let largest = weights.max(), largest > 0 else { return weights.map { _ in 1 } }
        let relative = weights.map { $0 / largest }
        let sum = relative.reduce(0, +)
        return relative.map { $0 / sum }
    }

    /// Rows that not every projection asked knows as they are now.
    private func changedRows(for request: SearchRequest) -> RowSet? {
        let known = needed(by: request).map(freshness.applied).min() ?? .max
        let rows = catalog.rows.rowsChanged(after: known)
        return rows.isEmpty ? nil : rows
    }

    private func hasDeleted(_ rows: RowSet) -> Bool {
        let rows = rows.rows
        return catalog.rows.withColumns { columns in
            rows.contains { Int($0) >= columns.count || columns.revision[Int($0)] == 0 }
        }
    }

    /// Where results may be beside what has the query's words: everywhere but what it excludes, and nowhere when that
    /// cannot be found out in time.
    private func near(_ query: ParsedQuery, within rows: RowSet?, now: Date, budget: TimeBudget) async -> RowSet {
        let excluded: RowSet?
        do {
            excluded = try await budget.run {
                try await self.excluded(by: query, within: rows, deadline: budget.deadline)
            }
        } catch {
            if !(error is CancellationError) { freshness.failed(in: lexical.name) }
            excluded = nil
        }
        guard let excluded else { return RowSet() }
        var near = rows ?? scopes.all(now: now.timeIntervalSince1970)
        near.subtract(excluded)
        return near
    }

    func count(_ paths: [String], in rows: RowSet) async throws -> [(property: String, values: [FacetValue])] {
        let counted = try await properties.facets(rows, properties: paths, limit: 100)
        return zip(paths, counted).map { path, counts in
            (property: path, values: counts.map { FacetValue(value: $0.value, count: $0.count) })
        }
    }
}
