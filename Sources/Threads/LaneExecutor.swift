import CSystem
import Foundation
import Synchronization

/// A serial executor for actors that work for people who wait and on bulk content by turns: bulk work runs on a thread of
/// its own with a smaller share of the processor, so that a query which needs a processor gets one.
///
/// Jobs of tasks with the priority `.utility` or below are bulk work. At most one job runs at a time, whichever thread it
/// is on; the others go first, those of one lane in the order they are enqueued.
public final class LaneExecutor: SerialExecutor {
    private enum Lane: Int {
        case prompt, bulk
    }

    private struct State: ~Copyable {
        var jobs: [[UnownedJob]] = [[], []]
        var isRunning = false
        var hasBulkThread = false
        var isStopped = false
    }

    private let name: String
    private let bulkNiceness: Int32
    private let state = Mutex(State())
    private let added = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

    /// Starts the thread for prompt work; the other one starts with the first bulk work.
    ///
    /// - Parameter bulkNiceness: 1 to 19, how much smaller the share of bulk work is.
    public init(name: String, bulkNiceness: Int32 = 10) {
        self.name = name
        self.bulkNiceness = bulkNiceness
        start(.prompt)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let lane = job.priority.rawValue <= TaskPriority.utility.rawValue ? Lane.bulk : .prompt
        let job = UnownedJob(job)
        let startsThread = state.withLock { state in
            state.jobs[lane.rawValue].append(job)
            guard lane == .bulk, !state.hasBulkThread else { return false }
            state.hasBulkThread = true
            return true
        }
        if startsThread { start(.bulk) }
        added[lane.rawValue].signal()
    }

    /// Ends the threads once the queues are empty; later jobs would never run, so call it last.
    public func stop() {
        state.withLock { $0.isStopped = true }
        for semaphore in added { semaphore.signal() }
    }

    private func start(_ lane: Lane) {
        let thread = Thread { [self] in
            name.withCString { almagest_thread_name($0) }
            if lane == .bulk { almagest_thread_nice(bulkNiceness) }
            run(lane)
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func run(_ lane: Lane) {
        while true {
            added[lane.rawValue].wait()
            while let job = take(lane) {
                job.runSynchronously(on: asUnownedSerialExecutor())
                finish(lane)
            }
            if state.withLock({ $0.isStopped && $0.jobs[lane.rawValue].isEmpty }) { return }
        }
    }

    /// The next job of a lane; nil while it has none or has to wait. Whoever finishes wakes who has waited.
    private func take(_ lane: Lane) -> UnownedJob? {
        state.withLock { state in
            guard !state.isRunning, !state.jobs[lane.rawValue].isEmpty,
                lane == .prompt || state.jobs[Lane.prompt.rawValue].isEmpty
            else { return nil }
            state.isRunning = true
            return state.jobs[lane.rawValue].removeFirst()
        }
    }

    private func finish(_ lane: Lane) {
        let next = state.withLock { state -> Lane? in
            state.isRunning = false
            if !state.jobs[Lane.prompt.rawValue].isEmpty { return .prompt }
            return state.jobs[Lane.bulk.rawValue].isEmpty ? nil : .bulk
        }
        if let next, next != lane { added[next.rawValue].signal() }
    }
}
