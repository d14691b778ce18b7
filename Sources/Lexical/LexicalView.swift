import AlmagestEntities
import Catalog
import Text

/// The index as it is for somebody who sees some rows alone: what the others have changes nothing in what it answers,
/// neither which rows and words nor their scores.
///
/// Every call is the index's of the same name, within reach where it is not told where to look.
public struct LexicalView: Sendable {
    private let index: LexicalIndex
    private let reach: @Sendable () -> RowSet?

    /// The projection's.
    public var name: String { index.name }

    /// - Parameter reach: gives the rows that may be seen as they are now; nil for all.
    public init(_ index: LexicalIndex, reach: @escaping @Sendable () -> RowSet? = { nil }) {
        self.index = index
        self.reach = reach
    }

    public func search(
        _ query: LexicalQuery, within: RowSet? = nil, depth: Int = 1000, others: Int = 0,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> LexicalResult {
        let reach = reach()
        return try await index.search(
            query, within: within ?? reach, counting: reach, depth: depth, others: others, deadline: deadline)
    }

    public func score(_ query: LexicalQuery, rows: RowSet) async throws -> [RowID: Double] {
        try await index.score(query, rows: rows, counting: reach())
    }

    public func matchingRows(
        _ query: LexicalQuery, within: RowSet? = nil, limit: Int = 10_000
    ) async throws -> RowSet {
        let reach = reach()
        return try await index.matchingRows(query, within: within ?? reach, counting: reach, limit: limit)
    }

    public func matches(
        _ query: LexicalQuery, within: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> [LexicalHit] {
        let reach = reach()
        return try await index.matches(query, within: within ?? reach, counting: reach, deadline: deadline)
    }

    public func matches(
        exclusion: ParsedQuery.Part, within: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> [LexicalHit] {
        try await index.matches(exclusion: exclusion, within: within ?? reach(), deadline: deadline)
    }

    public func matchedTerms(_ query: LexicalQuery, row: RowID) async throws -> [String] {
        try await index.matchedTerms(query, row: row, counting: reach())
    }

    public func queryLanguages(within rows: RowSet? = nil, share: Double, most: Int) async -> [String] {
        await index.queryLanguages(within: rows ?? reach(), share: share, most: most)
    }

    public func correct(
        _ query: LexicalQuery, words: [LexicalWord], within: RowSet? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws -> String? {
        try await index.correct(query, words: words, within: within ?? reach(), deadline: deadline)
    }
}
