import Synchronization

/// Bytes that the connections of one server keep together, in one direction.
///
/// What a connection keeps is free up to a little, so that small messages always get through. When the connections
/// together go beyond the limit, the one that keeps most is to give up what it keeps: somebody who sends half messages,
/// or reads nothing, on many connections harms none but himself.
final class SharedBudget: Sendable {
    private struct Holder {
        weak var channel: LineChannel?
        var bytes: Int
        let since: UInt64
    }

    private struct State: ~Copyable {
        var holders: [ObjectIdentifier: Holder] = [:]
        var total = 0
        var next: UInt64 = 0
    }

    let limit: Int
    /// Bytes of each connection that are not counted.
    static let freeBytes = 256 << 10
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Notes what a channel keeps now. Returns the channel that is to give up what it keeps; it is no longer counted
    /// until it is noted again.
    func note(_ channel: LineChannel, _ bytes: Int) -> LineChannel? {
        let id = ObjectIdentifier(channel)
        let counted = max(0, bytes - Self.freeBytes)
        return state.withLock { state in
            let before = state.holders.removeValue(forKey: id)
            if counted > 0 {
                state.next += 1
                state.holders[id] = Holder(channel: channel, bytes: counted, since: before?.since ?? state.next)
            }
            state.total += counted - (before?.bytes ?? 0)
            // Of equal ones the oldest.
            guard state.total > limit, counted > before?.bytes ?? 0,
                let most = state.holders.max(by: { ($0.value.bytes, $1.value.since) < ($1.value.bytes, $0.value.since) }
                )
            else { return nil }
            state.holders.removeValue(forKey: most.key)
            state.total -= most.value.bytes
            return most.value.channel
        }
    }

    /// Bytes that are counted now.
    var total: Int { state.withLock { $0.total } }
}

/// The budgets of one server: of lines that are arriving or wait unread, of messages that are read and requests that are
/// carried out, of requests that wait for somebody, of replies in the making, and of what other sides have not taken yet.
struct WireBudgets: Sendable {
    let arriving: SharedBudget
    let working: WorkBudget
    let waiting: SharedBudget
    let replies: SharedReplyBudget
    let unsent: SharedBudget

    init(_ limits: WireLimits) {
        arriving = SharedBudget(limit: limits.allArrivingBytes)
        working = WorkBudget(limit: limits.allWorkingBytes)
        waiting = SharedBudget(limit: limits.allWaitingBytes)
        replies = SharedReplyBudget(limit: limits.allReplyBytes)
        unsent = SharedBudget(limit: limits.allOutgoingBytes)
    }
}
