import Catalog
import Foundation
import Indexer
import Synchronization

/// Lets entities go as soon as they expire, and sleeps while none does.
final class ExpiryAlarm: Sendable {
    private struct State {
        var due = Double.infinity
        var task: Task<Void, Never>?
        var isStopped = false
    }

    private let catalog: Catalog
    private let indexer: Indexer
    private let log: Log
    private let state = Mutex(State())

    /// After a fault it is tried again this much later, in seconds.
    private static let pause: Double = 60

    init(catalog: Catalog, indexer: Indexer, log: Log) {
        self.catalog = catalog
        self.indexer = indexer
        self.log = log
    }

    func start() {
        catalog.observe { [weak self] in self?.look() }
        look()
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.task?.cancel()
        }
    }

    /// Looks when the next entity expires.
    private func look() { set(catalog.rows.earliestExpiry) }

    private func set(_ due: Double) {
        state.withLock { state in
            guard due < state.due, !state.isStopped else { return }
            state.due = due
            state.task?.cancel()
            state.task = Task { [weak self] in
                // The clock may be set meanwhile, so it is looked at again after an hour.
                let wait = min(max(due - Date().timeIntervalSince1970, 0), 3_600)
                try? await Task.sleep(for: .seconds(wait))
                if !Task.isCancelled { await self?.ring() }
            }
        }
    }

    private func ring() async {
        state.withLock { $0.due = .infinity }
        let now = Date()
        do {
            let gone = try await indexer.expire(now: now)
            if gone > 0 { log.debug("\(gone) entities have expired") }
            look()
        } catch {
            log.warning("Expiry: \(error)")
            set(now.timeIntervalSince1970 + Self.pause)
        }
    }
}
