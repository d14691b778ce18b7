import AlmagestEntities
import SQLite
import Synchronization
import Threads

/// Moves the write-ahead log into the database beside the writer, which need not wait for that flush.
actor CatalogLogKeeper {
    private let executor = ThreadExecutor(name: "catalog-log")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let file: StoreFile
    private nonisolated let isBusy = Atomic(false)
    private var connection: Connection?
    private var isClosed = false

    init(file: StoreFile) { self.file = file }

    deinit { executor.stop() }

    /// Begins, unless it is at it already.
    nonisolated func start() {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        Task { await run() }
    }

    private func run() {
        defer { isBusy.store(false, ordering: .releasing) }
        guard !isClosed else { return }
        // A failure is not lost: the log stays, and the writer meets the same fault with its own hands.
        if connection == nil { connection = try? Connection(path: file.path, mode: .readWrite, cacheKilobytes: 64) }
        _ = try? connection?.checkpoint(.passive)
    }

    /// Returns when nothing is under way or about to be.
    nonisolated func settle() async {
        while isBusy.load(ordering: .acquiring) { await turn() }
    }

    private func turn() {}

    func close() {
        isClosed = true
        connection = nil
    }
}
