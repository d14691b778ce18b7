import CSystem
import Glibc

/// What happens on the loop's thread.
extension LineChannel {
    func ready(_ token: EventLoop.Token, _ interest: EventLoop.Interest) {
        let (isRead, isWrite) = state.withLock { ($0.readToken == token, $0.writeToken == token) }
        if isWrite && interest.contains(.writable) { flush() }
        guard isRead else {
            if isWrite && interest.contains(.hangup) { close(.gone) }
            return
        }
        if interest.contains(.readable) || (interest.contains(.hangup) && !isDuplex) {
            read(otherSideIsGone: interest.contains(.hangup))
        } else if interest.contains(.hangup) {
            close(.gone)
        }
    }

    private func flush() {
        let (isBroken, isDone) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            let before = state.outgoing.bytes
            let status = state.outgoing.flush(to: writing, isSocket: writesToSocket)
            state.takenBytes &+= UInt64(before - state.outgoing.bytes)
            _ = budgets?.unsent.note(self, state.outgoing.bytes)
            if status == -Int(EAGAIN) { return (false, false) }
            guard status >= 0 else { return (true, false) }
            waitToWrite(&state, false)
            return (false, state.closesWhenFlushed)
        }
        if isBroken { close(.gone) } else if isDone { close() } else { delegate?.flushed() }
    }

    private func read(otherSideIsGone: Bool) {
        let buffer = LineChannel.scratch
        guard let base = buffer.baseAddress else { return }
        let count = almagest_read(reading, base, buffer.count)
        if count > 0 {
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 {
            hasEnded = true
            setReading(false)
            if otherSideIsGone && isDuplex { close(.gone) } else { delegate?.ended() }
        } else if count != -Int(EAGAIN) {
            close(.gone)
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer) {
        guard let delegate else { return }
        var turn = LineChannel.linesPerTurn
        var isRefused = false
        _ = framer.feed(bytes) { event in
            guard turn > 0 else { return false }
            var length = 0
            if case .line(let line) = event { length = line.count }
            guard delegate.wantsLine(of: length) else {
                isRefused = true
                return false
            }
            turn -= 1
            switch event {
            case .line(let line): delegate.received(line)
            case .tooLong: delegate.receivedTooLong()
            }
            return true
        }
        setReading(turn > 0 && !isRefused && delegate.wantsLines)
        if turn == 0 { resumeReading() }
        noteArriving()
    }

    private func noteArriving() {
        guard let most = budgets?.arriving.note(self, framer.heldBytes) else { return }
        // Not from within: it may be this one, or be in the midst of its own lines.
        loop.perform { most.giveUpLine() }
    }

    func giveUpLine() {
        guard !isClosed else { return }
        if framer.giveUpLine() {
            delegate?.gaveUpLine()
        } else if let line = framer.giveUpWholeLine(longerThan: SharedBudget.freeBytes) {
            budgets?.working.leave(self)
            delegate?.gaveUp(line)
            resumeReading()
        } else {
            return
        }
        noteArriving()
    }

    /// Lines after which others get their turn.
    private static let linesPerTurn = 256

    /// What is read lands here first; only used on the loop's thread, between two calls of `read`.
    private nonisolated(unsafe) static let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 256 << 10, alignment: 64)
}
