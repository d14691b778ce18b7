import AlmagestEntities
import Synchronization

/// What one reply takes up while it is made. A little is free; for more it may have to wait for others of its connection,
/// then for those of all.
public final class ReplyRoom: Sendable {
    private struct State {
        var used = 0
        var granted = ReplyRoom.free
        var hasEntered = false
        /// Of the shared budget, once it is asked.
        var number: UInt64?
    }

    /// Of a connection that shares nothing with others.
    static let unlimited = ReplyRoom(nil, nil)

    private let budget: SharedReplyBudget?
    private let connection: LargeReplies?
    private let state = Mutex(State())

    private static let free = 64 << 10
    /// What is taken at a time.
    private static let step = 1 << 20

    init(_ budget: SharedReplyBudget?, _ connection: LargeReplies?) {
        self.budget = budget
        self.connection = connection
    }

    /// Takes room for so many bytes more. To be called before or while they are gathered, by one task at a time.
    ///
    /// - Throws: `cancelled` when the request is while it waits.
    public func take(_ bytes: Int) async throws(AlmagestError) {
        guard let budget else { return }
        let (missing, known) = state.withLock { state -> (Int, UInt64?) in
            state.used += max(0, bytes)
            guard state.used > state.granted else { return (0, nil) }
            let missing = (state.used - state.granted + Self.step - 1) / Self.step * Self.step
            state.granted += missing
            return (missing, state.number)
        }
        guard missing > 0 else { return }
        let number: UInt64
        if let known {
            number = known
        } else {
            // First of the connection's own: who waits for that holds nothing that others wait for.
            if let connection {
                guard await connection.enter() else { throw Self.cancelled }
                state.withLock { $0.hasEntered = true }
            }
            number = budget.begin()
            state.withLock { $0.number = number }
        }
        guard await budget.take(number, missing) else { throw Self.cancelled }
    }

    private static var cancelled: AlmagestError { AlmagestError(.cancelled, "The request was cancelled.") }

    /// What was gathered is let go of: the reply begins anew.
    public func empty() {
        end()
        state.withLock { state in
            state.used = 0
            state.granted = Self.free
        }
    }

    /// The reply is handed over, or there is none.
    func end() {
        let (number, hasEntered) = state.withLock { state in
            defer {
                state.hasEntered = false
                state.number = nil
            }
            return (state.number, state.hasEntered)
        }
        if let number { budget?.end(number) }
        if hasEntered { connection?.leave() }
    }
}
