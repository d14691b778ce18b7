import AlmagestEntities

/// How many providers may run at a time.
actor ProcessSlots {
    private var free: Int
    private let limit: Int
    private var waiters: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextWaiter = 0

    init(limit: Int) {
        self.limit = limit
        free = limit
    }

    /// Takes a slot; `makeRoom` may give one back by ending a provider that nobody uses.
    ///
    /// - Throws: `busy` when there is none by `deadline`.
    func take(
        until deadline: ContinuousClock.Instant, makeRoom: @Sendable () async -> Bool
    ) async throws(AlmagestError) {
        if free > 0 {
            free -= 1
            return
        }
        _ = await makeRoom()
        if free > 0 {
            free -= 1
            return
        }
        let id = nextWaiter
        nextWaiter += 1
        let timer = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            if !Task.isCancelled { giveUp(id) }
        }
        let taken = await withCheckedContinuation { waiters.append((id, $0)) }
        timer.cancel()
        guard taken else {
            throw AlmagestError(
                .busy, "\(limit) providers run already, and none of them was free in time.",
                hint: "Try again, or raise providers.processes.")
        }
    }

    /// Gives a slot back.
    func giveBack() {
        if waiters.isEmpty { free += 1 } else { waiters.removeFirst().continuation.resume(returning: true) }
    }

    private func giveUp(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: false)
    }
}
