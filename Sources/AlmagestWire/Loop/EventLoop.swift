import CSystem
import Foundation
import Glibc
import Synchronization

/// What the loop calls when a descriptor is ready. Calls come on the loop's thread and must not block.
protocol EventHandler: AnyObject, Sendable {
    /// `token` is what `EventLoop.add` gave for the descriptor.
    func ready(_ token: EventLoop.Token, _ interest: EventLoop.Interest)
}

/// One thread a process that waits for all non-blocking descriptors.
///
/// Registration may come from any thread. An event that was already on its way when its descriptor was removed
/// is dropped: tokens are never used twice.
final class EventLoop: Sendable {
    typealias Token = UInt64

    struct Interest: OptionSet, Sendable {
        let rawValue: UInt32
        static let readable = Interest(rawValue: ALMAGEST_READABLE)
        static let writable = Interest(rawValue: ALMAGEST_WRITABLE)
        /// The other side is gone; reported even when not asked for.
        static let hangup = Interest(rawValue: ALMAGEST_HANGUP)
    }

    /// The loop of this process; started on first use.
    static let shared = EventLoop()

    private enum Job {
        case closure(@Sendable () -> Void)
        case task(UnownedJob)
    }

    private struct State: ~Copyable {
        var handlers: [Token: any EventHandler] = [:]
        var nextToken: Token = 1
        var jobs: [Job] = []
        var timers = TimerHeap()
        /// When the loop wakes by itself; nil while it is awake.
        var wakesAt: ContinuousClock.Instant?
        var isAsleep = false
    }

    private let epoll: Int32
    private let wakeup: Int32
    private let state = Mutex(State())

    private init() {
        epoll = almagest_epoll_create()
        wakeup = almagest_eventfd()
        _ = almagest_epoll_add(epoll, wakeup, ALMAGEST_READABLE, 0)
        let thread = Thread { [self] in
            almagest_thread_name("almagest-events")
            run()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Begins to watch; throws the errno that epoll refused with (a plain file cannot be watched).
    func add(_ fd: Int32, _ interest: Interest, _ handler: any EventHandler) throws(Errno) -> Token {
        let token = state.withLock { state in
            let token = state.nextToken
            state.nextToken += 1
            state.handlers[token] = handler
            return token
        }
        let status = almagest_epoll_add(epoll, fd, interest.rawValue, token)
        if status < 0 {
            _ = state.withLock { $0.handlers.removeValue(forKey: token) }
            throw Errno(-status)
        }
        return token
    }

    func change(_ fd: Int32, _ token: Token, _ interest: Interest) {
        _ = almagest_epoll_change(epoll, fd, interest.rawValue, token)
    }

    func remove(_ fd: Int32, _ token: Token) {
        _ = almagest_epoll_remove(epoll, fd)
        _ = state.withLock { $0.handlers.removeValue(forKey: token) }
    }

    /// Runs `job` on the loop's thread, in order.
    func perform(_ job: @escaping @Sendable () -> Void) { add(.closure(job)) }

    private func add(_ job: Job) {
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1 && state.isAsleep
        }
        if mustWake { wake() }
    }

    /// Runs `job` on the loop's thread at `instant` or soon after.
    func perform(at instant: ContinuousClock.Instant, _ job: @escaping @Sendable () -> Void) {
        let mustWake = state.withLock { state in
            state.timers.insert(instant, job)
            guard state.isAsleep else { return false }
            return state.wakesAt.map { instant < $0 } ?? true
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeup, &one, 8)
    }

    private func run() {
        let capacity = 64
        let events = UnsafeMutablePointer<almagest_event>.allocate(capacity: capacity)
        events.initialize(repeating: almagest_event(), count: capacity)
        while true {
            let count = almagest_epoll_wait(epoll, events, Int32(capacity), timeToSleep())
            runJobs()
            guard count > 0 else { continue }
            for index in 0..<Int(count) {
                let event = events[index]
                if event.token == 0 {
                    var counter: UInt64 = 0
                    _ = read(wakeup, &counter, 8)
                    continue
                }
                guard let handler = state.withLock({ $0.handlers[event.token] }) else { continue }
                handler.ready(event.token, Interest(rawValue: event.flags))
            }
            // What the events caused need not wait for another round.
            runJobs()
        }
    }

    private func runJobs() {
        let (jobs, due) = state.withLock { state in
            state.isAsleep = false
            state.wakesAt = nil
            let jobs = state.jobs
            state.jobs = []
            return (jobs, state.timers.isEmpty ? [] : state.timers.takeDue(.now))
        }
        for job in jobs {
            switch job {
            case .closure(let closure): closure()
            case .task(let task): task.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        for job in due { job() }
    }

    /// Milliseconds until the next timer, rounded up; -1 for ever.
    private func timeToSleep() -> Int32 {
        state.withLock { state in
            guard state.jobs.isEmpty else { return 0 }
            state.isAsleep = true
            state.wakesAt = state.timers.earliest
            guard let earliest = state.wakesAt else { return -1 }
            let wait = ContinuousClock.now.duration(to: earliest)
            guard wait > .zero else { return 0 }
            let (seconds, attoseconds) = wait.components
            guard seconds < 1_000_000 else { return 1_000_000_000 }
            return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }
}

extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }
}

/// A number of errno.
struct Errno: Error, CustomStringConvertible {
    let code: Int32
    init(_ code: Int32) { self.code = code }
    var description: String { String(cString: strerror(code)) }
}
