import CSystem
import Foundation
import Synchronization

/// A serial executor for an actor that wraps a library that blocks.
public protocol WorkExecutor: SerialExecutor {
    /// Its actor is gone.
    func stop()
}

/// A serial executor on a thread of its own, for actors that wrap a library that blocks and whose work no request waits
/// for: what does has a `ThreadLane`.
///
/// Swift's cooperative pool has one thread a core; a call into SQLite, Xapian or OpenVINO there would
/// stall everything else. Jobs run in the order they are enqueued.
public final class ThreadExecutor: WorkExecutor, @unchecked Sendable {
    // Unchecked: `jobs` and `stopped` are only touched with `condition` locked.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var stopped = false

    /// Starts the thread. `niceness` 0 to 19 lowers its share of the processor.
    public init(name: String, niceness: Int32 = 0) {
        let thread = Thread { [self] in
            name.withCString { almagest_thread_name($0) }
            if niceness != 0 { almagest_thread_nice(niceness) }
            run()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    /// Ends the thread once the queue is empty; later jobs would never run, so call it last.
    public func stop() {
        condition.lock()
        stopped = true
        condition.signal()
        condition.unlock()
    }

    private func run() {
        var batch: [UnownedJob] = []
        while true {
            condition.lock()
            while jobs.isEmpty && !stopped { condition.wait() }
            if jobs.isEmpty {
                condition.unlock()
                return
            }
            swap(&batch, &jobs)
            condition.unlock()
            for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }
}
