import AlmagestEntities
import AlmagestWire
import Catalog
import Indexer
import Search
import Synchronization

/// Everybody who follows the changes of the index.
final class SubscriptionHub: Sendable {
    let catalog: Catalog
    let indexer: Indexer
    let limits: SubscriptionLimits

    private struct State {
        var next: UInt64 = 1
        /// By connection, then by number.
        var subscriptions: [UInt64: [UInt64: Subscription]] = [:]
    }
    private let state = Mutex(State())

    init(catalog: Catalog, indexer: Indexer, limits: SubscriptionLimits) {
        self.catalog = catalog
        self.indexer = indexer
        self.limits = limits
        catalog.observe { [weak self] in self?.wake() }
    }

    var count: Int { state.withLock { $0.subscriptions.values.reduce(0) { $0 + $1.count } } }

    /// Adds a subscription of a connection; it runs from `start(of:)` on.
    func add(
        _ filter: WatchFilter, through engine: SearchEngine, after: Seq?, wantsFaults: Bool, from peer: Peer,
        session: Session
    ) throws(AlmagestError) -> Subscription {
        let made = state.withLock { state -> Subscription? in
            guard state.subscriptions[session.number]?.count ?? 0 < limits.perConnection else { return nil }
            defer { state.next += 1 }
            let subscription = Subscription(
                number: state.next, owner: session.number, peer: peer, filter: filter, engine: engine,
                joined: catalog.lastSeq, after: after, wantsFaults: wantsFaults, hub: self)
            state.subscriptions[session.number, default: [:]][state.next] = subscription
            return subscription
        }
        guard let made else {
            throw AlmagestError(
                .busy, "This connection has \(limits.perConnection) subscriptions.", hint: "End one first.")
        }
        return made
    }

    /// Lets the new subscriptions of a connection run, now that it knows of them.
    func start(of session: Session) {
        for subscription in subscriptions(of: session).values { subscription.start() }
    }

    /// Ends one subscription of a connection, or all of them; returns how many that was.
    @discardableResult
    func end(_ number: UInt64?, of session: Session) -> Int {
        let ended = state.withLock { state -> [Subscription] in
            guard let number else {
                return Array((state.subscriptions.removeValue(forKey: session.number) ?? [:]).values)
            }
            return state.subscriptions[session.number]?.removeValue(forKey: number).map { [$0] } ?? []
        }
        for subscription in ended { subscription.stop() }
        return ended.count
    }

    /// A subscription has come to its end.
    func forget(_ subscription: Subscription) {
        state.withLock { state in
            state.subscriptions[subscription.owner]?[subscription.number] = nil
            if state.subscriptions[subscription.owner]?.isEmpty == true {
                state.subscriptions[subscription.owner] = nil
            }
        }
    }

    /// Tells of what was wrong with a donation, to those who asked for it.
    func tell(_ faults: @autoclosure () -> [DonationFault]) {
        let interested = all.filter(\.wantsFaults)
        guard !interested.isEmpty else { return }
        let faults = faults()
        if !faults.isEmpty { for subscription in interested { subscription.tell(faults) } }
    }

    private func subscriptions(of session: Session) -> [UInt64: Subscription] {
        state.withLock { $0.subscriptions[session.number] ?? [:] }
    }

    private var all: [Subscription] { state.withLock { $0.subscriptions.values.flatMap(\.values) } }

    private func wake() { for subscription in all { subscription.wake() } }
}

/// What subscribers may take up.
struct SubscriptionLimits: Sendable {
    var perConnection: Int
    /// How long one may leave unread what waits for it.
    var patience: Duration
    /// Bytes that wait for a connection, beyond which nothing more is read for it.
    var waitingBytes = 1 << 20
}
