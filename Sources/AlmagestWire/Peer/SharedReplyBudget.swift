import Synchronization

/// Bytes of the replies that a server is making, from when they are gathered until their connection has them.
///
/// Beyond the limit replies wait for others to be done. The one that has grown large first never waits, so that there is
/// always one that goes on.
final class SharedReplyBudget: Sendable {
    private struct Waiter {
        let bytes: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: ~Copyable {
        var next: UInt64 = 1
        /// By the reply's number: the smaller, the older. Those that wait are among them.
        var held: [UInt64: Int] = [:]
        var waiting: [UInt64: Waiter] = [:]
        var total = 0

        func admits(_ number: UInt64, _ bytes: Int, limit: Int) -> Bool {
            total + bytes <= limit || held.keys.min() == number
        }

        mutating func hold(_ number: UInt64, _ bytes: Int) {
            held[number, default: 0] += bytes
            total += bytes
        }
    }

    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// The number of a reply that is about to grow large; to be ended.
    func begin() -> UInt64 {
        state.withLock { state in
            defer { state.next += 1 }
            state.held[state.next] = 0
            return state.next
        }
    }

    /// True once there is room for so many bytes more; false when the task is cancelled first.
    func take(_ number: UInt64, _ bytes: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.admits(number, bytes, limit: limit) {
                        state.hold(number, bytes)
                        return true
                    }
                    state.waiting[number] = Waiter(bytes: bytes, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiting.removeValue(forKey: number) }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// The reply is gone, or is not made.
    func end(_ number: UInt64) {
        let admitted = state.withLock { state -> [Waiter] in
            state.total -= state.held.removeValue(forKey: number) ?? 0
            var admitted: [Waiter] = []
            for number in state.waiting.keys.sorted() {
                guard let waiter = state.waiting[number], state.admits(number, waiter.bytes, limit: limit) else {
                    break
                }
                state.waiting[number] = nil
                state.hold(number, waiter.bytes)
                admitted.append(waiter)
            }
            return admitted
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }

    /// Bytes that are held now.
    var total: Int { state.withLock { $0.total } }
}
