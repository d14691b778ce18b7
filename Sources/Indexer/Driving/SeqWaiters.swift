import Catalog

/// Who waits until something can be found.
struct SeqWaiters {
    private struct Waiter {
        let id: UInt64
        let seq: Seq
        let continuation: CheckedContinuation<Bool, Never>
    }

    private var waiters: [Waiter] = []
    private var nextID: UInt64 = 0

    mutating func newID() -> UInt64 {
        nextID += 1
        return nextID
    }

    mutating func add(_ id: UInt64, seq: Seq, _ continuation: CheckedContinuation<Bool, Never>) {
        waiters.append(Waiter(id: id, seq: seq, continuation: continuation))
    }

    /// Its time is over.
    mutating func giveUp(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: false)
    }

    /// Tells those whose `seq` is there.
    mutating func tell(_ progress: Progress) {
        var rest: [Waiter] = []
        for waiter in waiters {
            if progress.has(waiter.seq) { waiter.continuation.resume(returning: true) } else { rest.append(waiter) }
        }
        waiters = rest
    }

    mutating func giveUpAll() {
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        waiters = []
    }
}
