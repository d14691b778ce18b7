import CVectorScan
import Catalog
import Foundation
import Synchronization
import Threads

/// Vectors of passages on disk and in memory, searched exactly in two steps.
///
/// Writers wait for each other; a search takes the newest snapshot and no further lock, so appends, removals and
/// compaction go on meanwhile. Damage found at open empties the store (`appliedSeq` 0): its owner fills it again.
///
///     let store = try VectorStore(directory: directory, dimensions: 384, modelHash: hash)
///     try store.append([VectorEntry(row: 1, revision: 7, passage: 0, vector: vector)])
///     try store.flush(appliedSeq: 7)
///     store.search(vector, within: nil, count: 10)   // [row 1, revision 7, cosine 1.0]
public final class VectorStore: Sendable {
    /// How `init` found the store.
    public enum Opening: Sendable, Hashable {
        case created
        case opened
        /// The log's header was damaged: the state is that of the last sealed segment.
        case recovered(String)
        /// Emptied, and why.
        case reset(String)
    }

    public let opening: Opening
    public let settings: VectorStoreSettings
    let shape: VectorShape
    let directory: String
    let modelHash: String
    let level: vscan_level
    private let newest: Mutex<VectorSnapshot>
    private let writer: Mutex<VectorStoreState>
    private let compaction = Mutex<Void>(())
    private let damage = Atomic<Bool>(false)

    /// Opens or makes the store in `directory`. Another model or another number of dimensions empties it.
    ///
    /// Throws only what the system refuses: no permission, no space.
    public init(directory: URL, dimensions: Int, modelHash: String, settings: VectorStoreSettings = .init())
        throws(VectorStoreError)
    {
        let best = vscan_best_level()
        level = settings.kernelLevel.map { vscan_level(rawValue: UInt32(min(max($0, 0), Int(best.rawValue)))) } ?? best
        shape = VectorShape(dimensions: dimensions)
        self.directory = directory.path(percentEncoded: false)
        self.modelHash = modelHash
        self.settings = settings
        var opened = try VectorStoreState.open(
            directory: self.directory, shape: shape, modelHash: modelHash, settings: settings)
        opened.state.noteWrite()
        opening = opened.opening
        newest = Mutex(VectorSnapshot(shape: shape, parts: opened.state.parts))
        writer = Mutex(opened.state)
    }

    /// The `seq` of the last flush.
    public var appliedSeq: Seq { writer.withLock { $0.appliedSeq } }

    /// Bytes of all files, and of what waits for a flush.
    public var sizeOnDisk: Int64 { writer.withLock { Int64($0.sizeOnDisk) } }

    /// Live vectors.
    public var count: Int { snapshot.liveCount }

    /// Whether a search met a file that no longer holds what was written; only a `reset` helps.
    public var isDamaged: Bool { damage.load(ordering: .relaxed) }

    var snapshot: VectorSnapshot { newest.withLock { $0 } }

    // MARK: - Writing

    /// Adds vectors, visible to searches at return. A newer revision of a row replaces the older; an older one than is
    /// there is left out; the same revision and passage again replaces itself. Durable after `flush`.
    public func append(_ entries: [VectorEntry]) throws(VectorStoreError) {
        for entry in entries where entry.vector.count != shape.dimensions {
            throw .dimensions(expected: shape.dimensions, found: entry.vector.count)
        }
        let batch = VectorBatch(entries, shape: shape)
        try change { state throws(VectorStoreError) in try state.append(batch) }
    }

    /// Removes all passages of rows.
    public func remove(rows: [RowID]) throws(VectorStoreError) {
        try change { state throws(VectorStoreError) in try state.remove(rows) }
    }

    /// Makes all that was appended and removed before durable, together with `appliedSeq`.
    public func flush(appliedSeq: Seq) throws(VectorStoreError) {
        try change { state throws(VectorStoreError) in try state.flush(appliedSeq) }
    }

    /// Empties the store, durably; `appliedSeq` is 0 afterwards.
    public func reset() throws(VectorStoreError) {
        try change(evenIfDamaged: true) { state throws(VectorStoreError) in try state.reset() }
        damage.store(false, ordering: .relaxed)
    }

    /// Looks whether the files still are those that it wrote; `isDamaged` where they are not.
    public func lookAtFiles() {
        if writer.withLock({ $0.isTouched }) { damage.store(true, ordering: .relaxed) }
    }

    /// Merges segments if more than a quarter is dead or many are small; `completely` also if anything at all is dead,
    /// so that no byte of what was removed is left. Searches and appends go on meanwhile.
    public func compact(completely: Bool = false) throws(VectorStoreError) {
        try compaction.withLock { _ throws(VectorStoreError) in
            try change { state throws(VectorStoreError) in try state.tidyLog(completely: completely) }
            while let plan = try writer.withLock({ state throws(VectorStoreError) in
                state.planCompaction(completely: completely)
            }) {
                let merged: VectorSegment?
                do throws(VectorStoreError) {
                    merged = try plan.run()
                } catch {
                    if case .damaged = error { damage.store(true, ordering: .relaxed) }
                    throw error
                }
                try change { state throws(VectorStoreError) in try state.finish(plan, merged: merged) }
            }
        }
    }

    /// Runs a change and publishes what it led to, even if it threw after having changed something.
    private func change(
        evenIfDamaged: Bool = false, _ body: (inout VectorStoreState) throws(VectorStoreError) -> Void
    ) throws(VectorStoreError) {
        try writer.withLock { state throws(VectorStoreError) in
            if !evenIfDamaged, isDamaged || state.isTouched {
                damage.store(true, ordering: .relaxed)
                throw .damaged(file: directory, reason: "the files are not those that were written")
            }
            defer {
                state.noteWrite()
                if state.isChanged {
                    let snapshot = VectorSnapshot(shape: shape, parts: state.parts)
                    newest.withLock { $0 = snapshot }
                    state.isChanged = false
                }
            }
            try body(&state)
        }
    }

    // MARK: - Searching

    /// The best passage of each of the `count` nearest rows (of `within`, if given), best first, equals by row.
    ///
    /// The query's length scales the cosines; give it length 1. A query without direction or of the wrong dimensions
    /// finds nothing.
    ///
    /// `exactly` asks for those whatever else is there: of all passages of `within`, if they are no more than
    /// `VectorSearch.exactPassages`. What is chosen by sketches depends a little on the other vectors.
    public func search(_ query: [Float], within: RowSet?, count: Int, exactly: Bool = false) -> [VectorHit] {
        guard let search = makeSearch(query, within) else { return [] }
        return (exactly ? search.exactBest(count) : nil) ?? search.best(count)
    }

    /// The same, and the best passage of each of the rows gathered; `helper` takes a share of the work.
    func search(
        _ query: [Float], within: RowSet?, count: Int, exactly: Bool = false, measuring rows: GatheredVectors?,
        helper: HelperThread
    ) -> (nearest: [VectorHit], measured: [GatheredVectors.Measured]) {
        guard let search = makeSearch(query, within) else { return ([], []) }
        let measured = Mutex<[GatheredVectors.Measured]>([])
        let share = rows.map { rows in
            helper.share {
                let all = rows.measured(by: search.coded)
                measured.withLock { $0 = all }
            }
        }
        let nearest = (exactly ? search.exactBest(count) : nil) ?? search.best(count, helper: helper)
        share?.finish()
        return (nearest, measured.withLock { $0 })
    }

    /// The best passage of each of `rows`, ascending by row; rows without vectors are absent.
    public func cosines(_ query: [Float], rows: [RowID]) -> [VectorHit] {
        makeSearch(query, nil)?.cosines(of: rows) ?? []
    }

    /// The vectors of those rows, to be measured soon; nil where there are very many.
    func gather(_ rows: [RowID]) -> GatheredVectors? {
        GatheredVectors(rows: rows, of: snapshot) { damage.store(true, ordering: .relaxed) }
    }

    private func makeSearch(_ query: [Float], _ filter: RowSet?) -> VectorSearch? {
        guard query.count == shape.dimensions, let coded = CodedQuery(query, level: level) else { return nil }
        return VectorSearch(
            snapshot: snapshot, query: query, coded: coded, filter: filter, scan: settings.scan, level: level,
            fixedCandidates: settings.candidates, onDamage: { [self] in damage.store(true, ordering: .relaxed) })
    }
}
