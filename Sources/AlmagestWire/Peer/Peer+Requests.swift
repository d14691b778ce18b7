import AlmagestEntities

/// Answering the other side.
extension Peer {
    /// In order of arrival, on the loop's thread.
    func received(_ request: Request) {
        if request.method == "cancel" || request.method == "provider.cancel" {
            cancel(request)
            return
        }
        var request = request
        request.mayWait = handler.mayWait(request)
        enum Course { case start, wait, refuse }
        let course = state.withLock { [request] state -> Course in
            guard !state.isDraining else { return .refuse }
            if state.waiting.isEmpty
                && state.hasRoom(for: request, unsent: channel.waitingBytes, limits)
            {
                return .start
            }
            state.waiting.append(request)
            state.waitingBytes += request.weight
            noteBytes(&state)
            return .wait
        }
        switch course {
        case .start: start(request)
        case .wait: break
        case .refuse:
            reply(
                to: request.id,
                .failure(AlmagestError(.unavailable, "This side is about to stop.", hint: "Connect again.")))
        }
    }

    /// In order of arrival, on the loop's thread.
    private func start(_ request: Request) {
        var request = request
        let lane = handler.lane(of: request)
        let (serial, turn) = state.withLock { state -> (UInt64, Turn?) in
            let serial = state.begin(request)
            noteBytes(&state)
            guard lane == .ordered else { return (serial, nil) }
            let turn = Turn(after: state.lastTurn)
            state.lastTurn = turn
            return (serial, turn)
        }
        request.turn = turn
        request.room = budgets.map { ReplyRoom($0.replies, largeReplies) } ?? .unlimited
        let task: Task<Void, Never>
        if lane == .immediate {
            task = Task.immediate { [request] in await run(request, serial) }
        } else if lane == .ordered, request.size >= Peer.largeMessage, let bulk = handler.bulk {
            task = Task(executorPreference: bulk, priority: .utility) { [self, request] in await run(request, serial) }
        } else {
            task = Task(executorPreference: handler.executor(for: request)) { [self, request] in
                await run(request, serial)
            }
        }
        let isCancelled = state.withLock { state in
            state.inFlight[serial]?.task = task
            return state.inFlight[serial]?.isCancelled ?? false
        }
        if isCancelled { task.cancel() }
    }

    private func run(_ request: Request, _ serial: UInt64) async {
        do {
            reply(to: request.id, .success(try await handler.handle(request, from: self)))
            handler.answered(request, from: self)
        } catch {
            let isGivenUp = state.withLock { $0.inFlight[serial]?.isGivenUp ?? false }
            reply(to: request.id, .failure(isGivenUp ? Peer.tooMuchWaits : AlmagestError(thrown: error)))
        }
        request.room.end()
        request.turn?.pass()
        ended(serial)
    }

    func reply(to id: RequestID?, _ result: Result<[UInt8], AlmagestError>) {
        guard let id else { return }
        switch result {
        case .success(let bytes) where bytes.count > limits.messageBytes:
            let error = AlmagestError(
                .tooLarge, "The reply would have \(bytes.count) bytes; at most \(limits.messageBytes) are sent.",
                hint: "Ask for fewer or smaller parts.")
            channel.send(Line.reply(id: id, error: error))
        case .success(let bytes): channel.send(Line.reply(id: id, result: bytes))
        case .failure(let error): channel.send(Line.reply(id: id, error: error))
        }
    }

    private func ended(_ serial: UInt64) {
        let (isFree, isInLine, isDone) = state.withLock { state in
            state.end(serial)
            noteBytes(&state)
            return (!state.waiting.isEmpty, state.isInLine, state.isDraining && state.isIdle)
        }
        if isDone {
            channel.closeWhenFlushed()
        } else if isFree {
            // Starts in order, hence on one thread.
            loop.perform { [self] in startWaiting() }
        } else if isInLine {
            // With less of its own in work it may need no turn.
            channel.resumeReading()
        }
    }

    func startWaiting() {
        while true {
            let request = state.withLock { state -> Request? in
                guard let next = state.waiting.first,
                    state.hasRoom(for: next, unsent: channel.waitingBytes, limits)
                else { return nil }
                let request = state.waiting.removeFirst()
                state.waitingBytes -= request.weight
                return request
            }
            guard let request else { break }
            start(request)
        }
        if wantsLines { channel.resumeReading() }
    }

    /// The other side no longer wants an answer. The request still gets its reply, usually the error `cancelled`.
    private func cancel(_ request: Request) {
        do throws(AlmagestError) {
            guard let given = request.params?["id"] else {
                throw AlmagestError(.missingParameter, "“id” is missing.", path: "id")
            }
            guard let id = RequestID(given), id != .null else {
                throw AlmagestError(.invalidParameter, "The id of a request is a text or a number.", path: "id")
            }
            if let unknown = request.params?.members.first(where: { $0.key != "id" && $0.key != "reason" }) {
                throw AlmagestError(
                    .unknownParameter, "\(request.method) has no parameter “\(unknown.key.prefix(100))”.",
                    path: String(unknown.key.prefix(100)))
            }
            let isFound = cancel(id)
            reply(to: request.id, .success(Array(#"{"cancelled":\#(isFound)}"#.utf8)))
        } catch {
            reply(to: request.id, .failure(error))
        }
    }

    private func cancel(_ id: RequestID) -> Bool {
        let (tasks, waiting) = state.withLock { state -> ([Task<Void, Never>?], [Request]) in
            let serials = state.inFlight.filter { $0.value.id == id }.map(\.key)
            for serial in serials { state.inFlight[serial]?.isCancelled = true }
            let waiting = state.waiting.filter { $0.id == id }
            state.waiting.removeAll { $0.id == id }
            state.waitingBytes -= waiting.reduce(0) { $0 + $1.weight }
            noteBytes(&state)
            return (serials.map { state.inFlight[$0]?.task }, waiting)
        }
        for task in tasks { task?.cancel() }
        for request in waiting {
            reply(to: request.id, .failure(AlmagestError(.cancelled, "The request was cancelled before it began.")))
        }
        return !tasks.isEmpty || !waiting.isEmpty
    }
}
