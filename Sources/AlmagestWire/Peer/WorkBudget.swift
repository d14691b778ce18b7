import Synchronization

/// Bytes of messages that the connections of one server have in work or in line, beyond a little for each.
///
/// Where a message would go beyond the limit it is left unread, and its connection waits for its turn, in order of
/// arrival; small messages never wait. One alone is always taken, so that it goes on whatever the limit is.
final class WorkBudget: Sendable {
    private struct Waiter {
        weak var channel: LineChannel?
    }

    private struct State: ~Copyable {
        var held: [ObjectIdentifier: Int] = [:]
        var total = 0
        /// In the order in which they came.
        var waiting: [Waiter] = []
    }

    let limit: Int
    private let state = Mutex(State())

    /// A message up to this is small.
    private static let smallBytes = 16 << 10

    init(limit: Int) { self.limit = limit }

    /// Whether a connection that has `held` bytes in work may take as many as `more`. If not, its reading goes on when
    /// it is its turn.
    func admits(_ channel: LineChannel, held: Int, more: Int) -> Bool {
        // It may be a cancellation: whatever its connection has in work, it does not wait.
        guard more > Self.smallBytes else { return true }
        let growth = Self.counted(held + more) - Self.counted(held)
        let (isAdmitted, next) = state.withLock { state -> (Bool, LineChannel?) in
            state.waiting.removeAll { $0.channel == nil }
            let isFirst = state.waiting.first.map { $0.channel === channel } ?? true
            if isFirst, state.total == 0 || state.total + growth <= limit {
                guard !state.waiting.isEmpty else { return (true, nil) }
                state.waiting.removeFirst()
                return (true, state.waiting.first?.channel)
            }
            if !state.waiting.contains(where: { $0.channel === channel }) {
                state.waiting.append(Waiter(channel: channel))
            }
            return (false, nil)
        }
        next?.resumeReading()
        return isAdmitted
    }

    /// Notes what a connection has in work now; gives the one whose turn it may be.
    func note(_ channel: LineChannel, _ bytes: Int) -> LineChannel? {
        let id = ObjectIdentifier(channel)
        let counted = Self.counted(bytes)
        return state.withLock { state in
            let before =
                (counted > 0 ? state.held.updateValue(counted, forKey: id) : state.held.removeValue(forKey: id)) ?? 0
            state.total += counted - before
            guard counted < before else { return nil }
            state.waiting.removeAll { $0.channel == nil }
            return state.waiting.first?.channel
        }
    }

    /// The connection no longer waits: it has ended, given up what it waited with, or may go on without.
    func leave(_ channel: LineChannel) {
        let next = state.withLock { state -> LineChannel? in
            guard !state.waiting.isEmpty else { return nil }
            let isFirst = state.waiting.first?.channel === channel
            state.waiting.removeAll { $0.channel == nil || $0.channel === channel }
            return isFirst ? state.waiting.first?.channel : nil
        }
        next?.resumeReading()
    }

    private static func counted(_ bytes: Int) -> Int { max(0, bytes - SharedBudget.freeBytes) }

    /// Bytes that are counted now.
    var total: Int { state.withLock { $0.total } }
}
