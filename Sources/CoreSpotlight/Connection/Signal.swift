import Synchronization

/// Something that happens once, and that several may wait for.
final class Signal: Sendable {
    private struct State {
        var hasFired = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// The second time changes nothing.
    func fire() {
        let waiting = state.withLock { state in
            state.hasFired = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when it has happened. A task that is cancelled does not wait, and nobody after it.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasFired = state.withLock { state in
                    if !state.hasFired { state.waiting.append(continuation) }
                    return state.hasFired
                }
                if hasFired { continuation.resume() }
            }
        } onCancel: {
            fire()
        }
    }
}
