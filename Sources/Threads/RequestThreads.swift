import CSystem
import Foundation
import Synchronization

/// The threads that answer requests. They may block: what does has its place on them as a `ThreadLane`, and there are as
/// many threads as lanes and processors, so that nobody waits for a thread because others are blocked.
///
/// What one of these threads hands over it goes on with itself as soon as it has nothing else to do, which is at once
/// where it waits for it: waking another thread takes a good part of what a quick request does. When it hands a second
/// thing over before, another thread is woken for the first. So nothing here may block until what it has handed over is
/// done.
///
/// Only so many are at work as there are processors, those apart that are within a lane and may be blocked: more would
/// take the processors from each other.
///
/// Unchecked: `state` is only touched with `lock` held. It is no `Mutex`: those are handed from thread to thread in turn on
/// Linux, and where threads are more than processors everybody would wait for those that are not running.
public final class RequestThreads: TaskExecutor, @unchecked Sendable {
    /// Those of this process; started when first needed.
    public static let shared = RequestThreads(base: max(2, ProcessInfo.processInfo.activeProcessorCount))
    /// Others, for requests that bring much: they give way to everything that somebody waits for.
    public static let bulk = RequestThreads(
        base: max(2, ProcessInfo.processInfo.activeProcessorCount), niceness: 10)

    enum Work {
        case job(UnownedJob)
        case lane(ThreadLane)
    }

    private struct State {
        var line = Line()
        /// The one that fell asleep last is last.
        var asleep: [Worker] = []
        var threads = 0
        /// Those that are not asleep.
        var awake = 0
        var wanted: Int
    }
    private let lock = NSLock()
    private var state: State
    private let base: Int
    private let niceness: Int32
    /// How many are within a lane, and how much waits for a thread; the latter changes with the lock held alone.
    private let within = Atomic(0)
    private let waiting = Atomic(0)

    init(base: Int, niceness: Int32 = 0) {
        state = State(wanted: base)
        self.base = base
        self.niceness = niceness
        startMissing()
    }

    public func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// A lane begins, or has ended.
    func count(lanes: Int) {
        lock.withLock { state.wanted += lanes }
        startMissing()
    }

    func add(_ work: Work) {
        guard let worker = Worker.current, worker.threads === self else { return pass(work) }
        let earlier = worker.next
        worker.next = work
        if let earlier { pass(earlier) }
    }

    /// Has another thread do it: one that sleeps, or else the first that has nothing else to do.
    private func pass(_ work: Work) {
        let woken = lock.withLock { () -> Worker? in
            state.line.append(work)
            return callWorker()
        }
        woken?.wake()
    }

    /// Somebody to be woken for what waits, if there is one and too few are at work; with the lock held.
    private func callWorker() -> Worker? {
        // Before it looks who is within a lane: whoever enters one looks at this afterwards.
        waiting.store(state.line.count, ordering: .sequentiallyConsistent)
        guard state.awake - within.load(ordering: .sequentiallyConsistent) < base, state.line.count > 0,
            let worker = state.asleep.popLast()
        else { return nil }
        state.awake += 1
        worker.handed = state.line.popFirst()
        waiting.store(state.line.count, ordering: .sequentiallyConsistent)
        return worker
    }

    // MARK: Threads

    private func startMissing() {
        let missing = lock.withLock {
            let missing = max(0, state.wanted - state.threads)
            state.threads += missing
            state.awake += missing
            return missing
        }
        for _ in 0..<missing {
            let thread = Thread { [self] in
                almagest_thread_name(niceness == 0 ? "requests" : "requests-bulk")
                if niceness != 0 { almagest_thread_nice(niceness) }
                run(Worker(of: self))
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    /// After so much of its own a thread looks after others that wait.
    private static let mostInARow = 64

    private func run(_ worker: Worker) {
        worker.becomeCurrent()
        var inARow = 0
        while true {
            if inARow < Self.mostInARow, let own = worker.takeNext() {
                inARow += 1
                perform(own, worker)
            } else {
                inARow = 0
                perform(take(worker), worker)
            }
        }
    }

    private func take(_ worker: Worker) -> Work {
        let work = lock.withLock { () -> Work? in
            if let own = worker.takeNext() { state.line.append(own) }
            defer { waiting.store(state.line.count, ordering: .sequentiallyConsistent) }
            if let first = state.line.popFirst() { return first }
            state.asleep.append(worker)
            state.awake -= 1
            return nil
        }
        return work ?? worker.sleep()
    }

    private func perform(_ work: Work, _ worker: Worker) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .lane(let lane):
            within.wrappingAdd(1, ordering: .sequentiallyConsistent)
            // This thread may be blocked now.
            if waiting.load(ordering: .sequentiallyConsistent) > 0 { lock.withLock { callWorker() }?.wake() }
            let hasMore = lane.runFirst()
            within.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            guard hasMore else { return }
            // What the job has handed over comes before what others want of the lane.
            if worker.next == nil { worker.next = work } else { pass(work) }
        }
    }

    // MARK: -

    /// What waits for a thread, the oldest first.
    private struct Line {
        private var works: [Work] = []
        private var first = 0

        var count: Int { works.count - first }

        mutating func append(_ work: Work) { works.append(work) }

        mutating func popFirst() -> Work? {
            guard first < works.count else { return nil }
            defer {
                first += 1
                if first == works.count || first > 256 {
                    works.removeFirst(first)
                    first = 0
                }
            }
            return works[first]
        }
    }
}

/// One of the threads.
///
/// Unchecked: `next` is only touched on the thread, `handed` by whoever wakes it and then by itself.
private final class Worker: @unchecked Sendable {
    let threads: RequestThreads
    /// What it goes on with.
    var next: RequestThreads.Work?
    var handed: RequestThreads.Work?
    private let woken = DispatchSemaphore(value: 0)

    init(of threads: RequestThreads) { self.threads = threads }

    /// The one whose thread this is.
    static var current: Worker? {
        almagest_thread_kept().map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// For as long as the thread lives, which is as long as the process.
    func becomeCurrent() { almagest_thread_keep(Unmanaged.passRetained(self).toOpaque()) }

    func takeNext() -> RequestThreads.Work? {
        defer { next = nil }
        return next
    }

    func wake() { woken.signal() }

    /// Returns with what it was woken for.
    func sleep() -> RequestThreads.Work {
        while true {
            woken.wait()
            defer { handed = nil }
            if let handed { return handed }
        }
    }
}
