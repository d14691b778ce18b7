package import AlmagestEntities
import Synchronization

/// The reply to a write that was handed over; it may be awaited later, or not at all.
package final class PendingReply: Sendable {
    private enum State {
        case open([CheckedContinuation<Result<JSONValue, AlmagestError>, Never>])
        case done(Result<JSONValue, AlmagestError>)
    }
    private let state = Mutex(State.open([]))

    /// What the daemon replied.
    package var value: JSONValue {
        get async throws(AlmagestError) {
            try await withCheckedContinuation { continuation in
                let done = state.withLock { state -> Result<JSONValue, AlmagestError>? in
                    switch state {
                    case .open(let waiting):
                        state = .open(waiting + [continuation])
                        return nil
                    case .done(let result): return result
                    }
                }
                if let done { continuation.resume(returning: done) }
            }.get()
        }
    }

    /// The first result stays.
    func finish(_ result: Result<JSONValue, AlmagestError>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Result<JSONValue, AlmagestError>, Never>] in
            guard case .open(let waiting) = state else { return [] }
            state = .done(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
