import Synchronization
import Threads

/// Work that is under way, and given up when its time is over.
final class TimedWork<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value?, any Error>?
        var waiting: CheckedContinuation<Value?, any Error>?
        var task: Task<Void, Never>?
        var alarm: DeadlineWatch.Alarm?
    }
    private let state = Mutex(State())

    /// The operation's result, nil if its time was over first. To be asked for once.
    ///
    /// - Throws: what the operation throws; `CancellationError` as soon as the asking task is cancelled.
    var value: Value? {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let result = state.withLock { state in
                        if state.result == nil { state.waiting = continuation }
                        return state.result
                    }
                    if let result { continuation.resume(with: result) }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    func cancel() { finish(.failure(CancellationError())) }

    func start(
        _ operation: @escaping @Sendable () async throws -> Value, until deadline: ContinuousClock.Instant
    ) {
        let task = Task.immediate(executorPreference: RequestThreads.shared) {
            do {
                finish(.success(try await operation()))
            } catch {
                finish(.failure(error))
            }
        }
        let isUnderWay = state.withLock { state in
            guard state.result == nil else { return false }
            state.task = task
            return true
        }
        guard isUnderWay else { return task.cancel() }
        let alarm = DeadlineWatch.shared.set(at: deadline) { [weak self] in self?.finish(.success(nil)) }
        let isLate = state.withLock { state in
            if state.result == nil { state.alarm = alarm }
            return state.result != nil
        }
        if isLate { DeadlineWatch.shared.remove(alarm) }
    }

    /// The first result counts.
    func finish(_ result: Result<Value?, any Error>) {
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            defer { state = State(result: result) }
            return state
        }
        guard let ended else { return }
        ended.waiting?.resume(with: result)
        ended.task?.cancel()
        if let alarm = ended.alarm { DeadlineWatch.shared.remove(alarm) }
    }
}
