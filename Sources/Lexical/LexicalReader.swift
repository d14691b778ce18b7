import AlmagestEntities
import CXapian
import Catalog
import Text
import Threads

/// Runs queries, one after the other: Xapian's objects are never used by two threads at a time.
actor LexicalReader {
    private let executor = ThreadLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let store: LexicalStore
    private nonisolated(unsafe) let reader: OpaquePointer

    init(store: LexicalStore) throws(AlmagestError) {
        var error = axp_error()
        guard let reader = axp_reader_new(store.index, &error) else { throw AlmagestError(error) }
        self.store = store
        self.reader = reader
    }

    deinit { axp_reader_free(reader) }

    func search(
        _ plan: QueryPlan, within: RowSet?, counting reach: RowSet?, depth: Int, others: Int = 0, deadline: Double
    ) throws(AlmagestError) -> LexicalResult {
        // Given up while others were served.
        if Task.isCancelled { throw AlmagestError(.cancelled, "The request was cancelled.") }
        let reader = reader
        let answer = plan.withUnsafeQuery(within: within, counting: reach, deadline: deadline) {
            query -> Result<LexicalResult, AlmagestError> in
            var error = axp_error()
            var hits: UnsafePointer<axp_hit>?
            var count: UInt32 = 0
            var total: UInt64 = 0
            guard axp_search(reader, query, UInt32(clamping: depth), &hits, &count, &total, &error) else {
                return .failure(AlmagestError(error))
            }
            var result = LexicalResult()
            result.total = Int(total)
            result.hits = UnsafeBufferPointer(start: hits, count: Int(count)).map {
                LexicalHit(row: $0.row, revision: $0.revision, score: Double($0.score))
            }
            var wordCount: UInt32 = 0
            var coverage: Float = 0
            let words = axp_words(reader, &wordCount, &coverage)
            result.coverage = Double(coverage)
            result.words = zip(plan.groupWords, UnsafeBufferPointer(start: words, count: Int(wordCount))).map {
                LexicalWord(text: $0, rarity: Double($1.rarity), isFound: $1.found)
            }
            let behind = Int(total) - Int(count)
            if behind <= others, let hits {
                result.others = UnsafeBufferPointer(start: hits + Int(count), count: behind).map {
                    LexicalScore(row: $0.row, score: $0.score)
                }
            }
            return .success(result)
        }
        return try answer.get()
    }

    /// The words of the query that the row has, in the order of the query.
    func matchedWords(_ plan: QueryPlan, row: RowID, counting reach: RowSet?) throws(AlmagestError) -> [String] {
        guard !plan.isEmpty else { return [] }
        var error = axp_error()
        var matched = [Bool](repeating: false, count: plan.forms.count)
        let done = plan.withUnsafeQuery(within: nil, counting: reach, deadline: 0) {
            axp_matched(reader, $0, row, &matched, &error)
        }
        guard done else { throw AlmagestError(error) }
        var words: [String] = []
        for (word, matches) in zip(plan.formWords, matched) where matches && words.last != word {
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    /// The word nearest to a folded word that one of the rows `within` has (nil: any); of those equally near the one that
    /// most of the rows `together` have.
    func nearest(
        _ word: String, within: RowSet?, together: RowSet?, deadline: Double
    ) throws(AlmagestError) -> String? {
        var error = axp_error()
        var written: UInt32 = 0
        let bytes = word.utf8.map { CChar(bitPattern: $0) }
        guard bytes.count <= 256 else { return nil }
        var out = [CChar](repeating: 0, count: 512)
        let reader = reader
        let done = withBitmap(within) { within in
            withBitmap(together) { together in
                bytes.withUnsafeBufferPointer { bytes in
                    guard let text = bytes.baseAddress else { return true }
                    var misspelt = axp_misspelt(
                        text: text, length: UInt32(bytes.count), within: within.baseAddress,
                        within_words: UInt64(within.count), together: together.baseAddress,
                        together_words: UInt64(together.count), deadline: deadline)
                    return axp_nearest_word(reader, &misspelt, &out, 512, &written, &error)
                }
            }
        }
        guard done else { throw AlmagestError(error) }
        guard written > 0 else { return nil }
        return String(decoding: out.prefix(Int(written)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A set of rows as the engine takes it: a bitmap that is never nil, since nil, as for no set, means every row.
func withBitmap<R>(_ rows: RowSet?, _ body: (UnsafeBufferPointer<UInt64>) -> R) -> R {
    guard let rows else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return (rows.words.isEmpty ? [0] : rows.words).withUnsafeBufferPointer(body)
}
