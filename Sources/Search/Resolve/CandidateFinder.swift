import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Text

/// Gathers the entities that a request may mean and reads them.
struct CandidateFinder: Sendable {
    let engine: SearchEngine
    let rows: RowSet
    let languages: [String]
    let context: DateContext
    /// One for the whole request.
    private let semantic: SemanticIndex

    init(engine: SearchEngine, rows: RowSet, languages: [String], context: DateContext) {
        self.engine = engine
        self.rows = rows
        self.languages = languages
        self.context = context
        semantic = engine.semantic
    }

    struct Found: Sendable {
        struct Candidate: Sendable {
            var text: CandidateText
            /// BM25 of the telling words.
            var words: Double
            var meaning: Double
            /// What was said right before it, of the likelier ones, and how near that is in meaning.
            var before: CandidateText?
            var beforeMeaning = 0.0
        }
        var candidates: [Candidate] = []
        var partial: [String] = []
        var stages = ResolveStages()
    }

    private static let byWords = 60
    /// So many are looked at before other spellings are looked for.
    private static let first = 8
    private static let byWordsInOrder = 200
    private static let byMeaning = 60
    private static let byDate = 100
    private static let bySpelling = 40
    /// Of the best by word, and of the best by meaning, so many are read together with what was said before them.
    private static let withBefore = 25

    /// - Parameter accounts: whether an entity accounts for every word, so that none needs to be spelt otherwise.
    func candidates(
        _ request: Understanding, stages: ResolveStages = ResolveStages(), accounts: (CandidateText) -> Bool
    ) async throws -> Found {
        var found = Found(stages: stages)
        var texts: [RowID: CandidateText] = [:]
        var words: [RowID: Double] = [:]
        var meaning: [RowID: Double] = [:]
        let telling = request.content
        let core = request.core

        async let near = self.near(core)
        let content = telling.map { request.tokens[$0].text }
        let contentText = telling.map { request.text($0..<$0 + 1) }.joined(separator: " ")
        if !content.isEmpty {
            // Which is the newest of many cannot be told from the best ones alone.
            let count = request.order == nil && !request.wantsAll ? Self.byWords : Self.byWordsInOrder
            for hit in try await lexical(contentText, count) { words[hit.row] = hit.score }
        }
        // Names made of words that otherwise belong to the way of asking, and words of types and dates.
        if core != contentText {
            for hit in try await lexical(core, Self.byWords) where words[hit.row] == nil { words[hit.row] = 0 }
        }
        if request.request != core {
            for hit in try await lexical(request.request, Self.byWords / 2) where words[hit.row] == nil {
                words[hit.row] = 0
            }
        }
        found.stages.end("words")
        // A word with a typo may be another word too, so all of them are looked for in names.
        let unsure = content.filter { $0.unicodeScalars.count >= 3 }
        let best = words.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.first).map(\.key)
        try await read(best, into: &texts)
        let isSpelt = best.contains { texts[$0].map(accounts) ?? false }
        if !unsure.isEmpty, !isSpelt {
            var spelt: [String] = []
            for word in unsure.prefix(12) {
                spelt += engine.suggestions.similarWords(to: word, limit: 12, within: rows)
            }
            if !spelt.isEmpty {
                let text = (content + spelt).joined(separator: " ")
                for hit in try await lexical(text, Self.bySpelling) where words[hit.row] == nil { words[hit.row] = 0 }
            }
        }
        found.stages.end("spelling")
        for date in request.dates.prefix(2) {
            for row in try await dated(date, isPast: request.isPast) where words[row] == nil { words[row] = 0 }
        }
        if content.isEmpty || request.order != nil {
            for row in try await ordered(request, content: contentText) where words[row] == nil { words[row] = 0 }
        }
        found.stages.end("dates")
        // While the model is still at work.
        try await read(Array(words.keys), into: &texts)
        found.stages.end("reading")
        let (vector, hits) = await near
        for hit in hits { meaning[hit.row] = Double(hit.cosine) }
        if vector == nil, semantic.isAvailable { found.partial = ["semantic"] }
        if let vector {
            let rest = words.keys.filter { meaning[$0] == nil }
            for hit in try await semantic.cosines(vector, rows: Array(rest)) {
                meaning[hit.row] = Double(hit.cosine)
            }
        }
        let all = Set(words.keys).union(meaning.keys).sorted()
        // Those that only another way brought have the words' score too.
        if !content.isEmpty {
            let missing = all.filter { (words[$0] ?? 0) == 0 }
            let query = LexicalQuery(contentText, languages: languages, prefix: false)
            for (row, score) in try await engine.lexical.score(query, rows: RowSet(missing)) { words[row] = score }
        }
        found.stages.end("meaning")
        let seconds = context.now.timeIntervalSince1970
        func isLive(_ text: CandidateText) -> Bool {
            engine.catalog.rows.isLive(text.stored.row, revision: text.stored.revision, now: seconds)
        }
        // What has changed since it was read is read again.
        texts = texts.filter { isLive($0.value) }
        try await read(all, into: &texts)
        for row in all {
            guard let text = texts[row], isLive(text) else { continue }
            found.candidates.append(
                Found.Candidate(text: text, words: words[row] ?? 0, meaning: meaning[row] ?? 0))
        }
        found.stages.end("reading")
        try await readBefore(&found.candidates, &texts, vector)
        found.stages.end("before")
        return found
    }

    /// Gives the likelier ones of the candidates what was said right before them.
    private func readBefore(
        _ candidates: inout [Found.Candidate], _ texts: inout [RowID: CandidateText], _ vector: QueryVector?
    ) async throws {
        func best(_ score: (Found.Candidate) -> Double) -> some Sequence<Int> {
            candidates.indices.sorted { (score(candidates[$0]), $1) > (score(candidates[$1]), $0) }
                .prefix(Self.withBefore)
        }
        let chosen = Set(best(\.words)).union(best(\.meaning)).sorted()
        let before = try await PrecedingMessages(engine: engine, rows: rows, context: context)
            .rows(before: chosen.map { candidates[$0].text })
        guard !before.isEmpty else { return }
        let said = Set(before.values).sorted()
        try await read(said, into: &texts)
        var meaning: [RowID: Double] = [:]
        if let vector {
            for hit in try await semantic.cosines(vector, rows: said) { meaning[hit.row] = Double(hit.cosine) }
        }
        for index in chosen {
            guard let row = before[candidates[index].text.stored.row] else { continue }
            candidates[index].before = texts[row]
            candidates[index].beforeMeaning = meaning[row] ?? 0
        }
    }

    /// Reads those of the rows that have not been read.
    private func read(_ rows: [RowID], into texts: inout [RowID: CandidateText]) async throws {
        let missing = rows.filter { texts[$0] == nil }.sorted()
        guard !missing.isEmpty else { return }
        for stored in try await engine.catalog.entities(rows: missing) { texts[stored.row] = CandidateText(stored) }
    }

    private func lexical(_ text: String, _ count: Int) async throws -> [LexicalHit] {
        // Signs that mean something in a search are text here.
        let plain = text.map { "\"-“”„«»「」".contains($0) ? " " : $0 }
        let query = LexicalQuery(String(plain), languages: languages, prefix: false)
        guard !query.parsed.isEmpty else { return [] }
        return try await engine.lexical.search(query, within: rows, depth: count).hits
    }

    private func near(_ text: String) async -> (QueryVector?, [SemanticHit]) {
        guard semantic.isAvailable, !text.allSatisfy(\.isWhitespace) else { return (nil, []) }
        do {
            let vector = try await semantic.embedQuery(text)
            return (
                vector,
                try await semantic.nearest(
                    vector, within: rows, count: Self.byMeaning, exactly: engine.reach != .all)
            )
        } catch {
            // Words go on without it, and the reply says so.
            return (nil, [])
        }
    }

    /// Entities with a date that the request speaks of.
    private func dated(_ date: DateReading, isPast: Bool) async throws -> [RowID] {
        var result: [RowID] = []
        let spans = date.spans + (isPast || !date.pastSpans.isEmpty ? date.pastSpans : [])
        for span in spans {
            let conditions = engine.properties.datePaths.map { path in
                Predicate.all([
                    .comparison(.init(property: path, op: .greaterOrEqual, value: .date(.moment(span.lowerBound)))),
                    .comparison(.init(property: path, op: .less, value: .date(.moment(span.upperBound)))),
                ])
            }
            guard !conditions.isEmpty else { return [] }
            let found = try await engine.properties.rows(matching: .any(conditions), context: context, within: rows)
            result += found.rows.prefix(Self.byDate)
        }
        return result
    }

    /// The newest and the next of what is accepted, where the request names nothing else or asks for an order.
    private func ordered(_ request: Understanding, content: String) async throws -> [RowID] {
        var within = rows
        if !content.isEmpty {
            let query = LexicalQuery(content, languages: languages, prefix: false)
            guard !query.parsed.isEmpty else { return [] }
            within = try await engine.lexical.matchingRows(query, within: rows, limit: 2_000)
        } else if request.order == nil {
            return []
        }
        var result: [RowID] = []
        let now = DateValue.moment(context.now.timeIntervalSince1970)
        for path in engine.properties.datePaths where !path.lowercased().contains("end") {
            for (op, ascending) in [(Predicate.Comparator.greaterOrEqual, true), (.less, false)] {
                let condition = Predicate.comparison(.init(property: path, op: op, value: .date(now)))
                let found = try await engine.properties.rows(matching: condition, context: context, within: within)
                guard !found.isEmpty else { continue }
                result += try await engine.properties.sorted(
                    found, by: [SortKey(property: path, ascending: ascending)], context: context, limit: 20)
            }
        }
        return result
    }
}
