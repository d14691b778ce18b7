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
        try await begin(operation).value
    }

    /// Begins `operation` at once, on the caller's thread until it first has to wait for something: handing it to
    /// another thread takes a good part of what a quick one does. Who begins it asks for its value or cancels it.
    func begin<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) -> TimedWork<Value> {
        let work = TimedWork<Value>()
        if Task.isCancelled {
            work.cancel()
        } else if isSpent {
            work.finish(.success(nil))
        } else {
            work.start(operation, until: deadline)
        }
        return work
    }
}
