import AlmagestEntities
import Foundation
import SQLite
import Settings
import Synchronization
import Threads

/// The store of record: entities and the journal of their changes, in one SQLite database.
///
///     let catalog = try await Catalog(directory: folder)
///     let outcome = try await catalog.write(WriteRequest([.put(entity)]))   // on disk now
///     let changes = try await catalog.changes(after: outcome.seq - 1, limit: 100)
///
/// One thread writes and a few read; nothing of it blocks the cooperative pool, and readers and the writer never wait
/// for each other. Every fault is an `AlmagestError`; after `diskFull` and its like the catalog goes on as soon as
/// the cause is gone, with exactly what was acknowledged.
public final class Catalog: Sendable {
    /// Small columns of every row, in step with what was acknowledged.
    public let rows: RowTable
    /// What the person used, what is relevant and what is on screen.
    public let context: ContextStore
    /// Rows whose content is not what was stored.
    public let damage: DamagedRows
    private let entityCounts: EntityCounts
    let writer: CatalogWriter
    private let readers: [CatalogReader]
    /// Projections that have a backlog read thousands of entities at a time: nobody who asks waits behind them.
    private let journalReader: CatalogReader
    private let hashKey: ContentHash.Key
    let settings: CatalogSettings
    private let path: String

    /// Opens `catalog.sqlite` in the folder, or makes both.
    ///
    /// Throws `storeDamaged` for a file that is not sound, `storeTooNew` for one of a later version, and
    /// `noPermission`, `readOnly`, `diskFull` for what the machine refuses; each with the path.
    public convenience init(
        directory: URL, settings: CatalogSettings = CatalogSettings(), checkMerged: MergeCheck? = nil
    ) async throws {
        try await self.init(
            directory: directory, settings: settings, limits: CatalogLimits(), checkMerged: checkMerged)
    }

    init(
        directory: URL, settings: CatalogSettings, limits: CatalogLimits, checkMerged: MergeCheck? = nil
    ) async throws {
        let file = StoreFile(directory: directory, settings: settings)
        let rows = RowTable()
        let counts = EntityCounts()
        let damage = DamagedRows()
        let context = ContextStore(rows: rows, statementSeconds: Double(settings.context.statementDays) * 86_400)
        let writer = CatalogWriter(
            file: file, rows: rows, counts: counts, settings: settings, limits: limits, context: context,
            damage: damage, checkMerged: checkMerged)
        let key = try await writer.open()
        self.rows = rows
        self.context = context
        self.damage = damage
        entityCounts = counts
        self.writer = writer
        hashKey = key
        self.settings = settings
        path = file.path
        readers = (0..<max(1, settings.readers)).map { _ in
            CatalogReader(on: ThreadLane(), file: file, hashKey: key, rows: rows, damage: damage)
        }
        journalReader = CatalogReader(
            on: ThreadExecutor(name: "catalog-journal", niceness: 10), file: file, hashKey: key, rows: rows,
            damage: damage)
    }

    /// Newest `seq` that is committed.
    public var lastSeq: Seq { writer.lastSeq }

    /// Tells this store from another one that takes its place. 32 hexadecimal digits; not the store's secret.
    public var identity: String {
        ContentHash(Array("identity".utf8), key: hashKey).bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    // MARK: Writing

    /// Stores entities. They are on disk when it returns, unless they went into a batch.
    public func write(_ request: WriteRequest) async throws -> WriteOutcome {
        try await submit(request).value
    }

    /// Takes the request's place in the order of writes at once; await `value` of what is returned.
    ///
    /// For whoever must keep an order: what is submitted first is applied first.
    public func submit(_ request: WriteRequest) -> Submission<WriteOutcome> {
        let slot = writer.queue.add(.write(PreparedWrite(request, hashKey: hashKey)))
        return Submission(slot: slot, writer: writer) { if case .write(let outcome) = $0 { outcome } else { nil } }
    }

    /// Deletes what the scope takes in; with `batch`, at its commit. A whole named index loses its client state too.
    public func delete(_ scope: DeleteScope, batch: BatchID? = nil) async throws -> DeleteOutcome {
        try await submit(scope, batch: batch).value
    }

    /// Takes the delete's place in the order of writes at once.
    public func submit(_ scope: DeleteScope, batch: BatchID? = nil) -> Submission<DeleteOutcome> {
        let slot = writer.queue.add(.delete(scope, batch))
        return Submission(slot: slot, writer: writer) { if case .delete(let outcome) = $0 { outcome } else { nil } }
    }

    /// Deletes what has expired by `now` (seconds since 1970). `RowTable` takes it as gone from that moment anyway.
    public func expire(now: Double) async throws -> DeleteOutcome {
        var total = DeleteOutcome(seq: lastSeq)
        while true {
            // In steps, so that other writes get their turn.
            let slot = writer.queue.add(.expire(now: now, limit: Self.housekeepingStep))
            let outcome = try await Submission<DeleteOutcome>(slot: slot, writer: writer) {
                if case .delete(let outcome) = $0 { outcome } else { nil }
            }.value
            total.seq = outcome.seq
            total.deleted += outcome.deleted
            total.rows += outcome.rows
            if outcome.deleted < Self.housekeepingStep { break }
        }
        // Also when what was to expire first has been deleted before.
        if total.deleted > 0 || rows.earliestExpiry <= now { rows.refreshExpiry() }
        return total
    }

    private static let housekeepingStep = 2_000

    // MARK: Batches

    /// Opens a batch for one named index. What goes into it stays invisible until `commitBatch`, in a file that goes
    /// with the process.
    public func beginBatch(bundle: String, index: String) async throws -> BatchID {
        try await writer.beginBatch(bundle: bundle, index: index)
    }

    /// Applies a batch and sets the client state, in one transaction.
    ///
    /// - Parameters:
    ///   - expectedClientState: nil does not ask; `.some(nil)` expects that there is none.
    ///   - clientState: at most 250 bytes; nil leaves it as it is.
    /// - Returns: `seq` of its last change.
    /// - Throws: `noSuchBatch`; `clientStateMismatch`, `tooLarge` or `notFound` (an update of nothing), after which the
    ///   batch is still open and nothing of it is applied. The path of `notFound` counts the entities that were given
    ///   to the batch.
    public func commitBatch(
        _ id: BatchID, expectedClientState: [UInt8]?? = nil, clientState: [UInt8]? = nil
    ) async throws -> Seq {
        let commit = BatchCommit(batch: id, expectedClientState: expectedClientState, clientState: clientState)
        let slot = writer.queue.add(.commit(commit))
        return try await Submission<Seq>(slot: slot, writer: writer) {
            if case .seq(let seq) = $0 { seq } else { nil }
        }.value
    }

    /// Forgets a batch; nothing happens when there is none.
    public func abortBatch(_ id: BatchID) async { await writer.abortBatch(id) }

    /// What the app stored at its last batch; nil when there is nothing.
    public func clientState(bundle: String, index: String) async throws -> [UInt8]? {
        try await reader(from: 0) { try await $0.clientState(bundle: bundle, index: index) }
    }

    // MARK: Re-index sessions

    /// Opens a session, in the order of writes: what is donated after it counts as reported.
    public func beginSession(_ scope: ReindexScope) async throws -> ReindexSession {
        let slot = writer.queue.add(.beginSession(scope))
        return try await Submission<ReindexSession>(slot: slot, writer: writer) {
            if case .session(let session) = $0 { session } else { nil }
        }.value
    }

    /// Removes what was not reported, in one transaction, and forgets the session.
    public func endSession(_ session: ReindexSession) async throws -> ReindexOutcome {
        let slot = writer.queue.add(.endSession(session.id))
        return try await Submission<ReindexOutcome>(slot: slot, writer: writer) {
            if case .ended(let outcome) = $0 { outcome } else { nil }
        }.value
    }

    /// Forgets a session and removes nothing; what it reported stays.
    public func abortSession(_ session: ReindexSession) async { await writer.abortSession(session.id) }

    // MARK: Reading

    /// The entities of those rows that are there, in the order asked. A row that expired counts until `expire`.
    public func entities(rows: [RowID]) async throws -> [StoredEntity] {
        try await reader(from: 0) { try await $0.entities(rows: rows).entities }
    }

    /// The same of as many of the rows, from the first on, as have so many bytes of content, and how many rows that were.
    public func entities(rows: [RowID], bytes: Int) async throws -> (entities: [StoredEntity], rows: Int) {
        try await reader(from: 0) { try await $0.entities(rows: rows, bytes: bytes) }
    }

    /// Who the entities of those rows are, of those that are there, in the order asked.
    public func names(rows: [RowID]) async throws -> [StoredName] {
        try await reader(from: 0) { try await $0.names(rows: rows) }
    }

    /// The entities of those identifiers, nil where there is none, in the order asked.
    ///
    /// With `bytes` it ends with the entity that goes beyond so many bytes of content; the rest is asked for again.
    public func entities(ids: [EntityID], bytes: Int = .max) async throws -> [StoredEntity?] {
        try await reader(from: 0) { try await $0.entities(ids: ids, bytes: bytes) }
    }

    /// The same as JSON text, with those parts alone. The limit is on what is left of them.
    public func documents(
        ids: [EntityID], _ components: EntityComponents, bytes: Int = .max
    ) async throws -> [StoredDocument?] {
        try await reader(from: 0) { try await $0.documents(ids: ids, components, bytes: bytes) }
    }

    /// Changes after `seq` in the order of the journal, each with the entity's present content.
    ///
    /// Fewer than `limit` may come when they are big; none at all means that there are no more.
    public func changes(after seq: Seq, limit: Int) async throws -> [Change] {
        try await journalReader.changes(after: seq, limit: limit)
    }

    /// The latest change of those rows, in the order asked; a row without one is left out.
    public func changes(rows: [RowID]) async throws -> [Change] {
        try await reader(from: 0) { try await $0.changes(rows: rows) }
    }

    /// Tombstones at or below this `seq` may be gone: a projection that stopped before it must be rebuilt.
    public func horizon() async throws -> Seq {
        try await reader(from: 0) { try await $0.horizon() }
    }

    /// Entities by bundle, named index and type, sorted.
    public func counts() -> [BundleCount] {
        entityCounts.list(bundles: rows.bundleNames, types: rows.typeNames)
    }

    /// Asks the reader with the least to do; among equals the one at `first`, so that long reads and short ones part.
    func reader<R: Sendable>(from first: Int, _ body: (CatalogReader) async throws -> R) async throws -> R {
        var chosen = readers[first % readers.count]
        for reader in readers where reader.load.load(ordering: .relaxed) < chosen.load.load(ordering: .relaxed) {
            chosen = reader
        }
        chosen.load.add(1, ordering: .relaxed)
        defer { chosen.load.subtract(1, ordering: .relaxed) }
        return try await body(chosen)
    }

    // MARK: Housekeeping

    /// For quiet times: forgets old tombstones, empties the write-ahead log and lets go of memory.
    public func idle(now: Double = Date().timeIntervalSince1970) async throws {
        let cutoff = now - Double(settings.tombstoneDays) * 86_400
        while true {
            let slot = writer.queue.add(.forgetTombstones(before: cutoff, limit: Self.housekeepingStep))
            let forgotten = try await Submission<Int>(slot: slot, writer: writer) {
                if case .count(let count) = $0 { count } else { nil }
            }.value
            if forgotten < Self.housekeepingStep { break }
        }
        try await writer.rest()
        for reader in readers + [journalReader] { await reader.rest() }
    }

    /// Bytes on disk, the log and what is staged included.
    public func sizeOnDisk() async -> Int64 {
        DatabaseFiles.bytes(path) + DatabaseFiles.bytes(path + "-staged")
    }

    /// Faults of the file's structure, for `check`; empty when it is sound. Writes wait meanwhile.
    public func integrityFaults(quick: Bool = true) async throws -> [String] {
        try await writer.integrityFaults(quick: quick)
    }

    /// Finishes what was submitted before and closes the file. Every later call throws `unavailable`.
    public func close() async {
        for reader in readers + [journalReader] { await reader.close() }
        await writer.close()
    }
}
