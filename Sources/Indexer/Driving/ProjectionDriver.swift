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
///
/// A projection that finds its files damaged, replaced or gone begins anew; the journal lane then goes back to where that
/// is, and until it has, the projection counts as behind.
actor ProjectionDriver {
    nonisolated let projection: any Projection
    let catalog: Catalog
    /// Share of the time that the journal lane works while there is a backlog.
    let processorShare: Double

    var progress = Progress()
    var waiters = SeqWaiters()
    var urgentQueue: [UrgentWrite] = []
    /// What of the queue is being applied.
    var urgentUnderWay: [UrgentWrite] = []
    var urgentRunning = false
    var failure: AlmagestError?
    /// Since something was applied last.
    var failures = 0
    private(set) var closed = false
    private var isLooking = false
    private let published: Mutex<ProjectionState>
    private var signal: CheckedContinuation<Void, Never>?
    private var signalled = false
    private var allowance: UrgentAllowance?
    private var lullTimer: Task<Void, Never>?
    private var loop: Task<Void, Never>?
    private var urgentLoop: Task<Void, Never>?
    private var resting: Task<Void, Never>?

    struct UrgentWrite {
        let rows: [RowID]
        let seqs: ClosedRange<Seq>
    }

    /// After this long without urgent writes the journal lane takes them in.
    private static let lull = Duration.seconds(2)
    /// An urgent backlog beyond this goes by the journal lane: somebody is streaming one at a time.
    private static let urgentLimit = 512

    init(_ projection: any Projection, catalog: Catalog, processorShare: Double = 1) {
        self.projection = projection
        self.processorShare = max(0.01, min(1, processorShare))
        self.catalog = catalog
        allowance = projection.urgentRate.map { UrgentAllowance(rate: $0) }
        // Until it starts nothing is known of it.
        var unknown = Progress()
        unknown.raiseTarget(to: .max)
        published = Mutex(ProjectionState(of: projection.name, unknown, hasUrgent: false, failure: nil))
    }

    /// Looks how far the projection is, empties it when it cannot belong to this catalog, and starts.
    func start(rebuild: Bool) async throws {
        var applied = try await projection.appliedSeq()
        let canFollow = try await catalog.canFollow(from: applied)
        if rebuild || !canFollow {
            try await projection.reset()
            applied = 0
        }
        progress.begin(at: applied, through: catalog.lastSeq)
        publish()
        // Bulk work: it gives way to whoever waits for an answer.
        loop = Task(priority: .utility) { await runJournalLane() }
    }

    /// Stops both lanes, then flushes and closes the projection. Embedding a portion may take long on a busy machine: it is
    /// left off, and done again after the next start.
    func close() async {
        closed = true
        projection.leaveOff()
        lullTimer?.cancel()
        resting?.cancel()
        wake()
        await loop?.value
        await urgentLoop?.value
        waiters.giveUpAll()
        try? await projection.flush()
        await projection.close()
    }

    // MARK: What has been written

    /// Tells of a committed write that may go by the urgent lane.
    func urgent(rows: [RowID], seqs: ClosedRange<Seq>) {
        let isAllowed = allowance?.take(rows.count) ?? true
        guard isAllowed, urgentQueue.count < Self.urgentLimit else { return bulk(through: seqs.upperBound) }
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
        progress.raiseTarget(to: seq)
        publish()
        wake()
    }

    // MARK: What has been lost

    /// Looks whether the projection's files still are its own.
    func look() async {
        if isLooking { return }
        isLooking = true
        defer { isLooking = false }
        if await projection.isLost() { noteLoss() }
    }

    /// The projection may have begun anew: the journal lane goes back to where it is.
    func noteLoss() {
        progress.isLost = true
        publish()
        wake()
    }

    // MARK: How far it is

    /// How far it is; read without waiting for the lanes.
    nonisolated var state: ProjectionState { published.withLock { $0 } }

    func publish() {
        let state = ProjectionState(of: projection.name, progress, hasUrgent: urgentRunning, failure: failure)
        published.withLock { $0 = state }
    }

    /// Tells everybody how far it is.
    func tell() {
        publish()
        waiters.tell(progress)
    }

    /// True once what was written at `seq` can be found in the projection; false when `deadline` comes first or the task
    /// is cancelled.
    func wait(for seq: Seq, until deadline: ContinuousClock.Instant) async -> Bool {
        if progress.has(seq) { return true }
        if closed || ContinuousClock.now >= deadline { return false }
        let id = waiters.newID()
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
                if progress.has(seq) {
                    continuation.resume(returning: true)
                } else {
                    waiters.add(id, seq: seq, continuation)
                }
            }
        } onCancel: {
            // It comes after the waiter is there: until then this actor does nothing else.
            Task { await self.giveUp(id) }
        }
        timer.cancel()
        return reached
    }

    private func giveUp(_ id: UInt64) { waiters.giveUp(id) }

    // MARK: Waking the journal lane

    /// Returns after that long, or when it is closed.
    func rest(for duration: Duration) async {
        if closed { return }
        let rest = Task { () -> Void in _ = try? await Task.sleep(for: duration) }
        resting = rest
        await rest.value
        resting = nil
    }

    /// Returns when there may be something in the journal; does the housekeeping after a quiet while.
    func sleepUntilWoken() async {
        if signalled {
            signalled = false
            return
        }
        let housekeeping = Task {
            try? await Task.sleep(for: .seconds(5))
            guard !Task.isCancelled else { return }
            try? await projection.idle()
            await look()
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
}
