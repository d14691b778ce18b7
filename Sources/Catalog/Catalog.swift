import AlmagestEntities
import Foundation
import SQLite
import Settings
import Synchronization

/// The store of record: what was acknowledged is here, whatever happens to everything else.
///
/// One SQLite file in WAL mode. One writer with group commit; readers that never block it; the small columns of
/// every row in memory (`rows`). Every change has a `seq` in the journal, from which the projections are made.
public final class Catalog: Sendable {
    /// Small columns of every row; in step with the store before any reply to a write.
    public let rows: RowTable

    private let file: StoreFile
    private let settings: CatalogSettings
    private let writer: CatalogWriter
    private let readers: [CatalogReader]
    /// Reads for the projections: their long decoding is not in the way of a query.
    private let journalReader: CatalogReader
    /// Moves the log.
    private let keeper: CatalogReader
    private let counted: EntityCounts
    private let turn = Atomic<Int>(0)
    private let unmoved = Atomic<Int>(0)

    /// Opens `catalog.sqlite` in the data directory, makes it if it is missing, migrates an older one.
    ///
    /// - Throws: `storeDamaged`, `storeTooNew`, `readOnly`, `noPermission`, `diskFull`.
    public convenience init(
        directory: URL, settings: CatalogSettings = CatalogSettings()
    ) async throws(AlmagestError) {
        try await self.init(directory: directory, settings: settings, limits: CatalogLimits())
    }

    init(directory: URL, settings: CatalogSettings, limits: CatalogLimits) async throws(AlmagestError) {
        self.settings = settings
        file = StoreFile(directory: directory, settings: settings)
        rows = RowTable()
        counted = EntityCounts()
        writer = try await CatalogWriter(file: file, table: rows, counts: counted, limits: limits)
        let key = await writer.hashKey
        hashKey = key
        var readers: [CatalogReader] = []
        for number in 1...max(1, settings.readers) {
            readers.append(try await CatalogReader(file: file, hashKey: key, name: "catalog-read-\(number)"))
        }
        self.readers = readers
        journalReader = try await CatalogReader(file: file, hashKey: key, name: "catalog-journal")
        keeper = try await CatalogReader(file: file, hashKey: key, name: "catalog-log")
    }

    private let hashKey: ContentHash.Key

    /// The newest committed `seq`.
    public var lastSeq: Seq { writer.published.withLock { $0.lastSeq } }

    /// Tombstones at or below this `seq` may be forgotten.
    public func horizon() async throws -> Seq { writer.published.withLock { $0.horizon } }

    // MARK: Writing

    /// Stores, updates or refuses the entries of a request. Durable on return.
    ///
    /// An identifier that comes twice in a request is written twice, in order: the last one stays.
    public func write(_ request: WriteRequest) async throws -> WriteOutcome {
        // Encoding and hashing are done here, so that the writer's thread only writes.
        let prepared = PreparedWrite(request, hashKey: hashKey)
        if let batch = request.batch {
            return try await writer.run(weight: prepared.entries.count) { store in
                var outcome = try store.staging.stage(prepared, in: batch)
                outcome.seq = store.lastSeq
                return outcome
            }
        }
        let outcome = try await writer.run(weight: prepared.entries.count) { try $0.write(prepared) }
        noteWritten(outcome.stored)
        return outcome
    }

    /// Deletes what the scope takes in. On return nothing of it is live any more.
    public func delete(_ scope: DeleteScope, batch: BatchID? = nil) async throws -> DeleteOutcome {
        if let batch {
            return try await writer.run { store in
                try store.staging.stage(scope, in: batch)
                return DeleteOutcome(seq: store.lastSeq)
            }
        }
        let outcome = try await writer.run(weight: scope.identifiers?.count ?? 1_000) { try $0.delete(scope) }
        noteWritten(outcome.deleted)
        return outcome
    }

    /// Deletes what has expired by `now`, in seconds since 1970.
    public func expire(now: Double) async throws -> DeleteOutcome {
        let outcome = try await writer.run { try $0.expire(now: now, limit: 10_000) }
        if outcome.deleted > 0 { rows.refreshExpiry() }
        return outcome
    }

    // MARK: Batches

    /// Begins a batch: staged invisibly until its commit.
    public func beginBatch(bundle: String, index: String) async throws -> BatchID {
        try await writer.run { try $0.staging.begin(bundle: bundle, index: index) }
    }

    /// Applies a batch and its client state in one transaction.
    ///
    /// - Parameter expectedClientState: nil does not ask; `.some(nil)` expects that there is none.
    /// - Throws: `clientStateMismatch`, and the batch stays open; `noSuchBatch`; `tooLarge` for a state of over 250 bytes.
    public func commitBatch(
        _ id: BatchID, expectedClientState: [UInt8]??, clientState: [UInt8]?
    ) async throws -> Seq {
        let commit = BatchCommit(batch: id, expectedClientState: expectedClientState, clientState: clientState)
        let seq = try await writer.run(weight: 10_000, afterCommit: { $0.staging.end(id) }) { try $0.commit(commit) }
        noteWritten(1_000)
        return seq
    }

    /// Forgets a batch; one that is not there is fine.
    public func abortBatch(_ id: BatchID) async {
        // There is nothing to lose and nobody to tell.
        _ = try? await writer.run { $0.staging.end(id) }
    }

    public func clientState(bundle: String, index: String) async throws -> [UInt8]? {
        try await reader.clientState(bundle: bundle, index: index)
    }

    // MARK: Reading

    private var reader: CatalogReader {
        readers[turn.wrappingAdd(1, ordering: .relaxed).newValue & Int.max % readers.count]
    }

    /// Entities by row, in the order asked; those that are not there are left out.
    public func entities(rows: [RowID]) async throws -> [StoredEntity] {
        rows.isEmpty ? [] : try await reader.entities(rows: rows)
    }

    /// Entities by identifier, in the order asked; nil where there is none.
    public func entities(ids: [EntityID]) async throws -> [StoredEntity?] {
        var result: [StoredEntity?] = []
        // In portions, so that one long list does not keep a reader from everybody else.
        for start in stride(from: 0, to: ids.count, by: 256) {
            result += try await reader.entities(ids: Array(ids[start..<min(start + 256, ids.count)]))
        }
        return result
    }

    /// At most `limit` changes after `seq`, in the journal's order, each with the present content.
    public func changes(after seq: Seq, limit: Int) async throws -> [Change] {
        try await journalReader.changes(after: seq, limit: limit)
    }

    /// The present content of rows as changes, ascending by `seq`; deleted ones as tombstones.
    public func changes(rows: [RowID]) async throws -> [Change] {
        let puts = try await reader.changes(rows: rows)
        let present = Set(puts.map(\.row))
        let deletes = rows.filter { !present.contains($0) }.compactMap { row in
            self.rows.deletionSeq(row).map { Change(seq: $0, row: row, kind: .delete) }
        }
        return (puts + deletes).sorted { $0.seq < $1.seq }
    }

    /// Entities by bundle, named index and type.
    public func counts() -> [BundleCount] { counted.list(bundles: rows.bundleNames, types: rows.typeNames) }

    /// Bytes on disk, the log included.
    public func sizeOnDisk() async -> Int64 {
        DatabaseFiles.bytes(file.path) + DatabaseFiles.bytes(file.path + "-staged")
    }

    // MARK: Keeping house

    /// Pages of the log after which it is moved into the database.
    private func noteWritten(_ entities: Int) {
        let total = unmoved.wrappingAdd(entities, ordering: .relaxed).newValue
        // Some two kilobytes an entity with its indexes; the log's real size is looked at when it is moved.
        guard total * 2048 > settings.walBytes else { return }
        unmoved.store(0, ordering: .relaxed)
        let keeper = keeper
        let limit = settings.walBytes / 4096
        Task(priority: .utility) {
            // What fails here is tried again after the next writes; a log that grows costs space, not content.
            guard let pages = try? await keeper.checkpoint(.passive), pages > 4 * limit else { return }
            _ = try? await keeper.checkpoint(.restart)
        }
    }

    /// Truncates the log and forgets old tombstones; for when nothing is going on.
    public func idle() async throws {
        let cutoff = Date().timeIntervalSince1970 - Double(settings.tombstoneDays) * 86_400
        while try await writer.run({ try $0.forgetTombstones(before: cutoff, limit: 5_000) }) == 5_000 {}
        if await writer.takeWritten() > 0 { _ = try await keeper.checkpoint(.truncate) }
    }

    /// Finishes what waits, truncates the log and closes. Nothing may be called afterwards.
    public func close() async {
        await writer.close()
        _ = try? await keeper.checkpoint(.truncate)
        for reader in readers + [journalReader, keeper] { await reader.close() }
    }
}
