import AlmagestEntities

/// What the channel delivers; all on the loop's thread.
extension Peer: LineChannelDelegate {
    /// Messages from here on are decoded off the loop, so that nobody else waits.
    static let largeMessage = 32 << 10

    func received(_ line: UnsafeRawBufferPointer) {
        guard line.count >= Peer.largeMessage else {
            route(Message(line, limits: limits, list: handler.list(of:)))
            return
        }
        let copy = [UInt8](line)
        state.withLock { state in
            state.isDecoding = true
            state.decodingBytes = copy.count
            noteBytes(&state)
        }
        let bulk = handler.bulk
        Task(executorPreference: bulk, priority: bulk == nil ? nil : .utility) { [self] in
            let message = copy.withUnsafeBytes { Message($0, limits: limits, list: handler.list(of:)) }
            loop.perform { [self] in
                state.withLock { $0.isDecoding = false }
                route(message)
                let isDone = state.withLock { state in
                    // Not before: what it has become is counted by now.
                    state.decodingBytes = 0
                    noteBytes(&state)
                    return state.isDraining && state.isIdle
                }
                if isDone { channel.closeWhenFlushed() } else { channel.resumeReading() }
            }
        }
    }

    func flushed() { largeReplies.look() }

    func receivedTooLong() {
        let error = AlmagestError(
            .tooLarge, "The message is longer than \(limits.messageBytes) bytes.", hint: "Split it into several.")
        refuse(.null, error)
    }

    func gaveUpLine() {
        refuse(
            .null,
            AlmagestError(
                .busy, "Too much is arriving at once: the message was given up before its end.",
                hint: "Send it again, or raise limits.allArrivingBytes."))
    }

    func gaveUp(_ line: [UInt8]) {
        let error = AlmagestError(
            .busy, "Too much is being worked on at once: the message was given up.",
            hint: "Send it again, or raise limits.allWorkingBytes and limits.allArrivingBytes.")
        switch line.withUnsafeBytes({ Salvage($0, limits: limits).addressee }) {
        case .request(let id): refuse(id, error)
        case .reply(let id): finish(id, .failure(error))
        }
    }

    private func refuse(_ id: RequestID, _ error: AlmagestError) {
        if !handler.received(faulty: error, from: self) { channel.send(Line.reply(id: id, error: error)) }
    }

    private func route(_ message: Message) {
        switch message {
        case .request(let request): received(request)
        case .reply(.number(let text), let result): if let id = Int64(text) { finish(id, result) }
        case .reply(_, .failure(let error)): receivedUnaddressed(error)
        case .reply: break
        case .faulty(let id, let error): refuse(id, error)
        }
    }

    /// The other side has said all; it may still want the replies.
    func ended() {
        let (calls, isIdle) = state.withLock { state in
            let calls = Array(state.pending.values)
            state.pending = [:]
            state.hasEnded = true
            state.isDraining = true
            return (calls, state.isIdle)
        }
        for call in calls { call.continuation.resume(returning: .failure(Peer.connectionClosed)) }
        if isIdle { channel.closeWhenFlushed() }
    }

    func closed(_ reason: LineChannel.CloseReason) {
        let (calls, tasks, waiters) = state.withLock { state in
            state.isClosed = true
            state.isDraining = true
            let calls = Array(state.pending.values)
            let tasks = state.inFlight.values.compactMap(\.task)
            for serial in state.inFlight.keys { state.inFlight[serial]?.isCancelled = true }
            let waiters = state.closeWaiters
            state.pending = [:]
            state.waiting = []
            state.waitingBytes = 0
            state.closeWaiters = []
            noteBytes(&state)
            return (calls, tasks, waiters)
        }
        for call in calls { call.continuation.resume(returning: .failure(Peer.connectionClosed)) }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.resume() }
        onClose(self)
        Task { [self] in await handler.closed(self) }
    }
}
