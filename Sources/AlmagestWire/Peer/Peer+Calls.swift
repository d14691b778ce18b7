import AlmagestEntities

/// Calling the other side.
extension Peer {
    /// Calls a method and waits for its result.
    ///
    /// - Parameters:
    ///   - params: a JSON object; empty for none.
    ///   - timeout: how long to wait; nil waits as long as the connection lives.
    /// - Throws: what the other side replied, or `timedOut`, `cancelled` (the task was; either way the other side is told
    ///   to stop), `connectionClosed`, `tooLarge`.
    public func call(
        _ method: String, params: [UInt8] = [], timeout: Duration? = nil
    ) async throws(AlmagestError) -> Response {
        guard params.count <= limits.messageBytes else {
            throw AlmagestError(
                .tooLarge, "The call has \(params.count) bytes; at most \(limits.messageBytes) can be sent.",
                hint: "Split it into several.")
        }
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        let deadline = timeout.map { ContinuousClock.now + $0 }
        let line = Line.request(id: id, method: method, params: params)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(
                    id,
                    PendingCall(method: method, bytes: line.count, deadline: deadline, continuation: continuation),
                    line)
            }
        } onCancel: {
            abandon(id, AlmagestError(.cancelled, "The call of \(method) was cancelled."))
        }
        return try result.get()
    }

    /// Tells the other side something that needs no reply. False if the connection has ended.
    @discardableResult
    public func notify(_ method: String, params: [UInt8] = []) -> Bool {
        channel.send(Line.request(id: nil, method: method, params: params))
    }

    private func begin(_ id: Int64, _ call: PendingCall, _ line: [UInt8]) {
        let (isOpen, alarm) = state.withLock { state -> (Bool, ContinuousClock.Instant?) in
            guard !state.isClosed && !state.hasEnded else { return (false, nil) }
            state.pending[id] = call
            guard let deadline = call.deadline, state.timerAt.map({ deadline < $0 }) ?? true else {
                return (true, nil)
            }
            state.timerAt = deadline
            return (true, deadline)
        }
        guard isOpen else {
            call.continuation.resume(returning: .failure(Peer.connectionClosed))
            return
        }
        if Task.isCancelled {
            finish(id, .failure(AlmagestError(.cancelled, "The call of \(call.method) was cancelled.")))
            return
        }
        // If this fails the channel closes, which ends the call.
        guard channel.send(line) else {
            finish(id, .failure(Peer.connectionClosed))
            return
        }
        // What waits unread for its turn may stand before the answer.
        if budgets != nil { channel.resumeReading() }
        if let alarm { loop.perform(at: alarm) { [weak self] in self?.giveUpLateCalls() } }
    }

    /// The result of a call is here, or will never be. False if it had ended before.
    @discardableResult
    func finish(_ id: Int64, _ result: Result<Response, AlmagestError>) -> Bool {
        guard let call = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return false }
        call.continuation.resume(returning: result)
        return true
    }

    /// Ends calls on this side and tells the other, with the reason in a provider's words: `user`, `timeout`, `shutdown`.
    ///
    /// - Parameter method: only calls of it; nil for all.
    public func abandonCalls(of method: String? = nil, _ error: AlmagestError, reason: String) {
        let ids = state.withLock { state in
            state.pending.filter { method == nil || $0.value.method == method }.map(\.key)
        }
        for id in ids.sorted() { abandon(id, error, reason: reason) }
    }

    /// Ends a call on this side and tells the other.
    private func abandon(_ id: Int64, _ error: AlmagestError, reason: String? = nil) {
        guard let call = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
        call.continuation.resume(returning: .failure(error))
        // A provider is told in its own words.
        let method = call.method.hasPrefix("provider.") ? "provider.cancel" : "cancel"
        var params = JSONWriter()
        params.beginObject()
        params.key("id")
        params.integer(id)
        if method == "provider.cancel" {
            params.key("reason")
            params.string(reason ?? (error.name == .timedOut ? "timeout" : "user"))
        }
        params.endObject()
        notify(method, params: params.bytes)
    }

    private func giveUpLateCalls() {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state in
            let late = state.pending.filter { $0.value.deadline.map { $0 <= now } ?? false }.map(\.key)
            let next = state.pending.values.compactMap(\.deadline).filter { $0 > now }.min()
            state.timerAt = next
            return (late, next)
        }
        for id in late {
            abandon(id, AlmagestError(.timedOut, "The other side did not answer in time."))
        }
        if let next { loop.perform(at: next) { [weak self] in self?.giveUpLateCalls() } }
    }

    /// An error that names no request: the longest of ours if it was too long, else any may be meant, and all of them end
    /// rather than that one waits for ever.
    func receivedUnaddressed(_ error: AlmagestError) {
        let ids = state.withLock { state -> [Int64] in
            guard error.name == .tooLarge else { return state.pending.keys.sorted() }
            return state.pending.max { $0.value.bytes < $1.value.bytes }.map { [$0.key] } ?? []
        }
        var error = error
        if ids.count > 1 {
            error.hint = "One of \(ids.count) calls is meant, and all of them ended; some may have been carried out."
        }
        for id in ids { finish(id, .failure(error)) }
    }

    static var connectionClosed: AlmagestError {
        AlmagestError(.connectionClosed, "The connection was closed before the reply.")
    }
}
