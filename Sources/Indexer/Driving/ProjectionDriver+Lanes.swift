import AlmagestEntities
import Catalog

/// The two lanes on which changes reach the projection.
extension ProjectionDriver {
    /// Searchable at least this often while a long backlog is worked off.
    private static let flushEvery = Duration.seconds(5)

    func runUrgentLane() async {
        while !urgentQueue.isEmpty, !closed {
            let writes = urgentQueue
            urgentUnderWay = writes
            defer { urgentUnderWay = [] }
            urgentQueue.removeAll(keepingCapacity: true)
            do {
                let changes = try await catalog.changes(rows: writes.flatMap(\.rows))
                try await projection.applyUrgent(changes)
                for write in writes { progress.finishUrgent(write.seqs) }
                tell()
            } catch {
                await note(error)
                // The journal lane brings it, with its own patience.
                for write in writes { bulk(through: write.seqs.upperBound) }
            }
        }
        urgentRunning = false
        publish()
    }

    func runJournalLane() async {
        var lastFlush = ContinuousClock.now
        var dirty = false
        while !closed {
            do {
                if progress.isLost { try await goBack() }
                // Read before the journal is: a write that commits meanwhile is not in `changes`.
                let target = progress.target
                let changes = try await catalog.changes(after: progress.applied, limit: projection.journalChunk)
                if let last = changes.last {
                    let began = ContinuousClock.now
                    try await projection.apply(changes, through: last.seq)
                    if processorShare < 1 {
                        await rest(for: (ContinuousClock.now - began) * (1 / processorShare - 1))
                    }
                    progress.applied = last.seq
                    dirty = true
                    failure = nil
                    failures = 0
                }
                // Big content comes in smaller portions, so fewer changes than asked for do not mean the end.
                let caughtUp =
                    changes.count < projection.journalChunk && (changes.last?.seq ?? .max) >= catalog.lastSeq
                if dirty, caughtUp || ContinuousClock.now - lastFlush > Self.flushEvery {
                    try await projection.flush()
                    dirty = false
                    lastFlush = .now
                    progress.flush()
                    tell()
                }
                publish()
                if caughtUp {
                    if changes.isEmpty { progress.endJournal(at: target) }
                    tell()
                    await sleepUntilWoken()
                }
            } catch {
                if closed { return }
                // Not the request's business: it is durable in the catalog.
                await note(error)
                failures += 1
                // What has begun anew is filled at once; all else is tried again less and less often.
                if failures == 1, progress.isLost { continue }
                await rest(for: patience(after: failures))
            }
        }
    }

    /// Goes on from where the projection is, which may be its beginning.
    private func goBack() async throws {
        let applied = try await projection.appliedSeq()
        progress.goBack(to: applied, through: catalog.lastSeq)
        publish()
    }

    private func note(_ error: any Error) async {
        let error = error as? AlmagestError ?? AlmagestError(.internalError, "\(projection.name): \(error)")
        await look()
        // One that has begun anew is filled again: that fails only when it happens again.
        if error.name != .storeDamaged || failures > 0 { failure = error }
        publish()
    }
}
