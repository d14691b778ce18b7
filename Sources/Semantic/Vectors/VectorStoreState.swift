import Catalog
import Files
import Foundation

/// What the writer's lock guards: sealed segments, the tail's pieces, the log.
///
/// The tail is a few immutable pieces. Each append makes a new one, and neighbours of like size are merged at once, as
/// a binary counter carries: a vector is copied about log₂(tail) times, and readers need no care.
struct VectorStoreState: Sendable {
    let directory: String
    let shape: VectorShape
    let modelHash: String
    let settings: VectorStoreSettings
    var sealed: [SegmentPart] = []
    var pieces: [SegmentPart] = []
    var log: VectorLog
    /// As of the manifest.
    var sealedSeq: Seq
    var nextNumber: UInt64
    var manifestBytes = 0
    /// Rises with each reset, so that a compaction that began before is not mixed in.
    var era = 0
    /// Whether a new snapshot is due.
    var isChanged = false
    /// The files as the last change left them.
    var marks: FileMarks?

    var parts: [SegmentPart] { sealed + pieces }
    var appliedSeq: Seq { log.lastCommit ?? sealedSeq }
    var tailCount: Int { pieces.reduce(0) { $0 + $1.live.count } }
    var sizeOnDisk: Int { sealed.reduce(0) { $0 + $1.segment.bytesOnDisk } + log.size + manifestBytes }

    /// The tail grows with the store, so that segments stay few.
    private var sealCount: Int {
        let total = sealed.reduce(tailCount) { $0 + $1.live.count }
        return min(max(settings.sealCount, total / 16), settings.sealCount * 4)
    }

    /// Whether somebody else has touched the files since.
    var isTouched: Bool { marks != nil && marks != filesNow }

    mutating func noteWrite() { marks = filesNow }

    private var filesNow: FileMarks {
        FileMarks(of: [path(VectorManifest.name), log.file.path] + sealed.compactMap { segmentPath($0) })
    }

    private func segmentPath(_ part: SegmentPart) -> String? {
        part.segment.number.map { path(VectorManifest.segmentName($0)) }
    }

    mutating func append(_ batch: VectorBatch) throws(VectorStoreError) {
        let kept = try apply(batch)
        if kept.count > 0 { log.append(kept, shape: shape) }
        try settle()
    }

    mutating func remove(_ rows: [RowID]) throws(VectorStoreError) {
        let removed = apply(removing: rows)
        if !removed.isEmpty { log.remove(removed) }
        try settle()
    }

    mutating func flush(_ seq: Seq) throws(VectorStoreError) {
        if log.isBroken { return try seal(seq) }
        if seq == appliedSeq, log.isClean { return }
        try log.commit(seq)
    }

    /// Applies a batch sorted by row and passage; returns what of it is not older than what is there.
    @discardableResult
    mutating func apply(_ batch: VectorBatch) throws(VectorStoreError) -> VectorBatch {
        let all = parts
        var dead = [[Int]](repeating: [], count: all.count)
        var kept: [Range<Int>] = []
        var start = 0
        while start < batch.count {
            let row = batch.rows[start]
            let revision = batch.revisions[start]
            var end = start
            while end < batch.count, batch.rows[end] == row { end += 1 }
            var isOlder = false
            var replaced: [(part: Int, position: Int)] = []
            for (index, part) in all.enumerated() {
                for position in part.segment.positions(of: row) where part.live.isLive(position) {
                    let known = part.segment.revisions[position]
                    if known > revision { isOlder = true }
                    if known < revision
                        || (known == revision && batch.passages[start..<end].contains(part.segment.passages[position]))
                    {
                        replaced.append((index, position))
                    }
                }
            }
            if !isOlder {
                kept.append(start..<end)
                for (part, position) in replaced { dead[part].append(position) }
            }
            start = end
        }
        bury(dead)
        guard !kept.isEmpty else { return VectorBatch() }
        let rest = kept.reduce(0) { $0 + $1.count } == batch.count ? batch : batch.only(kept, shape: shape)
        let segment = rest.segment(shape: shape)
        pieces.append(SegmentPart(segment: segment, live: LiveMap(all: segment.count)))
        isChanged = true
        try carry()
        return rest
    }

    /// Returns the rows that were there.
    @discardableResult
    mutating func apply(removing rows: [RowID]) -> [RowID] {
        let all = parts
        var dead = [[Int]](repeating: [], count: all.count)
        var removed: [RowID] = []
        for row in rows {
            var isThere = false
            for (index, part) in all.enumerated() {
                for position in part.segment.positions(of: row) where part.live.isLive(position) {
                    dead[index].append(position)
                    isThere = true
                }
            }
            if isThere { removed.append(row) }
        }
        bury(dead)
        return removed
    }

    /// `dead` has one list a part, sealed ones first.
    private mutating func bury(_ dead: [[Int]]) {
        for (index, positions) in dead.enumerated() where !positions.isEmpty {
            isChanged = true
            if index < sealed.count {
                sealed[index].live = sealed[index].live.without(positions)
            } else {
                pieces[index - sealed.count].live = pieces[index - sealed.count].live.without(positions)
            }
        }
        pieces.removeAll { $0.live.count == 0 }
    }

    /// Merges the tail's last pieces while they are of like size.
    private mutating func carry() throws(VectorStoreError) {
        var first = pieces.count - 1
        var total = pieces[first].live.count
        while first > 0, pieces[first - 1].live.count <= 2 * total {
            first -= 1
            total += pieces[first].live.count
        }
        if first == pieces.count - 1, pieces[first].segment.sketches != nil || total < VectorSegment.sketchedFrom {
            return
        }
        let merged = try SegmentMerge(shape: shape, parts: Array(pieces[first...])).inMemory()
        pieces.removeSubrange(first...)
        pieces.append(SegmentPart(segment: merged, live: LiveMap(all: merged.count)))
    }

    /// Keeps buffer, log and tail from growing without end.
    private mutating func settle() throws(VectorStoreError) {
        if tailCount >= sealCount {
            try seal(appliedSeq)
        } else if log.size > settings.logBytes {
            try restartLog(appliedSeq)
        } else if !log.isBroken {
            try log.spillIfFull()
        }
    }

    /// Puts the tail into a sealed segment and begins a new log; durable at return, together with `seq`.
    mutating func seal(_ seq: Seq) throws(VectorStoreError) {
        let merge = SegmentMerge(shape: shape, parts: pieces)
        var next = sealed.filter { $0.live.count > 0 }
        let dropped = sealed.filter { $0.live.count == 0 }
        var written: [String] = []
        do {
            if merge.count > 0 {
                let number = takeNumber()
                written.append(path(VectorManifest.segmentName(number)))
                let segment = try SegmentFile.write(
                    merge, path: written[0], number: number,
                    resident: sealed.mayKeep(merge.count * shape.stride, settings))
                next.append(SegmentPart(segment: segment, live: LiveMap(all: segment.count)))
            }
            try begin(next, pieces: [], seq: seq)
        } catch {
            written.forEach { unlink($0) }
            throw error
        }
        unlinkFiles(of: dropped)
    }

    /// Writes the tail into a new log, without what was replaced since.
    mutating func restartLog(_ seq: Seq) throws(VectorStoreError) {
        let dropped = sealed.filter { $0.live.count == 0 }
        try begin(sealed.filter { $0.live.count > 0 }, pieces: pieces, seq: seq)
        unlinkFiles(of: dropped)
    }

    /// Makes a new log with the pieces' vectors and a manifest with these segments; the state changes only if both are
    /// durable.
    private mutating func begin(_ sealed: [SegmentPart], pieces: [SegmentPart], seq: Seq) throws(VectorStoreError) {
        let number = takeNumber()
        let newPath = path(VectorManifest.logName(number))
        let oldPath = log.file.path
        do {
            var newLog = try VectorLog(creating: newPath, number: number, shape: shape)
            if !pieces.isEmpty {
                for piece in pieces { newLog.append(VectorBatch(live: piece), shape: shape) }
                try newLog.commit(seq)
            }
            manifestBytes = try manifest(sealed, log: number, seq: seq).write(directory: directory)
            log = newLog
        } catch {
            unlink(newPath)
            throw error
        }
        self.sealed = sealed
        self.pieces = pieces
        sealedSeq = seq
        isChanged = true
        unlink(oldPath)
    }

    mutating func reset() throws(VectorStoreError) {
        let dropped = sealed
        try Self.makeFolder(directory)
        try begin([], pieces: [], seq: 0)
        era += 1
        unlinkFiles(of: dropped)
    }

    func manifest(_ sealed: [SegmentPart], log: UInt64, seq: Seq) -> VectorManifest {
        VectorManifest(
            dimensions: shape.dimensions, modelHash: modelHash, appliedSeq: seq, nextNumber: nextNumber, log: log,
            sealed: sealed.map {
                .init(number: $0.segment.number ?? 0, count: $0.segment.count, live: Array($0.live.raw))
            })
    }

    mutating func takeNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    func path(_ name: String) -> String { directory + "/" + name }

    func unlinkFiles(of parts: [SegmentPart]) {
        for part in parts { segmentPath(part).map { _ = unlink($0) } }
    }
}

extension [SegmentPart] {
    /// Whether another `bytes` of codes may stay in memory.
    func mayKeep(_ bytes: Int, _ settings: VectorStoreSettings) -> Bool {
        reduce(bytes) { $0 + $1.segment.residentBytes } <= settings.residentBytes
    }
}
