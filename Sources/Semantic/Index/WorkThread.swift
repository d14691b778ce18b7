import Threads

/// A thread for work that would keep one of Swift's own busy too long.
actor WorkThread {
    private let executor: any WorkExecutor

    init(name: String, niceness: Int32 = 0) { executor = ThreadExecutor(name: name, niceness: niceness) }

    /// For work that a request waits for: a lane on the threads that answer it.
    init() { executor = ThreadLane() }

    deinit { executor.stop() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<R: Sendable, E: Error>(_ work: @Sendable () throws(E) -> R) throws(E) -> R { try work() }
}
