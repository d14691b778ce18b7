import AlmagestEntities
import SQLite
import Synchronization
import Threads

/// The one writer: requests that wait at the same time share one transaction, hence one flush of the disk.
///
/// Each request is a savepoint, so one that fails is taken back alone. Nobody hears of a request before its
/// transaction is on the disk and the row table says so too.
actor CatalogWriter {
    private let executor = ThreadExecutor(name: "catalog-writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let store: CatalogStore
    private let table: RowTable
    private let counts: EntityCounts
    private let limits: CatalogLimits
    private nonisolated let queue = Mutex(Queue())
    /// What others read without waiting.
    nonisolated let published: Mutex<(lastSeq: Seq, horizon: Seq)>
    /// Entries written since the log was last moved into the database.
    private var written = 0

    private struct Queue {
        var requests: [Request] = []
        var isScheduled = false
        var isClosed = false
    }

    /// Something to do within the transaction, and who waits for it.
    private struct Request: Sendable {
        /// Roughly how many entities it touches.
        let weight: Int
        let body: @Sendable (CatalogStore) throws -> any Sendable
        /// Runs once the transaction is committed.
        let afterCommit: (@Sendable (CatalogStore) -> Void)?
        let continuation: CheckedContinuation<any Sendable, any Error>
    }

    init(file: StoreFile, table: RowTable, counts: EntityCounts, limits: CatalogLimits) async throws(AlmagestError) {
        self.table = table
        self.counts = counts
        self.limits = limits
        let store = try CatalogStore(file: file, limits: limits)
        try CatalogLoader.load(store, into: table, counts: counts)
        published = Mutex((store.lastSeq, store.horizon))
        self.store = store
    }

    /// Runs `body` in the writer's transaction. Requests are taken in the order of the calls.
    nonisolated func run<Value: Sendable>(
        weight: Int = 1, afterCommit: (@Sendable (CatalogStore) -> Void)? = nil,
        _ body: @escaping @Sendable (CatalogStore) throws -> Value
    ) async throws -> Value {
        let value = try await withCheckedThrowingContinuation { continuation in
            let state = queue.withLock { queue -> (closed: Bool, wake: Bool) in
                if queue.isClosed { return (true, false) }
                queue.requests.append(
                    Request(weight: weight, body: body, afterCommit: afterCommit, continuation: continuation))
                defer { queue.isScheduled = true }
                return (false, !queue.isScheduled)
            }
            if state.closed {
                continuation.resume(throwing: AlmagestError(.unavailable, "The catalog is closed."))
            } else if state.wake {
                Task { await drain() }
            }
        }
        guard let typed = value as? Value else {
            throw AlmagestError(.internalError, "The catalog's writer mixed up its replies.")
        }
        return typed
    }

    /// Works off what waits, group by group.
    private func drain() {
        while true {
            let group = queue.withLock { queue -> [Request] in
                var weight = 0
                var count = 0
                for request in queue.requests {
                    if count > 0, weight + request.weight > limits.groupEntries { break }
                    weight += request.weight
                    count += 1
                }
                let group = Array(queue.requests.prefix(count))
                queue.requests.removeFirst(count)
                if group.isEmpty { queue.isScheduled = false }
                return group
            }
            if group.isEmpty { return }
            write(group)
        }
    }

    private func write(_ group: [Request]) {
        let start = store.mark
        var results: [Result<any Sendable, any Error>] = []
        do {
            try store.db.transaction {
                for request in group { results.append(try attempt(request)) }
                try store.writeState(since: start)
            }
        } catch {
            // Nothing of the group is on the disk, so nothing of it may stay in memory.
            store.undo(to: start)
            let fault = AlmagestError(any: error, path: store.path)
            for request in group { request.continuation.resume(throwing: fault) }
            return
        }
        let changes = store.takeChanges()
        let names = store.names.takeAdditions()
        if !changes.isEmpty || !names.isEmpty {
            table.apply(changes.lazy.map(\.update), names: names)
            let indexes = store.names.indexesByCode
            counts.apply(changes) { indexes[$0]?.name }
        }
        written += changes.count
        published.withLock { $0 = (store.lastSeq, store.horizon) }
        for (request, result) in zip(group, results) {
            if case .success = result { request.afterCommit?(store) }
            request.continuation.resume(with: result)
        }
    }

    /// One request in its savepoint. Throws only when the whole transaction is lost.
    private func attempt(_ request: Request) throws -> Result<any Sendable, any Error> {
        let mark = store.mark
        do {
            return .success(try store.db.savepoint { try request.body(store) })
        } catch let rejection as CatalogStore.AtomicRejection {
            guard store.db.isInTransaction else { throw rejection }
            store.undo(to: mark)
            var outcome = rejection.outcome
            outcome.seq = store.lastSeq
            outcome.stored = 0
            outcome.unchanged = 0
            outcome.rows = []
            return .success(outcome)
        } catch {
            // A full disk or a failing device takes the transaction with it.
            guard store.db.isInTransaction else { throw error }
            store.undo(to: mark)
            return .failure(AlmagestError(any: error, path: store.path))
        }
    }

    var hashKey: ContentHash.Key { store.hashKey }

    /// Entries written since the last call.
    func takeWritten() -> Int {
        defer { written = 0 }
        return written
    }

    /// Finishes what waits; later requests are refused.
    func close() {
        queue.withLock { $0.isClosed = true }
        drain()
    }
}
