import CSystem
import Foundation
import Synchronization

/// A thread that takes a share of another's work. Nobody waits for it to begin: what the helper has not begun when the
/// other is through with its own part, the other does itself. So it is of use where it is free, and no hindrance where
/// it is not.
public final class HelperThread: Sendable {
    private let queue = Queue()

    public init(name: String) {
        let thread = Thread { [queue] in
            name.withCString { almagest_thread_name($0) }
            while let share = queue.next() { share.begin() }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    deinit { queue.stop() }

    /// Offers `work`; whoever offers it calls `finish`.
    public func share(_ work: @escaping @Sendable () -> Void) -> SharedWork {
        let share = SharedWork(work)
        queue.add(share)
        return share
    }

    private final class Queue: Sendable {
        private struct State {
            var shares: [SharedWork] = []
            var isStopped = false
        }
        private let state = Mutex(State())
        private let added = DispatchSemaphore(value: 0)

        func add(_ share: SharedWork) {
            state.withLock { $0.shares.append(share) }
            added.signal()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            added.signal()
        }

        /// The oldest; nil once it is stopped.
        func next() -> SharedWork? {
            while true {
                added.wait()
                let (share, isStopped) = state.withLock { state in
                    (state.shares.isEmpty ? nil : state.shares.removeFirst(), state.isStopped)
                }
                if share != nil || isStopped { return share }
            }
        }
    }
}

/// Work that two threads have an eye on, and that one of them does.
public final class SharedWork: Sendable {
    private let work: @Sendable () -> Void
    private let isTaken = Atomic(false)
    private let isDone = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    /// Looks at the helper's progress before the thread goes to sleep: being woken takes longer than what is left to do
    /// most often.
    private static let looks = 4_000

    fileprivate init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    fileprivate func begin() {
        guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        work()
        isDone.store(true, ordering: .releasing)
        done.signal()
    }

    /// Returns when the work is done: does it here if the helper has not begun.
    public func finish() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { return work() }
        for _ in 0..<Self.looks {
            if isDone.load(ordering: .acquiring) { return }
            almagest_pause()
        }
        done.wait()
    }
}
