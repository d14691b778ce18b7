import Synchronization

/// The time a query may take.
struct TimeBudget: Sendable {
    let deadline: ContinuousClock.Instant

    init(_ budget: Duration) { deadline = .now + budget }

    var isSpent: Bool { ContinuousClock.now >= deadline }

    /// What `operation` gives, or nil when the deadline comes first. The operation is cancelled then, but
    /// not waited for: a library in the middle of a call cannot be hurried.
    ///
    /// - Throws: what the operation throws; `CancellationError` as soon as the task is cancelled.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        if isSpent { return nil }
        let race = Race<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard race.begin(continuation) else { return }
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
                    race.finish(.success(nil))
                }
                race.onFinish {
                    timer.cancel()
                    task.cancel()
                }
            }
        } onCancel: {
            race.finish(.failure(CancellationError()))
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

        /// False when it was cancelled before it began; the continuation is resumed then.
        func begin(_ continuation: CheckedContinuation<Value?, any Error>) -> Bool {
            let isLate = state.withLock { state in
                if !state.finished { state.continuation = continuation }
                return state.finished
            }
            if isLate { continuation.resume(throwing: CancellationError()) }
            return !isLate
        }

        func onFinish(_ cleanUp: @escaping @Sendable () -> Void) {
            let late = state.withLock { state in
                if !state.finished { state.cleanUp = cleanUp }
                return state.finished
            }
            if late { cleanUp() }
        }

        func finish(_ result: Result<Value?, any Error>) {
            let (continuation, cleanUp) = state.withLock { state in
                defer {
                    state.continuation = nil
                    state.cleanUp = nil
                    state.finished = true
                }
                return (state.continuation, state.cleanUp)
            }
            continuation?.resume(with: result)
            cleanUp?()
        }
    }
}
