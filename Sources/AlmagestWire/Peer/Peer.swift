import AlmagestEntities
import Synchronization

/// One side of a symmetric JSON-RPC connection: calls the other side and answers its calls.
///
/// Requests of the other side start in the order they arrive and are handled side by side, up to
/// `WireLimits.requestsInFlight`. What arrives beyond that waits, and beyond `readAheadBytes` isn't read
/// until some are done; replies and cancellations are read ahead of what waits. Replies go out as they are ready.
public final class Peer: Sendable {
    struct State: ~Copyable {
        var nextID: Int64 = 1
        var pending: [Int64: PendingCall] = [:]
        /// When the timer that looks for late calls goes off next.
        var timerAt: ContinuousClock.Instant?

        var nextSerial: UInt64 = 1
        var inFlight: [UInt64: InFlight] = [:]
        var bytesInFlight = 0
        /// Those among them that may wait for somebody.
        var bytesAsked = 0
        var waiting: [Request] = []
        var waitingBytes = 0
        var decodingBytes = 0
        /// It stands in line for work with a message that is unread.
        var isInLine = false
        /// What the server was told last.
        var noted = (work: 0, waiting: 0)
        var lastTurn: Turn?
        /// A large message is being decoded off the loop.
        var isDecoding = false

        /// No new requests: the other side has ended, or we end.
        var isDraining = false
        /// The other side sends no more, hence no replies.
        var hasEnded = false
        var isClosed = false
        var closeWaiters: [CheckedContinuation<Void, Never>] = []

        var bytesInWork: Int { bytesInFlight - bytesAsked + decodingBytes }
        var bytesThatWait: Int { bytesAsked + waitingBytes }
        var isIdle: Bool { inFlight.isEmpty && waiting.isEmpty && !isDecoding }

        /// Whether a request may begin. While the other side does not take its replies, only one at a time is made. By
        /// their bytes those that may wait for somebody hold up only each other: what they wait for may come behind them.
        func hasRoom(for request: Request, unsent: Int, _ limits: WireLimits) -> Bool {
            if inFlight.isEmpty { return true }
            let held = request.mayWait ? bytesAsked : bytesInFlight - bytesAsked
            return inFlight.count < limits.requestsInFlight && unsent <= limits.readAheadBytes
                && (held == 0 || held + request.weight <= limits.bytesInFlight)
        }

        mutating func begin(_ request: Request) -> UInt64 {
            defer { nextSerial += 1 }
            inFlight[nextSerial] = InFlight(id: request.id, weight: request.weight, mayWait: request.mayWait)
            bytesInFlight += request.weight
            if request.mayWait { bytesAsked += request.weight }
            return nextSerial
        }

        mutating func end(_ serial: UInt64) {
            giveBack(serial)
            inFlight[serial] = nil
        }

        /// It is no longer counted.
        mutating func giveBack(_ serial: UInt64) {
            guard let request = inFlight[serial] else { return }
            bytesInFlight -= request.weight
            if request.mayWait { bytesAsked -= request.weight }
            inFlight[serial]?.weight = 0
        }
    }

    let limits: WireLimits
    let handler: any PeerHandler
    let loop: EventLoop
    let channel: LineChannel
    let budgets: WireBudgets?
    let largeReplies: LargeReplies
    /// Called on the loop's thread before `handler.closed`.
    let onClose: @Sendable (Peer) -> Void
    let state = Mutex(State())

    /// Takes over two descriptors, which may be the same, and begins to read. It lives on its own until it is closed.
    ///
    /// They become non-blocking and are closed with the connection.
    public convenience init(
        reading: Int32, writing: Int32, limits: WireLimits = .init(), handler: any PeerHandler = NoHandler()
    ) {
        self.init(reading: reading, writing: writing, limits: limits, handler: handler, loop: .shared)
        start()
    }

    init(
        reading: Int32, writing: Int32, limits: WireLimits, budgets: WireBudgets? = nil, handler: any PeerHandler,
        loop: EventLoop,
        onClose: @escaping @Sendable (Peer) -> Void = { _ in }
    ) {
        self.onClose = onClose
        self.limits = limits
        self.handler = handler
        self.loop = loop
        self.budgets = budgets
        let channel = LineChannel(reading: reading, writing: writing, limits: limits, budgets: budgets, loop: loop)
        self.channel = channel
        largeReplies = LargeReplies(channel: channel, limits: limits, loop: loop)
    }

    func start() { channel.start(self) }

    /// Whether nothing can be sent any more.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Requests of the other side that are being handled or wait.
    public var requestsInFlight: Int { state.withLock { $0.inFlight.count + $0.waiting.count } }

    /// Bytes that were sent and that the other side has not taken yet.
    public var waitingBytes: Int { channel.waitingBytes }

    /// Ends the connection at once. Calls of either side fail with `connectionClosed`.
    public func close() { channel.close() }

    /// Ends the connection as soon as what is to be sent has been.
    public func closeWhenFlushed() { channel.closeWhenFlushed() }

    /// Takes no new requests, finishes those that have arrived, then closes; returns when that is done.
    public func drain() async {
        let isIdle = state.withLock { state in
            state.isDraining = true
            return state.isIdle
        }
        if isIdle { channel.closeWhenFlushed() }
        await waitUntilClosed()
    }

    /// Returns when the requests of the other side that have arrived are answered, or the connection has ended.
    public func settle() async {
        let last = state.withLock { $0.nextSerial + UInt64($0.waiting.count) }
        while true {
            let isSettled = state.withLock { state in
                state.isClosed || (state.inFlight.isEmpty && state.waiting.isEmpty && !state.isDecoding)
                    || (state.nextSerial >= last && !state.inFlight.keys.contains { $0 < last })
            }
            if isSettled { return }
            try? await Task.sleep(for: .milliseconds(2))
            if Task.isCancelled { return }
        }
    }

    /// Returns when the connection has ended.
    public func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closeWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }
}

extension Peer: Hashable {
    public static func == (left: Peer, right: Peer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A call of ours that has no reply yet.
struct PendingCall {
    let method: String
    let bytes: Int
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<Result<Response, AlmagestError>, Never>
}

/// A request of the other side that is being handled.
struct InFlight {
    let id: RequestID?
    var weight: Int
    let mayWait: Bool
    var task: Task<Void, Never>?
    var isCancelled = false
    /// It is cancelled because others need its room, see `WireBudgets.waiting`.
    var isGivenUp = false
}
