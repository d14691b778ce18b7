import AlmagestEntities
import Catalog

/// A projection in memory that remembers what it was told, and holds still or fails where a test wants it to.
actor RecordedProjection: Projection {
    enum Call: Equatable {
        case apply([Seq])
        case urgent([Seq])
        case flush, reset, close
    }

    /// What of a row it has: the revision, and the title; nil once it is deleted.
    struct Row: Equatable {
        let revision: Seq
        let title: String?
    }

    enum Lane: Hashable { case journal, urgent }

    nonisolated let name: String
    nonisolated let journalChunk: Int
    nonisolated let urgentRate: Double?
    private(set) var calls: [Call] = []
    private(set) var rows: [RowID: Row] = [:]
    private var applied: Seq
    private var lost = false
    /// Whoever is to stop at the next change of a lane; those that have; and who waits for one to do so.
    private var closed: Set<Lane> = []
    private var stopped: [Lane: CheckedContinuation<Void, Never>] = [:]
    private var waiting: [Lane: CheckedContinuation<Void, Never>] = [:]
    private var failures: [Lane: [AlmagestError]] = [:]

    init(_ name: String = "recorded", chunk: Int = 1_000, applied: Seq = 0, urgentRate: Double? = nil) {
        self.name = name
        self.urgentRate = urgentRate
        journalChunk = chunk
        self.applied = applied
    }

    // MARK: What a test wants

    /// From now on a lane stops where it would apply changes, until it is let go.
    func hold(_ lane: Lane) { closed.insert(lane) }

    /// Returns once the lane has stopped.
    func untilHeld(_ lane: Lane) async {
        if stopped[lane] != nil { return }
        await withCheckedContinuation { waiting[lane] = $0 }
    }

    func letGo(_ lane: Lane) {
        closed.remove(lane)
        stopped.removeValue(forKey: lane)?.resume()
    }

    /// Lets the change that a lane stopped at through, and stops at the next.
    func step(_ lane: Lane) { stopped.removeValue(forKey: lane)?.resume() }

    func fail(_ lane: Lane, _ errors: AlmagestError...) { failures[lane, default: []] += errors }

    /// What it had is gone, as after its files were removed.
    func lose() {
        lost = true
        rows = [:]
        applied = 0
    }

    var titles: Set<String> { Set(rows.values.compactMap(\.title)) }

    // MARK: Projection

    func appliedSeq() -> Seq {
        lost = false
        return applied
    }

    func isLost() -> Bool { lost }

    func apply(_ changes: [Change], through seq: Seq) async throws {
        try await pass(.journal)
        if lost { throw AlmagestError(.storeDamaged, "What it had is gone.") }
        calls.append(.apply(changes.map(\.seq)))
        take(changes)
        applied = seq
    }

    func applyUrgent(_ changes: [Change]) async throws {
        try await pass(.urgent)
        calls.append(.urgent(changes.map(\.seq)))
        take(changes)
    }

    func flush() { calls.append(.flush) }

    func idle() {}

    func reset() {
        calls.append(.reset)
        rows = [:]
        applied = 0
    }

    func sizeOnDisk() -> Int64 { 0 }

    func close() { calls.append(.close) }

    private func pass(_ lane: Lane) async throws {
        if closed.contains(lane) {
            await withCheckedContinuation { continuation in
                stopped[lane] = continuation
                waiting.removeValue(forKey: lane)?.resume()
            }
        }
        if let error = failures[lane]?.first {
            failures[lane]?.removeFirst()
            throw error
        }
    }

    private func take(_ changes: [Change]) {
        for change in changes where (rows[change.row]?.revision ?? 0) <= change.seq {
            if case .put(let entity) = change.kind {
                rows[change.row] = Row(revision: change.seq, title: entity.display.title)
            } else {
                rows[change.row] = Row(revision: change.seq, title: nil)
            }
        }
    }
}
