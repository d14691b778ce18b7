import AlmagestEntities
import CSystem
import Foundation
import SQLite
import Settings
import Synchronization
import Threads

/// The only one that writes, on a thread of its own.
///
/// Requests that wait at the same time share a transaction, and so one flush of the disk; each is a savepoint.
actor CatalogWriter {
    private let executor = LaneExecutor(name: "catalog-writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let queue = WriteQueue()
    nonisolated let observers = CommitObservers()
    private nonisolated let file: StoreFile
    private nonisolated let rows: RowTable
    private nonisolated let counts: EntityCounts
    private nonisolated let context: ContextStore
    private nonisolated let settings: CatalogSettings
    private nonisolated let limits: CatalogLimits
    private nonisolated let logKeeper: CatalogLogKeeper
    private nonisolated let checkMerged: MergeCheck?
    private nonisolated let damage: DamagedRows
    private nonisolated let newest = Atomic<Seq>(0)
    private var store: CatalogStore?
    private var pageBytes = 4096

    init(
        file: StoreFile, rows: RowTable, counts: EntityCounts, settings: CatalogSettings, limits: CatalogLimits,
        context: ContextStore, damage: DamagedRows, checkMerged: MergeCheck?
    ) {
        self.damage = damage
        self.checkMerged = checkMerged
        self.file = file
        self.rows = rows
        self.counts = counts
        self.context = context
        self.settings = settings
        self.limits = limits
        logKeeper = CatalogLogKeeper(file: file)
    }

    deinit { executor.stop() }

    /// Newest `seq` that is committed.
    nonisolated var lastSeq: Seq { newest.load(ordering: .acquiring) }

    /// Opens the store and loads what is kept in memory. Returns the key of the content hash.
    func open() throws(AlmagestError) -> ContentHash.Key {
        let store = try CatalogStore(
            file: file, limits: limits, context: context, damage: damage, checkMerged: checkMerged)
        do {
            try RowLoader(store: store).load(into: rows, counts: counts)
            try context.state.withLock { try ContextLoader(store: store).load(into: &$0) }
        } catch {
            throw AlmagestError(any: error, path: file.path)
        }
        _ = store.names.takeAdditions()
        self.store = store
        pageBytes = Int((try? store.db.pragma("page_size")) ?? 4096)
        newest.store(store.lastSeq, ordering: .releasing)
        return store.hashKey
    }

    // MARK: Transactions

    /// Works through the queue until that slot is done.
    func drain(until slot: WriteSlot) {
        while slot.outcome == nil {
            let group = queue.take(slots: limits.groupRequests, weight: limits.groupEntries)
            guard !group.isEmpty else { return slot.finish(.failure(Self.closed)) }
            guard let store else {
                for slot in group { slot.finish(.failure(Self.closed)) }
                continue
            }
            run(group, store)
        }
    }

    static let closed = AlmagestError(.unavailable, "The catalog is closed.")

    /// Runs the group in one transaction. When that is lost as a whole, each runs in one of its own.
    private func run(_ group: [WriteSlot], _ store: CatalogStore) {
        let start = store.mark
        var results: [Result<WriteReply, AlmagestError>] = []
        do {
            try store.db.transaction {
                for slot in group { results.append(try attempt(slot.operation, store)) }
                try store.writeState(since: start)
            }
        } catch {
            store.undo(to: start)
            guard group.count == 1 else {
                for slot in group { run([slot], store) }
                return
            }
            group[0].finish(.failure(AlmagestError(any: error, path: file.path)))
            return
        }
        publish(store)
        for (slot, result) in zip(group, results) {
            if case .commit(let commit) = slot.operation, case .success = result { store.staging.end(commit.batch) }
            if case .endSession(let id) = slot.operation, case .success = result { store.sessions.end(id) }
            slot.finish(result)
        }
        keepLogSmall(store)
    }

    /// One operation in its savepoint. Throws when the whole transaction is gone.
    private func attempt(
        _ operation: WriteOperation, _ store: CatalogStore
    ) throws -> Result<WriteReply, AlmagestError> {
        let mark = store.mark
        do {
            let reply = try store.db.savepoint {
                let reply = try perform(operation, store)
                // While the operation can still be refused: what is committed must find room.
                try rows.reserve(through: store.lastRow)
                return reply
            }
            return .success(reply)
        } catch let rejection as CatalogStore.AtomicRejection {
            guard store.db.isInTransaction else { throw rejection }
            store.undo(to: mark)
            var outcome = rejection.outcome
            outcome.seq = store.lastSeq
            outcome.stored = 0
            outcome.unchanged = 0
            outcome.rows = []
            return .success(.write(outcome))
        } catch {
            guard store.db.isInTransaction else { throw error }
            store.undo(to: mark)
            return .failure(AlmagestError(any: error, path: file.path))
        }
    }

    private func perform(_ operation: WriteOperation, _ store: CatalogStore) throws -> WriteReply {
        switch operation {
        case .write(let request):
            guard let batch = request.batch else { return .write(try store.write(request)) }
            var outcome = try store.staging.stage(request, in: batch)
            outcome.seq = store.lastSeq
            return .write(outcome)
        case .delete(let scope, let batch):
            guard let batch else { return .delete(try store.delete(scope)) }
            try store.staging.stage(scope, in: batch)
            return .delete(DeleteOutcome(seq: store.lastSeq))
        case .commit(let commit):
            return .seq(try store.commit(commit))
        case .expire(let now, let limit):
            return .delete(try store.expire(now: now, limit: limit))
        case .forgetTombstones(let cutoff, let limit):
            return .count(try store.forgetTombstones(before: cutoff, limit: limit))
        case .context(let operation):
            return .context(try store.perform(operation))
        case .beginSession(let scope):
            return .session(store.sessions.begin(scope))
        case .endSession(let id):
            return .ended(try store.endSession(id))
        }
    }

    /// Makes what was committed visible to everybody, before the replies.
    private func publish(_ store: CatalogStore) {
        let changes = store.takeChanges()
        let names = store.names.takeAdditions()
        publishContext(store, deleted: changes)
        guard !changes.isEmpty || !names.isEmpty else { return }
        rows.apply(changes.lazy.map(\.update), names: names)
        counts.apply(changes) { store.names.indexesByCode[$0]?.name }
        newest.store(store.lastSeq, ordering: .releasing)
        if !changes.isEmpty { observers.notify() }
    }

    private func publishContext(_ store: CatalogStore, deleted changes: [StoreChange]) {
        let (context, appeared) = store.takeContextChanges()
        let deleted = changes.lazy.compactMap { change -> RowID? in
            if case .delete(let row, _) = change.update { row } else { nil }
        }
        self.context.apply(context, deleted: deleted, appeared: appeared)
    }

    // MARK: Batches

    func beginBatch(bundle: String, index: String) throws(AlmagestError) -> BatchID {
        guard let store else { throw Self.closed }
        do {
            return try store.staging.begin(bundle: bundle, index: index)
        } catch {
            throw AlmagestError(any: error, path: file.path)
        }
    }

    func abortSession(_ id: UInt64) { store?.sessions.end(id) }

    func abortBatch(_ id: BatchID) { store?.staging.end(id) }

    // MARK: Housekeeping

    /// Has the log moved into the database elsewhere, or does it here when that cannot keep up.
    private func keepLogSmall(_ store: CatalogStore) {
        let size = store.db.logPages * pageBytes
        guard size > settings.walBytes else { return }
        if size > 4 * settings.walBytes {
            // A failure shows again, and louder, at the next commit.
            _ = try? store.db.checkpoint(.truncate)
        } else {
            logKeeper.start()
        }
    }

    /// Empties the log and lets go of memory that is not needed at rest.
    func rest() async throws(AlmagestError) {
        // Two cannot move the log at once.
        await logKeeper.settle()
        guard let store else { throw Self.closed }
        do {
            try store.db.checkpoint(.truncate)
            store.db.trimMemory()
            // What a big delete or a long log took goes back to the system.
            almagest_release_heap()
        } catch {
            throw AlmagestError(any: error, path: file.path)
        }
    }

    /// Faults of the file's structure; empty when it is sound.
    func integrityFaults(quick: Bool) throws(AlmagestError) -> [String] {
        guard let store else { throw Self.closed }
        do {
            return try store.db.integrityFaults(quick: quick)
        } catch {
            throw AlmagestError(any: error, path: file.path)
        }
    }

    /// Runs on the writer's connection; for tests.
    func withConnection<R: Sendable>(_ body: @Sendable (Connection) throws -> R) throws -> R {
        guard let store else { throw Self.closed }
        return try body(store.db)
    }

    func close() async {
        await logKeeper.close()
        guard let store else { return }
        _ = try? store.db.checkpoint(.truncate)
        self.store = nil
    }
}
