import Synchronization

/// The replies of one connection that are not small: few are made at a time, and none while the other side has much to
/// read still. Whoever asks for more than he reads waits for himself alone, and for so long as he reads on.
final class LargeReplies: Sendable {
    private static let most = 2

    private let channel: LineChannel
    private let enough: Int
    private let patience: Duration
    private let loop: EventLoop
    private let turnstile: Turnstile
    private let isWatched = Mutex(false)

    init(channel: LineChannel, limits: WireLimits, loop: EventLoop) {
        self.channel = channel
        enough = limits.readAheadBytes
        patience = .seconds(limits.readerSeconds)
        self.loop = loop
        turnstile = Turnstile(Self.most) { [enough] in channel.waitingBytes <= enough }
    }

    /// True once the reply may grow large; false when the task is cancelled first.
    func enter() async -> Bool { await turnstile.enter(whenWaiting: { self.watch() }) }

    /// A large reply has been handed over, or is not made.
    func leave() { turnstile.leave() }

    /// Lets those go on that may; to be called when the other side has taken what there was.
    func look() { turnstile.look() }

    /// What waits keeps its request in memory: a reader who takes nothing at all is cut off.
    private func watch() {
        let begins = isWatched.withLock { isWatched in
            defer { isWatched = true }
            return !isWatched
        }
        guard begins else { return }
        let taken = channel.takenBytes
        loop.perform(at: .now + patience) { [weak self] in
            guard let self else { return }
            isWatched.withLock { $0 = false }
            guard turnstile.hasWaiting else { return }
            if channel.waitingBytes > enough, channel.takenBytes == taken {
                channel.close(.notReading)
            } else {
                watch()
            }
        }
    }
}
