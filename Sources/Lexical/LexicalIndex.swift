import AlmagestEntities
import CXapian
import Catalog
import Foundation
import Synchronization
import Text

/// Finds rows by their words: BM25 over every text of an entity, in any language.
///
///     let index = try await LexicalIndex(directory: data.appending(path: "lexical"))
///     try await index.applyUrgent(changes)
///     let result = try await index.search(
///         LexicalQuery("meteor shower", languages: index.queryLanguages()), within: nil)
///
/// Bulk changes are written to a database on disk by a thread of their own; urgent ones go into memory, where they
/// are searched together with it until the journal lane has written them too.
public final class LexicalIndex: Projection {
    public let name = "lexical"
    public let journalChunk = 2048

    private let folder: URL
    private let settings: LexicalParameters
    private let analyzer: Analyzer
    private let store: LexicalStore
    private let writer: LexicalWriter
    private let readers: [LexicalReader]
    private let turn = Atomic<Int>(0)
    private let urgent: UrgentLane

    /// Opens or creates the index in `directory`. One that is damaged or was made by another version is begun anew
    /// (`damage` says why, `appliedSeq` is 0).
    ///
    /// Throws only if the folder cannot be used: `noPermission`, `readOnly`, `diskFull`, `daemonAlreadyRunning`.
    public convenience init(
        directory: URL, settings: LexicalParameters = LexicalParameters(), analyzer: Analyzer = .shared
    ) async throws {
        try await self.init(
            directory: directory, settings: settings, analyzer: analyzer, analysis: TextVersion.analysis)
    }

    init(directory: URL, settings: LexicalParameters, analyzer: Analyzer, analysis: Int) async throws {
        folder = directory
        self.settings = settings
        self.analyzer = analyzer
        let store = try LexicalStore(folder: directory.path(percentEncoded: false), analysis: analysis)
        self.store = store
        writer = LexicalWriter(store: store, settings: settings, analyzer: analyzer)
        urgent = UrgentLane(store: store, settings: settings, analyzer: analyzer)
        readers = try (0..<max(1, settings.readers)).map { _ in try LexicalReader(store: store) }
    }

    // MARK: - Searching

    /// The best `depth` rows among `within` (nil: all) that have any of the words, all of the phrases and none of the
    /// exclusions. Throws `timedOut` after `deadline`, `storeDamaged` if the index had to be begun anew.
    ///
    /// The total is exact. Words that nothing has can be corrected, see `correct`. Of the matches behind the best the
    /// result has the scores too, if they are no more than `others`. Frequencies and lengths are counted in `reach`
    /// (nil: all), so that nothing in the answer depends on other rows.
    public func search(
        _ query: LexicalQuery, within: RowSet? = nil, counting reach: RowSet? = nil, depth: Int = 1000, others: Int = 0,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> LexicalResult {
        let plan = QueryPlan(query, settings: settings, analyzer: analyzer)
        guard !plan.isEmpty else { return LexicalResult() }
        return try await read {
            try await $0.search(
                plan, within: within, counting: reach, depth: depth, others: others, deadline: seconds(of: deadline))
        }
    }

    /// BM25 of those of the given rows that match.
    public func score(
        _ query: LexicalQuery, rows: RowSet, counting reach: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> [RowID: Double] {
        let plan = QueryPlan(query, settings: settings, analyzer: analyzer)
        guard !plan.isEmpty else { return [:] }
        let result = try await read {
            try await $0.search(plan, within: rows, counting: reach, depth: .max, deadline: seconds(of: deadline))
        }
        return Dictionary(uniqueKeysWithValues: result.hits.map { ($0.row, $0.score) })
    }

    /// The rows that match, the best `limit` of them if they are more.
    public func matchingRows(
        _ query: LexicalQuery, within: RowSet? = nil, counting reach: RowSet? = nil, limit: Int = 10_000,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RowSet {
        let plan = QueryPlan(query, settings: settings, analyzer: analyzer)
        guard !plan.isEmpty else { return RowSet() }
        let result = try await read {
            try await $0.search(plan, within: within, counting: reach, depth: limit, deadline: seconds(of: deadline))
        }
        return RowSet(result.hits.map(\.row))
    }

    /// All rows that match, each with the revision of the content that it matched.
    public func matches(
        _ query: LexicalQuery, within: RowSet? = nil, counting reach: RowSet? = nil,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> [LexicalHit] {
        try await matches(QueryPlan(query, settings: settings, analyzer: analyzer), within, reach, deadline)
    }

    /// The rows that an exclusion is about, each with the revision of the content that has it.
    public func matches(
        exclusion: ParsedQuery.Part, within: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> [LexicalHit] {
        // It has no longer words, and its scores are not looked at.
        try await matches(
            QueryPlan(exclusion: exclusion, settings: settings, analyzer: analyzer), within, nil, deadline)
    }

    private func matches(
        _ plan: QueryPlan, _ within: RowSet?, _ reach: RowSet?, _ deadline: ContinuousClock.Instant?
    ) async throws -> [LexicalHit] {
        guard !plan.isEmpty else { return [] }
        return try await read {
            try await $0.search(
                plan, within: within, counting: reach, depth: .max, deadline: seconds(of: deadline)
            ).hits
        }
    }

    /// The words of the query, folded, that the row has in some form.
    public func matchedTerms(
        _ query: LexicalQuery, row: RowID, counting reach: RowSet? = nil
    ) async throws -> [String] {
        let plan = QueryPlan(query, settings: settings, analyzer: analyzer)
        return try await read { try await $0.matchedWords(plan, row: row, counting: reach) }
    }

    /// Languages of the documents in `rows` (nil: of all), largest share first; those of unknown language count in the
    /// whole.
    public func languages(within rows: RowSet? = nil) async -> [(language: String, share: Double)] {
        let counts = languageCounts(store, within: rows)
        let all = Double(counts.reduce(0) { $0 + $1.documents })
        guard all > 0 else { return [] }
        return counts.filter { !$0.language.isEmpty }
            .sorted { ($1.documents, $0.language) < ($0.documents, $1.language) }
            .map { ($0.language, Double($0.documents) / all) }
    }

    /// The languages to look for other forms of words in: those with at least `share` of the documents, `most` of them
    /// at most, the largest first.
    public func queryLanguages(within rows: RowSet? = nil, share: Double = 0.01, most: Int = 4) async -> [String] {
        await languages(within: rows).filter { $0.share >= share }.prefix(most).map(\.language)
    }

    /// The query with each of the words that none of the rows has replaced by the nearest that one of them has, of those
    /// equally near the one that stands with the rest of the query most often, and the others kept; nil if there is
    /// none. `words` are what a search of the same rows has told of the query's.
    public func correct(
        _ query: LexicalQuery, words: [LexicalWord], within: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> String? {
        let correction = Correction(
            query, words: words, within: within, deadline: seconds(of: deadline), settings: settings, analyzer: analyzer
        )
        guard let correction else { return nil }
        return try await read {
            var correction = correction
            return try await correction.text(reader: $0)
        }
    }

    // MARK: - State

    /// Documents that can be found.
    public var documentCount: Int { Int(axp_documents(store.index)) }

    /// Why the index was begun anew, if it was, since or at the start of this process.
    public var damage: String? { store.damage.withLock { $0 } }

    public func appliedSeq() async throws -> Seq { try await writer.appliedSeq() }

    public func isLost() async -> Bool { await writer.isLost() }

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        try await writer.apply(changes, through: seq)
    }

    public func applyUrgent(_ changes: [Change]) async throws { await urgent.apply(changes) }

    public func flush() async throws { try await writer.flush() }

    public func idle() async throws { try await writer.idle() }

    public func reset() async throws { try await writer.reset() }

    public func sizeOnDisk() async -> Int64 {
        let keys: [URLResourceKey] = [.fileSizeKey]
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else { return 0 }
        var total: Int64 = 0
        while let file = files.nextObject() as? URL {
            total += Int64((try? file.resourceValues(forKeys: Set(keys)))?.fileSize ?? 0)
        }
        return total
    }

    public func close() async { await writer.close() }

    // MARK: - Readers

    /// Readers take turns; one that finds damage has the index begun anew.
    private func read<R: Sendable>(_ body: @Sendable (LexicalReader) async throws -> R) async throws -> R {
        let number = turn.wrappingAdd(1, ordering: .relaxed).newValue
        do {
            return try await body(readers[Int(UInt(bitPattern: number) % UInt(readers.count))])
        } catch let error as AlmagestError where error.name == .storeDamaged {
            await writer.rebuild(because: error.message)
            throw error
        }
    }
}

/// Seconds of the monotonic clock at which to stop, 0 for never.
private func seconds(of deadline: ContinuousClock.Instant?) -> Double {
    guard let deadline else { return 0 }
    let left = (deadline - ContinuousClock.now) / .seconds(1)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 + left
}

private func languageCounts(
    _ store: LexicalStore, within rows: RowSet?
) -> [(language: String, documents: UInt64)] {
    final class Counts { var all: [(language: String, documents: UInt64)] = [] }
    let counts = Counts()
    func count(_ words: UnsafeBufferPointer<UInt64>?) {
        let context = Unmanaged.passUnretained(counts).toOpaque()
        axp_languages(store.index, words?.baseAddress, UInt64(words?.count ?? 0), context) {
            context, language, documents in
            guard let context else { return }
            Unmanaged<Counts>.fromOpaque(context).takeUnretainedValue().all
                .append((String(cString: language), documents))
        }
    }
    if let rows {
        if !rows.words.isEmpty { rows.words.withUnsafeBufferPointer { count($0) } }
    } else {
        count(nil)
    }
    return counts.all
}
