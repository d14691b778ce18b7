import AlmagestEntities
import Catalog
import Foundation
import Synchronization

/// Keeps one projection in step with the catalog, over its two lanes.
///
/// The journal lane reads the journal in order. The urgent lane carries interactive donations ahead of
/// it; the journal lane comes past the same rows later and finds them done. While all that is missing
/// from the journal lane has gone through the urgent one, it waits for a lull: reading it again at once
/// would be work done twice for nobody.
actor ProjectionDriver {
    nonisolated let projection: any Projection
    private let catalog: Catalog
    /// Share of the time that the journal lane works while there is a backlog.
    private let processorShare: Double

    /// Applied by the journal lane and searchable.
    private var searchable: Seq = 0
    /// Applied by the journal lane, perhaps not searchable yet.
    private var applied: Seq = 0
    /// Newest `seq` that only the journal lane will bring.
    private var bulkTarget: Seq = 0
    /// Ranges of `seq` that the urgent lane has finished beyond `searchable`; neighbours are one.
    private var urgentDone: [ClosedRange<Seq>] = []
    private var urgentQueue: [UrgentWrite] = []
    /// What of the queue is being applied.
    private var urgentUnderWay: [UrgentWrite] = []
    private var urgentRunning = false
    private var waiters: [Waiter] = []
    private var failure: AlmagestError?
    private var failures = 0
    private var closed = false
    /// Whether a search failed in it since it was last looked at.
    private var suspected = false
    private let published: Mutex<ProjectionState>
    private var signal: CheckedContinuation<Void, Never>?
    private var signalled = false
    private var lullTimer: Task<Void, Never>?
    private var loop: Task<Void, Never>?
    private var urgentLoop: Task<Void, Never>?

    private struct UrgentWrite {
        let rows: [RowID]
        let seqs: ClosedRange<Seq>
    }

    private struct Waiter {
        let id: UInt64
        let seq: Seq
        let continuation: CheckedContinuation<Bool, Never>
    }
    private var nextWaiter: UInt64 = 0

    /// After this long without urgent writes the journal lane takes them in.
    private static let lull = Duration.seconds(2)
    /// An urgent backlog beyond this goes by the journal lane: somebody is streaming one at a time.
    private static let urgentLimit = 512
    /// Searchable at least this often while a long backlog is worked off.
    private static let flushEvery = Duration.seconds(5)

    init(_ projection: any Projection, catalog: Catalog, processorShare: Double = 1) {
        self.projection = projection
        self.processorShare = max(0.01, min(1, processorShare))
        self.catalog = catalog
        published = Mutex(
            ProjectionState(
                name: projection.name, seq: 0, complete: 0, isBehind: true, hasUrgent: false, failure: nil,
                isRebuilding: false))
    }

    /// Looks how far the projection is, empties it when it cannot belong to this catalog, and starts.
    func start(rebuild: Bool) async throws {
        applied = try await projection.appliedSeq()
        let horizon = try await catalog.horizon()
        if rebuild || applied > catalog.lastSeq || (applied != 0 && applied < horizon) {
            try await projection.reset()
            applied = 0
        }
        searchable = applied
        bulkTarget = catalog.lastSeq
        publish()
        loop = Task { await runJournalLane() }
    }

    // MARK: What has been written

    /// Tells of a committed write that may go by the urgent lane.
    func urgent(rows: [RowID], seqs: ClosedRange<Seq>) {
        guard urgentQueue.count < Self.urgentLimit else { return bulk(through: seqs.upperBound) }
        urgentQueue.append(UrgentWrite(rows: rows, seqs: seqs))
        if !urgentRunning {
            urgentRunning = true
            urgentLoop = Task { await runUrgentLane() }
        }
        publish()
        lullTimer?.cancel()
        lullTimer = Task {
            try? await Task.sleep(for: Self.lull)
            if !Task.isCancelled { wake() }
        }
    }

    /// Tells of a committed write that the journal lane brings.
    func bulk(through seq: Seq) {
        bulkTarget = max(bulkTarget, seq)
        publish()
        wake()
    }

    /// A search failed in the projection; one that found itself damaged has begun anew and is followed from there.
    func look() {
        suspected = true
        wake()
    }

    // MARK: How far it is

    /// How far it is; read without waiting for the lanes.
    nonisolated var state: ProjectionState { published.withLock { $0 } }

    private func publish() {
        // Ranges come in order but for those of a failed attempt, which the journal lane brings.
        let complete = urgentDone.reduce(searchable) { $1.lowerBound <= $0 + 1 ? max($0, $1.upperBound) : $0 }
        let state = ProjectionState(
            name: projection.name, seq: searchable, complete: complete, isBehind: searchable < bulkTarget,
            hasUrgent: urgentRunning,
            failure: failure,
            isRebuilding: applied == 0 && bulkTarget > 0)
        published.withLock { $0 = state }
    }

    /// True once what was written at `seq` can be found in the projection; false when `deadline` comes first or the task
    /// is cancelled.
    func wait(for seq: Seq, until deadline: ContinuousClock.Instant) async -> Bool {
        if hasApplied(seq) { return true }
        if closed || ContinuousClock.now >= deadline { return false }
        nextWaiter += 1
        let id = nextWaiter
        let timer = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            if !Task.isCancelled { self.giveUp(id) }
        }
        // Somebody waits: no lull for the journal lane, unless the urgent lane is about to bring it.
        if !(urgentQueue + urgentUnderWay).contains(where: { $0.seqs.contains(seq) }) {
            bulk(through: min(seq, catalog.lastSeq))
        }
        let reached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if hasApplied(seq) {
                    continuation.resume(returning: true)
                } else {
                    waiters.append(Waiter(id: id, seq: seq, continuation: continuation))
                }
            }
        } onCancel: {
            // It comes after the waiter is there: until then this actor does nothing else.
            Task { await self.giveUp(id) }
        }
        timer.cancel()
        return reached
    }

    private func hasApplied(_ seq: Seq) -> Bool {
        seq <= searchable || urgentDone.contains { $0.contains(seq) }
    }

    private func giveUp(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: false)
    }

    private func tellWaiters() {
        var rest: [Waiter] = []
        for waiter in waiters {
            if hasApplied(waiter.seq) { waiter.continuation.resume(returning: true) } else { rest.append(waiter) }
        }
        waiters = rest
    }

    // MARK: Lanes

    private func runUrgentLane() async {
        while !urgentQueue.isEmpty, !closed {
            let writes = urgentQueue
            urgentUnderWay = writes
            defer { urgentUnderWay = [] }
            urgentQueue.removeAll(keepingCapacity: true)
            do {
                let changes = try await catalog.changes(rows: writes.flatMap(\.rows))
                try await projection.applyUrgent(changes)
                for write in writes { noteUrgentDone(write.seqs) }
                publish()
                tellWaiters()
            } catch {
                note(error)
                // The journal lane brings it, with its own patience.
                for write in writes { bulk(through: write.seqs.upperBound) }
            }
        }
        urgentRunning = false
        publish()
    }

    private func noteUrgentDone(_ seqs: ClosedRange<Seq>) {
        if let last = urgentDone.last, last.upperBound + 1 == seqs.lowerBound {
            urgentDone[urgentDone.count - 1] = last.lowerBound...seqs.upperBound
        } else {
            urgentDone.append(seqs)
        }
    }

    private func runJournalLane() async {
        var lastFlush = ContinuousClock.now
        var dirty = false
        while !closed {
            do {
                if suspected {
                    suspected = false
                    await followIfBegunAnew()
                }
                // Read before the journal is: a write that commits meanwhile is not in `changes`.
                let target = bulkTarget
                let changes = try await catalog.changes(after: applied, limit: projection.journalChunk)
                if let last = changes.last {
                    let began = ContinuousClock.now
                    try await projection.apply(changes, through: last.seq)
                    if processorShare < 1 {
                        try? await Task.sleep(for: (ContinuousClock.now - began) * (1 / processorShare - 1))
                    }
                    applied = last.seq
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
                    searchable = applied
                    urgentDone.removeAll { $0.upperBound <= searchable }
                    tellWaiters()
                }
                publish()
                if caughtUp {
                    // The journal keeps the newest change of a row only, so it may end below the target.
                    if changes.isEmpty { searchable = max(searchable, target) }
                    publish()
                    tellWaiters()
                    try await sleepUntilWoken()
                }
            } catch {
                note(error)
                // Not the request's business: it is durable in the catalog. Try again, less and less often.
                failures += 1
                try? await Task.sleep(for: .milliseconds(min(30_000, 100 << min(failures, 8))))
                await followIfBegunAnew()
            }
        }
    }

    /// One that found itself damaged has begun anew.
    private func followIfBegunAnew() async {
        guard let now = try? await projection.appliedSeq(), now < applied else { return }
        applied = now
        searchable = min(searchable, now)
        bulkTarget = max(bulkTarget, catalog.lastSeq)
        urgentDone = []
        publish()
    }

    /// Returns when there may be something in the journal; does the housekeeping after a quiet while.
    private func sleepUntilWoken() async throws {
        if signalled {
            signalled = false
            return
        }
        let housekeeping = Task {
            try? await Task.sleep(for: .seconds(5))
            if !Task.isCancelled { try? await projection.idle() }
        }
        await withCheckedContinuation { continuation in
            if signalled || closed {
                continuation.resume()
            } else {
                signal = continuation
            }
        }
        signalled = false
        housekeeping.cancel()
    }

    private func wake() {
        signalled = true
        signal?.resume()
        signal = nil
    }

    private func note(_ error: any Error) {
        failure =
            error as? AlmagestError
            ?? AlmagestError(.internalError, "\(projection.name): \(error)")
        publish()
    }

    /// Stops both lanes, then flushes and closes the projection.
    func close() async {
        closed = true
        lullTimer?.cancel()
        wake()
        await loop?.value
        await urgentLoop?.value
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        waiters = []
        try? await projection.flush()
        await projection.close()
    }
}

/// How far a projection is.
public struct ProjectionState: Sendable {
    public let name: String
    /// What is applied and searchable, in journal order.
    public let seq: Seq
    /// Everything up to here is searchable, by either lane.
    public let complete: Seq
    /// Bulk content is still on its way into it.
    public let isBehind: Bool
    /// Single donations are on their way into it by the urgent lane.
    public let hasUrgent: Bool
    /// The latest thing that went wrong, while it lasts.
    public let failure: AlmagestError?
    public let isRebuilding: Bool
}
