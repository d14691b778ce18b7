import AlmagestEntities
import Catalog
import Foundation
import SQLite

/// Completes what is being typed, over titles, synonyms and the names of persons.
///
///     await index.suggest("app wat", within: nil, limit: 8) { row, revision in table.revision(row) == revision }
///     // Apple Watch, …
///
/// Every word typed may be the beginning of a word. What matches better comes first (`Suggestion.Tier`), then names
/// whose diacritics agree, then the static order: titles before other names, higher priority, shorter, older. Parts of
/// words and typos are only looked for where there would be fewer than `limit` otherwise.
///
/// It lives in `suggest.sqlite` in the data directory and in memory, and can be filled again from the catalog.
public final class SuggestIndex: Projection {
    public let name = "suggest"
    public let journalChunk = 4096

    private let path: String
    private let state = SuggestState()
    private let writer: SuggestWriter

    /// Opens `suggest.sqlite` in the data directory; a missing, damaged or older file is replaced by an empty one.
    public init(directory: URL) async throws {
        path = directory.appendingPathComponent("suggest.sqlite").path
        writer = SuggestWriter(path: path, state: state)
        do {
            try await writer.open()
        } catch let error as SQLiteError {
            throw AlmagestError(error, path: path)
        }
    }

    /// At most `limit` names for what was typed, the best first, each row once; none for nothing typed.
    ///
    /// `isLive` says whether a row still has that revision; what isn't live is passed over. `within` limits the rows.
    public func suggest(
        _ prefix: String, within: RowSet?, limit: Int, isLive: (RowID, Seq) -> Bool
    ) async throws -> [Suggestion] {
        // Nothing in here waits or blocks.
        Suggesting(segments: state.segments).suggestions(prefix, within: within, limit: limit, isLive: isLive)
    }

    // MARK: Projection

    public func appliedSeq() async throws -> Seq {
        do {
            return try await writer.appliedSeq()
        } catch let error as SQLiteError {
            throw AlmagestError(error, path: path)
        }
    }

    public func isLost() async -> Bool { await writer.isLost() }

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        try await writer.apply(changes, through: seq)
    }

    public func applyUrgent(_ changes: [Change]) async throws { try await writer.apply(changes, through: nil) }

    /// Nothing to do: what was applied is stored and seen at once.
    public func flush() async throws {}

    public func idle() async throws { try await writer.idle() }

    public func reset() async throws { try await writer.reset() }

    public func sizeOnDisk() async -> Int64 { DatabaseFiles.bytes(path) }

    public func close() async { await writer.close() }
}

extension SuggestIndex {
    /// Stores all names in one segment, as happens by itself when there are many.
    func storeAll() async throws { try await writer.storeAll() }

    /// Names in memory, those that aren't shown any more included.
    var nameCount: Int { state.segments.reduce(0) { $0 + $1.count } }

    var segmentCount: Int { state.segments.count }

    var segments: [Segment] { state.segments }
}
