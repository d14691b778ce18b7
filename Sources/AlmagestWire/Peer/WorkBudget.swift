import Synchronization

/// Bytes of messages that the connections of one server are having read, and of requests that are carried out as fast as
/// the machine can, beyond a little for each connection.
///
/// Where a message would go beyond the limit it is left unread, and its connection stands in line. Small messages, and
/// those within what is not counted, never do. One alone is always taken, so that it goes on whatever the limit is.
///
/// Each byte of a message is worth a byte that others take meanwhile: one of `n` bytes lets smaller ones pass that come
/// before `n` bytes more have been taken. So what is normal goes ahead of what is huge, on however many connections that
/// comes, and the huge has its turn all the same.
final class WorkBudget: Sendable {
    private struct Waiter {
        weak var channel: LineChannel?
        let place: UInt64
    }

    private struct State: ~Copyable {
        var held: [ObjectIdentifier: Int] = [:]
        var total = 0
        /// All bytes that were ever taken.
        var taken: UInt64 = 0
        /// By place, of equal ones by arrival.
        var line: [Waiter] = []
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
            state.line.removeAll { $0.channel == nil }
            let own = state.line.firstIndex { $0.channel === channel }
            let place = own.map { state.line[$0].place } ?? state.taken + UInt64(growth)
            let isFirst = state.line.first.map { $0.channel === channel || place < $0.place } ?? true
            guard growth == 0 || (isFirst && (state.total == 0 || state.total + growth <= limit)) else {
                if own == nil {
                    let behind = state.line.firstIndex { $0.place > place } ?? state.line.count
                    state.line.insert(Waiter(channel: channel, place: place), at: behind)
                }
                return (false, nil)
            }
            state.taken += UInt64(growth)
            guard let own else { return (true, nil) }
            state.line.remove(at: own)
            return (true, state.line.first?.channel)
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
            state.line.removeAll { $0.channel == nil }
            return state.line.first?.channel
        }
    }

    /// The connection no longer waits: it has ended, given up what it waited with, or may go on without.
    func leave(_ channel: LineChannel) {
        let next = state.withLock { state -> LineChannel? in
            guard !state.line.isEmpty else { return nil }
            let isFirst = state.line.first?.channel === channel
            state.line.removeAll { $0.channel == nil || $0.channel === channel }
            return isFirst ? state.line.first?.channel : nil
        }
        next?.resumeReading()
    }

    private static func counted(_ bytes: Int) -> Int { max(0, bytes - SharedBudget.freeBytes) }

    /// Bytes that are counted now.
    var total: Int { state.withLock { $0.total } }

    /// Connections that stand in line.
    var waitingCount: Int { state.withLock { state in state.line.count { $0.channel != nil } } }
}
