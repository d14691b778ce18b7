import Synchronization

/// How much of a provider's standard error goes into the log.
final class LogAllowance: Sendable {
    private struct State {
        var minute = ContinuousClock.now
        var left: Int
        var dropped = 0
    }
    private let bytesPerMinute: Int
    private let state: Mutex<State>

    init(bytesPerMinute: Int) {
        self.bytesPerMinute = bytesPerMinute
        state = Mutex(State(left: bytesPerMinute))
    }

    /// What to log for a line; nothing when there was too much of it.
    func lines(for line: String) -> [String] {
        state.withLock { state in
            var lines: [String] = []
            let now = ContinuousClock.now
            if now - state.minute > .seconds(60) {
                if state.dropped > 0 { lines.append("(\(state.dropped) more lines are left out)") }
                state = State(minute: now, left: bytesPerMinute)
            }
            guard state.left >= line.utf8.count else {
                state.left = 0
                state.dropped += 1
                if state.dropped == 1 { lines.append("(it says too much; the rest of this minute is left out)") }
                return lines
            }
            state.left -= line.utf8.count
            return lines + [line]
        }
    }
}
