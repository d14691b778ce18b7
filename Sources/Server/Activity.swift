import Synchronization

/// When somebody last wanted something.
final class Activity: Sendable {
    private let last = Mutex(ContinuousClock.now)

    func note() { last.withLock { $0 = .now } }

    var idle: Duration { .now - last.withLock { $0 } }
}
