import Foundation

/// A serial executor for an actor that wraps a library that blocks, on `RequestThreads`: for what answers requests. Its
/// jobs run one after the other in the order they are enqueued, not always on the same thread.
///
/// Unchecked: `state` is only touched with `lock` held.
public final class ThreadLane: WorkExecutor, @unchecked Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        /// A thread has it or is about to.
        var isTaken = false
    }
    private let lock = NSLock()
    private var state = State()
    private let threads: RequestThreads

    public convenience init() { self.init(on: .shared) }

    init(on threads: RequestThreads) {
        self.threads = threads
        threads.count(lanes: 1)
    }

    deinit { threads.count(lanes: -1) }

    /// Nothing to do: its threads are others' too.
    public func stop() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFree = lock.withLock {
            state.jobs.append(job)
            defer { state.isTaken = true }
            return !state.isTaken
        }
        if isFree { threads.add(.lane(self)) }
    }

    /// Runs the job that has waited longest; whether there are more.
    func runFirst() -> Bool {
        let job = lock.withLock { state.jobs.isEmpty ? nil : state.jobs.removeFirst() }
        job?.runSynchronously(on: asUnownedSerialExecutor())
        return lock.withLock {
            state.isTaken = !state.jobs.isEmpty
            return state.isTaken
        }
    }
}
