import Catalog
import Foundation

/// Sealed segments on their way into one.
struct VectorCompaction: Sendable {
    let era: Int
    let sources: [SegmentPart]
    let number: UInt64
    let path: String
    let shape: VectorShape
    let resident: Bool

    /// Writes the merged segment, durably; nil if nothing in it is live. Takes no lock.
    func run() throws(VectorStoreError) -> VectorSegment? {
        let merge = SegmentMerge(shape: shape, parts: sources)
        guard merge.count > 0 else { return nil }
        do {
            return try SegmentFile.write(merge, path: path, number: number, resident: resident)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The merged segment's positions of what died after the compaction began.
    func died(since now: [SegmentPart], in merged: VectorSegment) -> [Int] {
        var dead: [Int] = []
        for (then, now) in zip(sources, now) where then.live.count != now.live.count {
            then.live.forEach { position in
                if now.live.isLive(position) { return }
                let passage = then.segment.passages[position]
                for target in merged.positions(of: then.segment.rows[position])
                where merged.passages[target] == passage
                    && merged.revisions[target] == then.segment.revisions[position]
                {
                    dead.append(target)
                }
            }
        }
        return dead
    }
}

extension VectorStoreState {
    /// More segments than this and the small ones are merged.
    private static let manySegments = 4

    /// Begins the log anew if most of it is of no more use.
    mutating func tidyLog(completely: Bool) throws(VectorStoreError) {
        let useful = tailCount * (shape.stride + 14)
        if completely ? log.size > useful + 4096 : log.size > 2 * useful + (4 << 20) { try restartLog(appliedSeq) }
    }

    /// What to merge next; nil if all is well.
    mutating func planCompaction(completely: Bool) -> VectorCompaction? {
        let chosen = completely ? sealed.filter(\.hasDead) : chooseSources()
        guard !chosen.isEmpty else { return nil }
        let number = takeNumber()
        let others = sealed.filter { part in !chosen.contains { $0.segment === part.segment } }
        let bytes = chosen.reduce(0) { $0 + $1.live.count } * shape.stride
        return VectorCompaction(
            era: era, sources: chosen, number: number, path: path(VectorManifest.segmentName(number)), shape: shape,
            resident: others.mayKeep(bytes, settings))
    }

    /// Every segment with more than a quarter dead; and, of many, the smallest until those left are each as large as
    /// what was merged.
    private func chooseSources() -> [SegmentPart] {
        let wasteful = sealed.filter { $0.live.count * 4 < $0.segment.count * 3 }
        let sound = sealed.filter { $0.live.count * 4 >= $0.segment.count * 3 }.sorted { $0.live.count < $1.live.count }
        var chosen = wasteful
        var total = wasteful.reduce(0) { $0 + $1.live.count }
        var left = sound.count
        var merged = 0
        for part in sound where left + 1 > Self.manySegments || (merged > 0 && part.live.count < total) {
            chosen.append(part)
            total += part.live.count
            left -= 1
            merged += 1
        }
        return chosen.count == 1 && wasteful.isEmpty ? [] : chosen
    }

    /// Puts the merged segment in its sources' place.
    mutating func finish(_ plan: VectorCompaction, merged: VectorSegment?) throws(VectorStoreError) {
        guard era == plan.era else {
            unlink(plan.path)
            return
        }
        // A seal may have dropped a source that had died as a whole.
        var now: [SegmentPart] = []
        for source in plan.sources {
            let current = sealed.first { $0.segment === source.segment }
            now.append(
                current
                    ?? SegmentPart(
                        segment: source.segment, live: source.live.without(Array(0..<source.segment.count))))
        }
        var next = sealed.filter { part in !plan.sources.contains { $0.segment === part.segment } }
        if let merged {
            let live = LiveMap(all: merged.count).without(plan.died(since: now, in: merged))
            next.insert(SegmentPart(segment: merged, live: live), at: 0)
        }
        do {
            // The log stays, and with it the seq that it begins after; replaying it over the new segments changes
            // nothing that has been applied to them already.
            manifestBytes = try manifest(next, log: log.number, seq: sealedSeq).write(directory: directory)
        } catch {
            unlink(plan.path)
            throw error
        }
        sealed = next
        isChanged = true
        unlinkFiles(of: plan.sources)
    }
}

extension SegmentPart {
    fileprivate var hasDead: Bool { live.count < segment.count }
}
