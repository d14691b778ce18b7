import AlmagestEntities
import Synchronization

/// Lets so many through at a time, in the order they came.
final class Turnstile: Sendable {
    private struct State {
        var free: Int
        var next: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }
    private let state: Mutex<State>

    init(_ most: Int) { state = Mutex(State(free: max(1, most))) }

    /// What `body` gives, once it is its turn.
    ///
    /// - Throws: what `body` throws; `cancelled` when the task is while it waits.
    func pass<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard await enter() else { throw AlmagestError(.cancelled, "The request was cancelled.") }
        defer { leave() }
        return try await body()
    }

    private func enter() async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting[number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let number = state.waiting.keys.min() else {
                state.free += 1
                return nil
            }
            return state.waiting.removeValue(forKey: number)
        }
        next?.resume(returning: true)
    }
}
