import CSystem
import Glibc
import Synchronization

/// Lines over a pair of non-blocking descriptors, which it owns. The two may be the same.
final class LineChannel: EventHandler, @unchecked Sendable {
    // Unchecked: `framer`, `hasEnded` and, after `init`, `delegate` are only touched on the loop's thread; everything
    // else is constant or in `state`.

    enum CloseReason: Sendable {
        case ours
        /// The other side is gone.
        case gone
        /// The other side does not read, and too much waits for it.
        case notReading
    }

    struct State: ~Copyable {
        var readToken: EventLoop.Token?
        var writeToken: EventLoop.Token?
        var isReading = true
        var isWaitingToWrite = false
        var isClosed = false
        var closesWhenFlushed = false
        var outgoing = OutgoingQueue()
        var takenBytes: UInt64 = 0
    }

    let reading: Int32
    let writing: Int32
    let writesToSocket: Bool
    private let outgoingBytes: Int
    let budgets: WireBudgets?
    let loop: EventLoop
    /// Nil once closed, so that the two let go of each other.
    var delegate: (any LineChannelDelegate)?
    let state = Mutex(State())
    var framer: LineFramer
    var hasEnded = false

    init(reading: Int32, writing: Int32, limits: WireLimits, budgets: WireBudgets? = nil, loop: EventLoop) {
        self.reading = reading
        self.writing = writing
        self.outgoingBytes = limits.outgoingBytes
        self.budgets = budgets
        self.loop = loop
        framer = LineFramer(limit: limits.messageBytes)
        writesToSocket = almagest_is_socket(writing)
        _ = almagest_set_nonblocking(reading)
        if writing != reading { _ = almagest_set_nonblocking(writing) }
    }

    var isDuplex: Bool { reading == writing }

    /// Begins to read. Until it is closed the channel keeps its delegate.
    func start(_ delegate: any LineChannelDelegate) {
        loop.perform { [self] in
            self.delegate = delegate
            register()
        }
    }

    private func register() {
        let isBroken = state.withLock { state in
            guard !state.isClosed else { return false }
            do {
                // Something may have been sent already that did not fit.
                let writable: EventLoop.Interest = state.isWaitingToWrite ? .writable : []
                state.readToken = try loop.add(reading, isDuplex ? writable.union(.readable) : .readable, self)
                if isDuplex {
                    state.writeToken = state.readToken
                } else {
                    // A plain file can't be watched and needn't be: it always takes what is written.
                    state.writeToken = try? loop.add(writing, writable, self)
                }
                return false
            } catch {
                return true
            }
        }
        if isBroken { close(.gone) }
    }

    /// Sends one line; `line` ends with its newline. False if the channel is closed.
    @discardableResult
    func send(_ line: [UInt8]) -> Bool {
        enum Outcome { case sent, closed, broken, notReading }
        var most: LineChannel?
        let outcome = state.withLock { state -> Outcome in
            guard !state.isClosed && !state.closesWhenFlushed else { return .closed }
            var start = 0
            if state.outgoing.isEmpty {
                while start < line.count {
                    let written = line.withUnsafeBytes { all -> Int in
                        guard let base = all.baseAddress else { return 0 }
                        return almagest_write(writing, writesToSocket, base + start, all.count - start)
                    }
                    if written == -Int(EAGAIN) { break }
                    guard written >= 0 else { return .broken }
                    start += written
                }
                guard start < line.count else { return .sent }
            } else if state.outgoing.bytes + line.count > outgoingBytes {
                return .notReading
            }
            state.outgoing.append(line, from: start)
            waitToWrite(&state, true)
            most = budgets?.unsent.note(self, state.outgoing.bytes)
            return .sent
        }
        most?.close(.notReading)
        switch outcome {
        case .sent: return true
        case .closed: return false
        case .broken: close(.gone)
        case .notReading: close(.notReading)
        }
        return false
    }

    /// Looks again whether lines are welcome.
    func resumeReading() {
        loop.perform { [self] in
            guard !hasEnded, !isClosed, delegate?.wantsLines == true else { return }
            take(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// Ends one of the requests that it keeps waiting.
    func giveUpRequest() {
        loop.perform { [self] in delegate?.giveUpRequest() }
    }

    /// Closes at once; what is queued is lost.
    func close(_ reason: CloseReason = .ours) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            state.isClosed = true
            state.outgoing.removeAll()
            _ = budgets?.unsent.note(self, 0)
            if let token = state.readToken { loop.remove(reading, token) }
            if !isDuplex, let token = state.writeToken { loop.remove(writing, token) }
            state.readToken = nil
            state.writeToken = nil
            if isDuplex { shutdown(reading, Int32(SHUT_RDWR)) }
            return true
        }
        guard isFirst else { return }
        // On the loop's thread nobody is reading from them just now.
        loop.perform { [self] in
            Glibc.close(reading)
            if !isDuplex { Glibc.close(writing) }
            delegate?.closed(reason)
            delegate = nil
            _ = budgets?.arriving.note(self, 0)
            budgets?.working.leave(self)
        }
    }

    /// Closes as soon as what is queued is written.
    func closeWhenFlushed() {
        let isFlushed = state.withLock { state in
            state.closesWhenFlushed = true
            return state.outgoing.isEmpty
        }
        if isFlushed { close() }
    }

    /// Bytes that the other side hasn't taken yet.
    var waitingBytes: Int { state.withLock { $0.outgoing.bytes } }

    /// Bytes that it took, of those that had to wait.
    var takenBytes: UInt64 { state.withLock { $0.takenBytes } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: What is watched

    func setReading(_ isReading: Bool) {
        let isBroken = state.withLock { state in
            guard !state.isClosed, state.isReading != isReading else { return false }
            state.isReading = isReading
            if isDuplex {
                updateDuplex(&state)
            } else if isReading {
                state.readToken = try? loop.add(reading, .readable, self)
                return state.readToken == nil
            } else if let token = state.readToken {
                // Kept without interest it would report its end again and again.
                loop.remove(reading, token)
                state.readToken = nil
            }
            return false
        }
        if isBroken { close(.gone) }
    }

    func waitToWrite(_ state: inout State, _ isWaiting: Bool) {
        guard state.isWaitingToWrite != isWaiting else { return }
        state.isWaitingToWrite = isWaiting
        if isDuplex {
            updateDuplex(&state)
        } else if let token = state.writeToken {
            loop.change(writing, token, isWaiting ? .writable : [])
        }
    }

    private func updateDuplex(_ state: inout State) {
        guard let token = state.readToken else { return }
        var interest: EventLoop.Interest = []
        if state.isReading { interest.insert(.readable) }
        if state.isWaitingToWrite { interest.insert(.writable) }
        loop.change(reading, token, interest)
    }
}
