import CSystem
import Foundation
import Synchronization

/// Where large donations are read and checked: on threads of their own with a smaller share of the processor, so that
/// queries find the shared pool free.
public final class BulkExecutor: TaskExecutor {
    /// As many threads as there are processors; they start with the first job.
    public static let shared = BulkExecutor(
        name: "bulk", threads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10)

    private struct State: ~Copyable {
        var jobs: [UnownedJob] = []
        var isStarted = false
    }

    private let name: String
    private let threads: Int
    private let niceness: Int32
    private let state = Mutex(State())
    private let added = DispatchSemaphore(value: 0)

    private init(name: String, threads: Int, niceness: Int32) {
        self.name = name
        self.threads = threads
        self.niceness = niceness
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { for _ in 0..<threads { start() } }
        added.signal()
    }

    private func start() {
        let thread = Thread { [self] in
            name.withCString { almagest_thread_name($0) }
            almagest_thread_nice(niceness)
            while true {
                added.wait()
                let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
                job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        // Content may be nested deeply.
        thread.stackSize = 8 << 20
        thread.start()
    }
}
