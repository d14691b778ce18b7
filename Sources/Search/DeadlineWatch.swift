import Synchronization

/// Calls those whose time is over. One task sleeps for all of them, until the earliest deadline: most queries are long
/// done by theirs, and a timer of its own would cost each of them more than it is worth.
final class DeadlineWatch: Sendable {
    struct Alarm: Sendable {
        fileprivate let number: UInt64
    }

    static let shared = DeadlineWatch()

    private struct State {
        var alarms: [UInt64: (deadline: ContinuousClock.Instant, ring: @Sendable () -> Void)] = [:]
        var next: UInt64 = 0
        /// When the task wakes that is asleep; nil when there is none.
        var wakes: ContinuousClock.Instant?
        /// Tells the task that counts from those that an earlier deadline has made superfluous.
        var generation: UInt64 = 0
    }
    private let state = Mutex(State())

    /// Rings once the deadline has passed, unless it is removed before.
    func set(at deadline: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let (number, generation) = state.withLock { state -> (UInt64, UInt64?) in
            state.next += 1
            state.alarms[state.next] = (deadline, ring)
            if let wakes = state.wakes, wakes <= deadline { return (state.next, nil) }
            state.wakes = deadline
            state.generation += 1
            return (state.next, state.generation)
        }
        if let generation { sleep(until: deadline, generation) }
        return Alarm(number: number)
    }

    func remove(_ alarm: Alarm) { state.withLock { _ = $0.alarms.removeValue(forKey: alarm.number) } }

    private func sleep(until first: ContinuousClock.Instant, _ generation: UInt64) {
        Task.detached { [self] in
            var wakes = first
            while true {
                try? await Task.sleep(until: wakes, clock: .continuous)
                let (due, next) = due(generation)
                for ring in due { ring() }
                guard let next else { return }
                wakes = next
            }
        }
    }

    /// Takes out what is due, and says when to wake again; never, if nothing is left or another task looks after it.
    private func due(_ generation: UInt64) -> (due: [@Sendable () -> Void], next: ContinuousClock.Instant?) {
        state.withLock { state in
            guard state.generation == generation else { return ([], nil) }
            let now = ContinuousClock.now
            let due = state.alarms.filter { $0.value.deadline <= now }
            for number in due.keys { state.alarms[number] = nil }
            state.wakes = state.alarms.values.map(\.deadline).min()
            return (due.values.map(\.ring), state.wakes)
        }
    }
}
