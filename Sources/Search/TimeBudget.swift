import Synchronization

/// The time a query may take.
struct TimeBudget: Sendable {
    let deadline: ContinuousClock.Instant

    init(_ budget: Duration) { deadline = .now + budget }

    var isSpent: Bool { ContinuousClock.now >= deadline }

    /// What `operation` gives, or nil when the deadline comes first. The operation is cancelled then, but
    /// not waited for: a library in the middle of a call cannot be hurried.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        if isSpent { return nil }
        let race = Race<Value>()
        return try await withCheckedThrowingContinuation { continuation in
            race.begin(continuation)
            let task = Task {
                do {
                    let value = try await operation()
                    race.finish(.success(value))
                } catch {
                    race.finish(.failure(error))
                }
            }
            let timer = Task {
                try await Task.sleep(until: deadline, clock: .continuous)
                if race.finish(.success(nil)) { task.cancel() }
            }
            race.onFinish { timer.cancel() }
        }
    }

    /// The first result wins; the continuation is resumed once.
    private final class Race<Value: Sendable>: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Value?, any Error>?
            var cleanUp: (@Sendable () -> Void)?
            var finished = false
        }
        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<Value?, any Error>) {
            state.withLock { $0.continuation = continuation }
        }

        func onFinish(_ cleanUp: @escaping @Sendable () -> Void) {
            let late = state.withLock { state in
                if !state.finished { state.cleanUp = cleanUp }
                return state.finished
            }
            if late { cleanUp() }
        }

        @discardableResult
        func finish(_ result: Result<Value?, any Error>) -> Bool {
            let (continuation, cleanUp) = state.withLock { state in
                defer {
                    state.continuation = nil
                    state.cleanUp = nil
                    state.finished = true
                }
                return (state.continuation, state.cleanUp)
            }
            guard let continuation else { return false }
            continuation.resume(with: result)
            cleanUp?()
            return true
        }
    }
}
