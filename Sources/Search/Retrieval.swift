import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Text

/// Asks both halves of search for candidates, and each half about the other's.
struct Retrieval: Sendable {
    let lexical: LexicalIndex
    let semantic: SemanticIndex
    let depth: Int
    let countUpTo: Int
    let rowTable: RowTable
    /// Rows that have changed since the projections last heard of them; nil when there are none.
    let changed: RowSet?

    /// What came back for one text.
    struct Found: Sendable {
        var candidates: [Candidate] = []
        /// Entities with a word of the query, exact up to the counting limit.
        var lexicalTotal = 0
        var lexicalTotalIsLowerBound = false
        /// How many of them are candidates.
        var lexicalHits = 0
        var lexicalTookPart = false
        var semanticTookPart = false
        /// See `QueryVector.familiarity`.
        var familiarity = 0.0
        /// Halves that could not answer in full, and those of them that failed.
        var partial: Set<String> = []
        var failed: Set<String> = []
        /// The text with its words corrected, when no word of it was found.
        var corrected: String?
    }

    /// Candidates for one text within `rows` (nil: everything), in at most `budget`.
    ///
    /// `meaning` is what the meaning's half looks for, `near` where it may look.
    func candidates(
        meaning text: String, query: LexicalQuery?, mode: SearchMode, within rows: RowSet?, near: RowSet?,
        budget: TimeBudget
    ) async throws -> Found {
        let depth = depth
        let countUpTo = countUpTo
        let lexical = lexical
        let semantic = semantic

        // Side by side: the words are looked up while the text is being embedded.
        async let words: LexicalResult? = {
            guard mode != .semantic, let query else { return nil }
            return try await budget.run {
                let within = try await current(query, within: rows, budget: budget)
                return try await lexical.search(
                    query, within: within, depth: depth, countUpTo: countUpTo, deadline: budget.deadline)
            }
        }()
        async let meaning: (QueryVector, [SemanticHit])? = {
            guard mode != .lexical, semantic.isAvailable, !text.allSatisfy(\.isWhitespace) else { return nil }
            return try await budget.run {
                let vector = try await semantic.embedQuery(text)
                return (vector, try await semantic.nearest(vector, within: near, count: depth))
            }
        }()

        var found = Found()
        let wordResult: LexicalResult?
        do { wordResult = try await words } catch let error as CancellationError { throw error } catch {
            // One half that fails does not take the other with it; the reply names it.
            wordResult = nil
            found.failed.insert("lexical")
        }
        let meaningResult: (QueryVector, [SemanticHit])?
        do { meaningResult = try await meaning } catch let error as CancellationError { throw error } catch {
            meaningResult = nil
            if semantic.isAvailable { found.failed.insert("semantic") }
        }
        if mode != .semantic, query != nil, wordResult == nil { found.partial.insert("lexical") }
        if mode != .lexical, meaningResult == nil, !semantic.isSwitchedOff || mode == .semantic,
            !text.allSatisfy(\.isWhitespace)
        {
            found.partial.insert("semantic")
        }

        var table: [RowID: Candidate] = [:]
        table.reserveCapacity((wordResult?.hits.count ?? 0) + (meaningResult?.1.count ?? 0))
        if let wordResult {
            found.lexicalTookPart = true
            found.lexicalTotal = wordResult.total
            found.lexicalHits = wordResult.hits.count
            found.corrected = wordResult.didYouMean
            found.lexicalTotalIsLowerBound = wordResult.totalIsLowerBound
            for hit in wordResult.hits {
                table[hit.row] = Candidate(row: hit.row, revision: hit.revision, lexical: hit.score)
            }
        }
        if let (vector, hits) = meaningResult {
            found.semanticTookPart = true
            found.familiarity = vector.familiarity
            var unscored: [RowID] = []
            for hit in hits {
                if table[hit.row] == nil {
                    table[hit.row] = Candidate(row: hit.row, revision: hit.revision)
                    unscored.append(hit.row)
                }
                table[hit.row]?.cosine = hit.cosine
                table[hit.row]?.passage = hit.passage
            }
            if let wordResult {
                // The scan gives the exact cosine of what only the words found …
                let unmeasured = wordResult.hits.map(\.row).filter { table[$0]?.cosine == nil }
                async let cosines = semantic.cosines(vector, rows: unmeasured)
                // … and, meanwhile, the words their score of what only the meaning found.
                if let query, wordResult.total > wordResult.hits.count, !unscored.isEmpty {
                    for (row, score) in try await lexical.score(query, rows: RowSet(unscored)) {
                        table[row]?.lexical = score
                    }
                }
                for (row, nearest) in try await cosines {
                    table[row]?.cosine = nearest.cosine
                    table[row]?.passage = nearest.passage
                }
            }
        }
        found.candidates = Array(table.values)
        return found
    }

    /// `rows` without those that the words' index has a match of which is no more: they are neither counted nor do they
    /// take a place from what is there.
    private func current(_ query: LexicalQuery, within rows: RowSet?, budget: TimeBudget) async throws -> RowSet? {
        guard var stale = changed else { return rows }
        if let rows { stale.formIntersection(rows) }
        let hits = try await lexical.matches(query, within: stale, deadline: budget.deadline)
        let gone = hits.filter { rowTable.revision($0.row) != $0.revision }
        if gone.isEmpty { return rows }
        var current = rows ?? rowTable.visibleRows(now: Date().timeIntervalSince1970)
        current.subtract(RowSet(gone.lazy.map(\.row)))
        return current
    }
}
