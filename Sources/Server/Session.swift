import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Indexer
import Synchronization

/// What one connection has said and opened.
final class Session: Sendable {
    private struct State {
        var bundle: String?
        var batches: [String: BatchID] = [:]
        /// Entities written in the present second by small writes, to tell somebody typing from somebody streaming.
        var windowStart = ContinuousClock.now
        var written = 0
        var requests: UInt64 = 0
    }
    private let state = Mutex(State())
    /// Its own, among all connections of this process.
    let number: UInt64 = Session.numbers.add(1, ordering: .relaxed).newValue

    private static let numbers = Atomic<UInt64>(0)

    /// Comparing a long request with what there is takes a while: one of a connection at a time.
    let resolving = Turnstile(1)
    /// Calls that read and may have much to say: each holds what it has read while its reply waits for room, so few of a
    /// connection are under way.
    let reading = Turnstile(8)
    /// Calls that wait for apps. Apart from `reading`, so that nothing that needs no app waits for one: neither the client's
    /// own searches, nor those by which a running app makes its answer.
    let asking = Turnstile(8)

    /// The number of one more request of this connection, from 1.
    func nextRequest() -> UInt64 {
        state.withLock { state in
            state.requests += 1
            return state.requests
        }
    }

    init() {}

    /// Of a connection whose bundle is known from the start: a provider that the daemon started.
    init(bundle: String) { state.withLock { $0.bundle = bundle } }

    /// A connection that writes more than this in a second, a few at a time, does bulk work.
    private static let interactivePerSecond = 64

    /// The bundle that the connection says it is; nil is the user's own connection, which may do everything.
    var bundle: String? { state.withLock { $0.bundle } }

    /// What it may see: all, or its own bundle's alone.
    var reach: Reach { Reach(bundle: bundle) }

    /// Takes the connection's word for what it is; said once.
    func say(bundle: String) throws(AlmagestError) {
        let earlier = state.withLock { state in
            let earlier = state.bundle
            if earlier == nil { state.bundle = bundle }
            return earlier
        }
        if let earlier, !Reach(bundle: earlier).allows(bundle) {
            throw AlmagestError(
                .notAllowed, "This connection said “\(earlier)” already.", path: "bundle",
                hint: "Another bundle speaks on a connection of its own.")
        }
    }

    /// Refuses a bundle that is not the connection's own.
    func check(_ bundle: String) throws(AlmagestError) {
        let reach = reach
        if let own = reach.bundle, !reach.allows(bundle) {
            throw AlmagestError(
                .forbiddenBundle, "This connection said “\(own)” and may not touch “\(bundle)”.", path: "bundle")
        }
    }

    // MARK: Batches

    /// A batch as the wire names it.
    static func text(of id: BatchID) -> String { "b\(id.value)" }

    func opened(_ id: BatchID) { state.withLock { $0.batches[Self.text(of: id)] = id } }
    func closed(_ id: BatchID) { state.withLock { _ = $0.batches.removeValue(forKey: Self.text(of: id)) } }
    func batch(_ text: String) -> BatchID? { state.withLock { $0.batches[text] } }

    var batchCount: Int { state.withLock { $0.batches.count } }

    /// The batches that end with the connection.
    func takeBatches() -> [BatchID] {
        state.withLock { state in
            defer { state.batches = [:] }
            return Array(state.batches.values)
        }
    }

    // MARK: Kind of work

    /// Whether a write of this many entities is somebody's single step and not part of a stream.
    ///
    /// A large write is bulk by its size, and says nothing of a single one that follows on the same connection.
    func isInteractive(_ entities: Int) -> Bool {
        guard entities <= Indexer.interactiveSize else { return false }
        return state.withLock { state in
            let now = ContinuousClock.now
            if now - state.windowStart > .seconds(1) {
                state.windowStart = now
                state.written = 0
            }
            state.written += entities
            return state.written <= Self.interactivePerSecond
        }
    }
}
