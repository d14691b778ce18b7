import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Synchronization
import Text

/// Asks both halves of search for candidates, and each half about the other's.
struct Retrieval: Sendable {
    let lexical: LexicalIndex
    let semantic: SemanticIndex
    let depth: Int
    let rowTable: RowTable
    /// Rows that have changed since the projections last heard of them; nil when there are none.
    let changed: RowSet?

    /// Of a query that more rows match than this the scores behind the best are asked for once more, not kept.
    private static let keptScores = 1 << 16

    /// What the meaning's half says: the nearest, and of some rows how near they are.
    private struct Meaning: Sendable {
        let vector: QueryVector
        let hits: [SemanticHit]
        let measured: [RowID]
        let cosines: [SemanticHit]
        let stages: QueryStages
    }

    /// What the words have found so far, for the meaning's half.
    private final class Arrived: Sendable {
        let rows = Mutex<[RowID]>([])
    }

    /// What the words' half says, and how long it took.
    private struct Words: Sendable {
        let result: LexicalResult
        let took: Duration
    }

    /// What came back for one text.
    struct Found: Sendable {
        var candidates: [Candidate] = []
        /// What finding them took.
        var stages = QueryStages()
        /// Entities with a word of the query.
        var lexicalTotal = 0
        /// How many of them are candidates.
        var lexicalHits = 0
        var lexicalTookPart = false
        var semanticTookPart = false
        /// See `QueryVector.familiarity`.
        var familiarity = 0.0
        /// Halves that could not answer in full, and those of them that failed.
        var partial: Set<String> = []
        var failed: Set<String> = []
        /// The text with the words corrected that nothing in scope has.
        var corrected: String?
        /// See `LexicalResult.coverage`, and of how many words.
        var coverage = 1.0
        var wordCount = 1
        /// What having a word of the text says, by its folded form; nothing for a word that nobody has.
        var rarity: [String: Double] = [:]
    }

    /// Candidates for one text within `rows` (nil: everything), in at most `budget`.
    ///
    /// `meaning` is what the meaning's half looks for, `near` where it may look.
    func candidates(
        meaning text: String, query: LexicalQuery?, mode: SearchMode, within rows: RowSet?, near: RowSet?,
        budget: TimeBudget
    ) async throws -> Found {
        let depth = depth
        let lexical = lexical
        let semantic = semantic

        // Side by side: the words are looked up while the text is being embedded.
        let rowsWithWords = Arrived()
        async let words: Words? = {
            guard mode != .semantic, let query else { return nil }
            return try await budget.run {
                let began = ContinuousClock.now
                let within = try await current(query, within: rows, budget: budget)
                let result = try await lexical.search(
                    query, within: within, depth: depth, others: mode == .hybrid ? Self.keptScores : 0,
                    deadline: budget.deadline)
                rowsWithWords.rows.withLock { $0 = result.hits.map(\.row) }
                return Words(result: result, took: .now - began)
            }
        }()
        async let meaning: Meaning? = {
            guard mode != .lexical, semantic.isAvailable, !text.allSatisfy(\.isWhitespace) else { return nil }
            return try await budget.run {
                let began = ContinuousClock.now
                let vector = try await semantic.embedQuery(text)
                var stages = QueryStages()
                stages.embedding = .now - began
                // The scan gives the exact cosine of what has the words, beside the search for what is near.
                let measured = rowsWithWords.rows.withLock { $0 }
                async let cosines = measured.isEmpty ? [] : semantic.cosines(vector, rows: measured)
                let hits = try await semantic.nearest(vector, within: near, count: depth)
                let exact = try await cosines
                stages.meaning = .now - began - stages.embedding
                return Meaning(vector: vector, hits: hits, measured: measured, cosines: exact, stages: stages)
            }
        }()

        var found = Found()
        let wordResult: LexicalResult?
        do {
            let answer = try await words
            wordResult = answer?.result
            found.stages.words = answer?.took ?? .zero
        } catch let error as CancellationError { throw error } catch {
            // One half that fails does not take the other with it; the reply names it.
            wordResult = nil
            found.failed.insert("lexical")
        }
        async let corrected = corrected(query, wordResult, within: rows, budget: budget)
        let meaningResult: Meaning?
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

        var table = CandidateTable(capacity: (wordResult?.hits.count ?? 0) + (meaningResult?.hits.count ?? 0))
        if let wordResult {
            found.lexicalTookPart = true
            found.lexicalTotal = wordResult.total
            found.lexicalHits = wordResult.hits.count
            found.coverage = wordResult.coverage
            found.wordCount = wordResult.words.count
            found.rarity = Dictionary(
                wordResult.words.lazy.map { ($0.text, $0.isFound ? $0.rarity : 0) }, uniquingKeysWith: max)
            for hit in wordResult.hits {
                table.add(Candidate(row: hit.row, revision: hit.revision, lexical: hit.score))
            }
        }
        if let meaningResult {
            found.semanticTookPart = true
            found.stages.add(meaningResult.stages)
            found.familiarity = meaningResult.vector.familiarity
            var unscored: [RowID] = []
            for hit in meaningResult.hits {
                let isNew = table.update(hit.row, orAdd: hit.revision) { $0.measure(hit.cosine, hit.passage) }
                if isNew { unscored.append(hit.row) }
            }
            if let wordResult {
                try await complete(&table, query, wordResult, meaningResult, unscored: unscored)
            }
        }
        found.candidates = table.candidates
        found.corrected = await corrected
        return found
    }

    /// The text with the words corrected that nothing in scope has; nil also when that takes too long.
    private func corrected(
        _ query: LexicalQuery?, _ result: LexicalResult?, within rows: RowSet?, budget: TimeBudget
    ) async -> String? {
        guard let query, let result, result.words.contains(where: { !$0.isFound }) else { return nil }
        let lexical = lexical
        var words = result.words
        // Where something is found, a word that merely nobody used is not taken for a slip: "sweet" is not "sheet".
        if !result.hits.isEmpty { words.removeAll { !$0.isFound && semantic.knows(word: $0.text) } }
        let text = try? await budget.run { [words] in
            try await lexical.correct(query, words: words, within: rows, deadline: budget.deadline)
        }
        return text.flatMap { $0 }.flatMap { $0 }
    }

    /// Asks each half about what only the other has found.
    private func complete(
        _ table: inout CandidateTable, _ query: LexicalQuery?, _ words: LexicalResult, _ meaning: Meaning,
        unscored: [RowID]
    ) async throws {
        var cosines = meaning.cosines
        if meaning.measured.isEmpty, !words.hits.isEmpty {
            // The words took longer than the model.
            cosines = try await semantic.cosines(meaning.vector, rows: words.hits.map(\.row))
        }
        for hit in cosines {
            table.update(hit.row) { if $0.cosine == nil { $0.measure(hit.cosine, hit.passage) } }
        }
        guard words.total > words.hits.count, !unscored.isEmpty, let query else { return }
        let wanted = RowSet(unscored)
        if let others = words.others {
            for other in others where wanted.contains(other.row) {
                table.update(other.row) { $0.lexical = Double(other.score) }
            }
        } else {
            for (row, score) in try await lexical.score(query, rows: wanted) {
                table.update(row) { $0.lexical = score }
            }
        }
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
