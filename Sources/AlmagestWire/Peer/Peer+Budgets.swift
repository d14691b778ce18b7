import AlmagestEntities

/// What this connection may take of its server, and gives back.
extension Peer {
    /// Requests that wait, however small they are.
    private static let mostWaiting = 1_024

    var wantsLines: Bool {
        state.withLock { state in
            !state.isDecoding && state.waitingBytes <= limits.readAheadBytes
                && state.waiting.count < Peer.mostWaiting
        }
    }

    func wantsLine(of length: Int) -> Bool {
        guard wantsLines else { return false }
        guard let working = budgets?.working else { return true }
        let (held, mayBeAnswer, wasInLine) = state.withLock { ($0.bytesInWork, !$0.pending.isEmpty, $0.isInLine) }
        let isAdmitted: Bool
        if mayBeAnswer {
            // The answer to a call of ours may be what somebody's request in work waits for.
            working.leave(channel)
            isAdmitted = true
        } else {
            isAdmitted = working.admits(channel, held: held, more: length)
        }
        if wasInLine == isAdmitted { state.withLock { $0.isInLine = !isAdmitted } }
        return isAdmitted
    }

    /// Tells the server what this connection has in work and what waits, after each change; by that another may go on, or
    /// has to give something up. With the state's lock held, so that the last one told is the last one that was.
    func noteBytes(_ state: inout State) {
        guard let budgets else { return }
        let (work, waiting) = (state.bytesInWork, state.bytesThatWait)
        if max(work, state.noted.work) > SharedBudget.freeBytes {
            budgets.working.note(channel, work)?.resumeReading()
        }
        if max(waiting, state.noted.waiting) > SharedBudget.freeBytes {
            budgets.waiting.note(channel, waiting)?.giveUpRequest()
        }
        state.noted = (work, waiting)
    }

    /// The largest request that waits, for somebody or in line, ends; of equal ones the newest.
    func giveUpRequest() {
        let (task, dropped) = state.withLock { state -> (Task<Void, Never>?, Request?) in
            defer { noteBytes(&state) }
            let asked = state.inFlight.filter { $0.value.mayWait && !$0.value.isGivenUp }
                .max { ($0.value.weight, $0.key) < ($1.value.weight, $1.key) }
            let inLine = state.waiting.indices.max { (state.waiting[$0].weight, $0) < (state.waiting[$1].weight, $1) }
            if let inLine, state.waiting[inLine].weight >= asked?.value.weight ?? 0 {
                let request = state.waiting.remove(at: inLine)
                state.waitingBytes -= request.weight
                return (nil, request)
            }
            guard let serial = asked?.key else { return (nil, nil) }
            state.giveBack(serial)
            state.inFlight[serial]?.isGivenUp = true
            state.inFlight[serial]?.isCancelled = true
            return (state.inFlight[serial]?.task, nil)
        }
        task?.cancel()
        if let dropped {
            reply(to: dropped.id, .failure(Peer.tooMuchWaits))
            startWaiting()
        }
    }

    static var tooMuchWaits: AlmagestError {
        AlmagestError(
            .busy, "Too much waits at once: the request was given up.",
            hint: "Send it again, or raise limits.allWaitingBytes.")
    }
}
