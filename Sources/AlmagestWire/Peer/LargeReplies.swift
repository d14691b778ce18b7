import Synchronization

/// The replies of one connection that are not small: few are made at a time, and none while the other side has much to
/// read still. Whoever asks for more than he reads waits for himself alone, and for so long as he reads on.
final class LargeReplies: Sendable {
    private struct State: ~Copyable {
        var making = 0
        var next: UInt64 = 0
        /// By the order in which they came.
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var isWatched = false
    }

    private static let most = 2

    private let channel: LineChannel
    private let enough: Int
    private let patience: Duration
    private let loop: EventLoop
    private let state = Mutex(State())

    init(channel: LineChannel, limits: WireLimits, loop: EventLoop) {
        self.channel = channel
        enough = limits.readAheadBytes
        patience = .seconds(limits.readerSeconds)
        self.loop = loop
    }

    /// True once the reply may grow large; false when the task is cancelled first.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.waiting.isEmpty, mayBegin(state.making) {
                        state.making += 1
                        return true
                    }
                    state.waiting[number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) } else { watch() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    /// Replies that wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// A large reply has been handed over, or is not made.
    func leave() {
        state.withLock { $0.making -= 1 }
        look()
    }

    /// Lets those go on that may; to be called when the other side has taken what there was.
    func look() {
        while true {
            let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let number = state.waiting.keys.min(), mayBegin(state.making) else { return nil }
                state.making += 1
                return state.waiting.removeValue(forKey: number)
            }
            guard let next else { return }
            next.resume(returning: true)
        }
    }

    private func mayBegin(_ making: Int) -> Bool { making < Self.most && channel.waitingBytes <= enough }

    /// What waits keeps its request in memory: a reader who takes nothing at all is cut off.
    private func watch() {
        let begins = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard begins else { return }
        let taken = channel.takenBytes
        loop.perform(at: .now + patience) { [weak self] in
            guard let self else { return }
            let isWaiting = state.withLock { state in
                state.isWatched = false
                return !state.waiting.isEmpty
            }
            guard isWaiting else { return }
            if channel.waitingBytes > enough, channel.takenBytes == taken {
                channel.close(.notReading)
            } else {
                watch()
            }
        }
    }
}
