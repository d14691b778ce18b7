import Synchronization

/// A place in the line of one connection's ordered requests.
///
/// It is reached when all before it have passed. One that is passed before it was reached is stepped over.
final class Turn: Sendable {
    private struct State: ~Copyable {
        var isReached: Bool
        var hasPassed = false
        var next: Turn?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    /// The place behind `previous`, or the first one.
    init(after previous: Turn?) {
        state = Mutex(State(isReached: previous == nil))
        previous?.follow(by: self)
    }

    /// Returns once it is reached.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiter = continuation }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets the next one go on; again does nothing.
    func pass() {
        let next = state.withLock { state -> Turn? in
            state.hasPassed = true
            guard state.isReached else { return nil }
            defer { state.next = nil }
            return state.next
        }
        next?.reach()
    }

    private func follow(by turn: Turn) {
        let isOver = state.withLock { state in
            if state.isReached && state.hasPassed { return true }
            state.next = turn
            return false
        }
        if isOver { turn.reach() }
    }

    private func reach() {
        let (waiter, next) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Turn?) in
            state.isReached = true
            defer {
                state.waiter = nil
                if state.hasPassed { state.next = nil }
            }
            return (state.waiter, state.hasPassed ? state.next : nil)
        }
        waiter?.resume()
        next?.reach()
    }
}
