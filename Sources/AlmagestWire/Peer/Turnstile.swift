import AlmagestEntities
import Synchronization

/// Lets so many through at a time, in the order they came.
public final class Turnstile: Sendable {
    private struct State: ~Copyable {
        var within = 0
        var next: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }

    private let most: Int
    private let isOpen: @Sendable () -> Bool
    private let state = Mutex(State())

    /// - Parameter isOpen: whether anybody is let through just now; when that has become true, `look` is to be called.
    public init(_ most: Int, while isOpen: @escaping @Sendable () -> Bool = { true }) {
        self.most = max(1, most)
        self.isOpen = isOpen
    }

    /// What `body` gives, once it is its turn.
    ///
    /// - Throws: what `body` throws; `cancelled` when the task is while it waits.
    public func pass<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard await enter() else { throw AlmagestError(.cancelled, "The request was cancelled.") }
        defer { leave() }
        return try await body()
    }

    /// True once it is through, and has to leave; false when the task is cancelled first.
    ///
    /// - Parameter whenWaiting: called when it is not through at once.
    func enter(whenWaiting: @Sendable () -> Void = {}) async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.waiting.isEmpty, mayEnter(state.within) {
                        state.within += 1
                        return true
                    }
                    state.waiting[number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) } else { whenWaiting() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    func leave() {
        state.withLock { $0.within -= 1 }
        look()
    }

    /// Lets those through that may be.
    func look() {
        while true {
            let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let number = state.waiting.keys.min(), mayEnter(state.within) else { return nil }
                state.within += 1
                return state.waiting.removeValue(forKey: number)
            }
            guard let next else { return }
            next.resume(returning: true)
        }
    }

    var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    private func mayEnter(_ within: Int) -> Bool { within < most && isOpen() }
}
