import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Synchronization
import Text

/// Asks both halves of search for candidates, and each half about the other's.
struct Retrieval: Sendable {
    let lexical: LexicalView
    let semantic: SemanticIndex
    /// Whether the nearest are to be those whatever else there is, see `SemanticIndex.nearest`.
    let isExact: Bool
    /// Candidates that the words bring.
    let depth: Int
    /// Candidates that the meaning brings beside them; alone it brings as many as the words would.
    let neighbours: Int
    let rowTable: RowTable
    /// Rows that have changed since the projections last heard of them; nil when there are none.
    let changed: RowSet?

    /// Of a query that more rows match than this the scores behind the best are asked for once more, not kept.
    private static let keptScores = 1 << 16

    /// What the meaning's half says: the nearest, and of some rows how near they are.
    private struct Meaning: Sendable {
        let vector: QueryVector
        let hits: [SemanticHit]
        /// Of the rows with words, each with its place among them; nil where they came too late to be asked for.
        let measured: [(index: Int, hit: SemanticHit)]?
        let stages: QueryStages
    }

    /// What the words have found so far, for the meaning's half.
    private final class Arrived: Sendable {
        let vectors = Mutex<GatheredVectors?>(nil)
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
        /// Neighbours that would have been candidates too, had as many been asked for as by words.
        var beyond = 0
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

        fileprivate mutating func add(_ words: LexicalResult, to table: inout CandidateTable) {
            lexicalTookPart = true
            lexicalTotal = words.total
            lexicalHits = words.hits.count
            coverage = words.coverage
            wordCount = words.words.count
            rarity = Dictionary(
                words.words.lazy.map { ($0.text, $0.isFound ? $0.rarity : 0) }, uniquingKeysWith: max)
            for hit in words.hits {
                table.add(Candidate(row: hit.row, revision: hit.revision, lexical: hit.score))
            }
        }
    }

    /// Candidates for one text within `rows` (nil: everything), in at most `budget`.
    ///
    /// `meaning` is what the meaning's half looks for, `near` where it may look. `ahead` reads what the words
    /// have found while the model is still at work.
    func candidates(
        meaning text: String, query: LexicalQuery?, mode: SearchMode, within rows: RowSet?, near: RowSet?,
        budget: TimeBudget, ahead: PageAhead? = nil
    ) async throws -> Found {
        let says = Self.saysSomething(text)
        let hasMeaning = mode != .lexical && semantic.isAvailable && says
        // Side by side, and first what takes longest: the words are looked up while the text is being embedded.
        let rowsWithWords = Arrived()
        let neighbours = mode == .hybrid ? neighbours : depth
        let meaning = hasMeaning ? begin(text, near: near, count: neighbours, rowsWithWords, budget) : nil
        defer { meaning?.cancel() }
        let words = mode == .semantic ? nil : query.map { begin($0, mode, within: rows, rowsWithWords, budget) }
        defer { words?.cancel() }

        var found = Found()
        var wordResult: LexicalResult?
        do {
            let answer = try await words?.value
            wordResult = answer?.result
            found.stages.words = answer?.took ?? .zero
        } catch let error as CancellationError { throw error } catch {
            // One half that fails does not take the other with it; the reply names it.
            found.failed.insert("lexical")
        }
        if words != nil, wordResult == nil { found.partial.insert("lexical") }
        var table = CandidateTable(capacity: (wordResult?.hits.count ?? 0) + (hasMeaning ? neighbours : 0))
        if let wordResult {
            found.add(wordResult, to: &table)
            if hasMeaning { ahead?.read(wordResult.hits, rarity: found.rarity) }
        }
        let misspelt = misspelt(wordResult)
        let corrected = misspelt.isEmpty ? nil : query.map { begin($0, correcting: misspelt, within: rows, budget) }
        defer { corrected?.cancel() }

        var meaningResult: Meaning?
        do { meaningResult = try await meaning?.value } catch let error as CancellationError { throw error } catch {
            if semantic.isAvailable { found.failed.insert("semantic") }
        }
        if mode != .lexical, meaningResult == nil, !semantic.isSwitchedOff || mode == .semantic,
            says
        {
            found.partial.insert("semantic")
        }
        if let meaningResult {
            found.semanticTookPart = true
            found.stages.add(meaningResult.stages)
            found.familiarity = meaningResult.vector.familiarity
            if meaningResult.hits.count == neighbours {
                found.beyond = max(0, min(depth, near?.count ?? semantic.vectorCount) - neighbours)
            }
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
        // One that takes too long is none.
        found.corrected = (try? await corrected?.value).flatMap { $0 }
        return found
    }

    /// Whether there is a letter, a digit or a sign: of white space, marks and punctuation alone a model makes something
    /// all the same, and what is near to that is chance.
    static func saysSomething(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .currencySymbol, .otherSymbol:
                true
            default: false
            }
        }
    }

    /// Looks up the words.
    private func begin(
        _ query: LexicalQuery, _ mode: SearchMode, within rows: RowSet?, _ arrived: Arrived, _ budget: TimeBudget
    ) -> TimedWork<Words> {
        budget.begin {
            let began = ContinuousClock.now
            let within = try await current(query, within: rows, budget: budget)
            let result = try await lexical.search(
                query, within: within, depth: depth, others: mode == .hybrid ? Self.keptScores : 0,
                deadline: budget.deadline)
            let took = ContinuousClock.now - began
            if mode == .hybrid, let vectors = semantic.gather(result.hits.map(\.row)) {
                arrived.vectors.withLock { $0 = vectors }
            }
            return Words(result: result, took: took)
        }
    }

    /// Embeds the text, looks for what is near and measures what has the words, if that is known by then.
    private func begin(
        _ text: String, near: RowSet?, count: Int, _ arrived: Arrived, _ budget: TimeBudget
    ) -> TimedWork<Meaning> {
        budget.begin {
            let began = ContinuousClock.now
            let vector = try await semantic.embedQuery(text)
            var stages = QueryStages()
            stages.embedding = .now - began
            // What has the words is measured exactly, beside the search for what is near.
            let measured = arrived.vectors.withLock { $0 }
            let found = try await semantic.nearest(
                vector, within: near, count: count, exactly: isExact, measuring: measured)
            stages.meaning = .now - began - stages.embedding
            return Meaning(
                vector: vector, hits: found.nearest, measured: measured.map { _ in found.measured }, stages: stages)
        }
    }

    /// Words that nothing in scope has, and that may be slips.
    private func misspelt(_ result: LexicalResult?) -> [LexicalWord] {
        guard let result, result.words.contains(where: { !$0.isFound }) else { return [] }
        // Where something is found, a word that merely nobody used is not taken for a slip: "sweet" is not "sheet".
        if result.hits.isEmpty { return result.words }
        let words = result.words.filter { $0.isFound || !semantic.knows(word: $0.text) }
        return words.contains { !$0.isFound } ? words : []
    }

    /// Corrects the words that nothing in scope has.
    private func begin(
        _ query: LexicalQuery, correcting words: [LexicalWord], within rows: RowSet?, _ budget: TimeBudget
    ) -> TimedWork<String?> {
        budget.begin { try await lexical.correct(query, words: words, within: rows, deadline: budget.deadline) }
    }

    /// Asks each half about what only the other has found.
    private func complete(
        _ table: inout CandidateTable, _ query: LexicalQuery?, _ words: LexicalResult, _ meaning: Meaning,
        unscored: [RowID]
    ) async throws {
        if let measured = meaning.measured {
            for (index, hit) in measured { table.measure(index, hit) }
        } else if !words.hits.isEmpty {
            // The words took longer than the model, or have very many passages.
            for hit in try await semantic.cosines(meaning.vector, rows: words.hits.map(\.row)) {
                table.update(hit.row) { if $0.cosine == nil { $0.measure(hit.cosine, hit.passage) } }
            }
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
