import CVectorScan
import Catalog
import Foundation
import Threads

/// One search of a snapshot: step one over sketches, step two over codes.
struct VectorSearch: Sendable {
    let snapshot: VectorSnapshot
    let query: [Float]
    let coded: CodedQuery
    let filter: RowSet?
    let scan: VectorScan
    let level: vscan_level
    /// Of the settings: so many candidates, all looked into.
    let fixedCandidates: Int?
    /// Called when a file no longer holds what was written.
    let onDamage: @Sendable () -> Void

    /// Below this share of the live vectors only the filter's own rows are visited.
    private static let sparse = 0.02

    /// Candidates that step one keeps, at most. For few answers step two looks into the best of them only, until the
    /// estimates say that no better answer is left.
    private func candidates(for count: Int) -> Int {
        if let fixed = fixedCandidates { return max(fixed * count / 10, count) }
        if count > BestRows.few { return count + count / 4 + 256 }
        return 256 + 8 * count + Int(Double(snapshot.liveCount).squareRoot())
    }

    /// The best `count` rows. A `helper` takes a share of the scan.
    func best(_ count: Int, helper: HelperThread? = nil) -> [VectorHit] {
        guard count > 0, snapshot.liveCount > 0 else { return [] }
        if let hits = exactly(count) { return hits }
        let spread = min(snapshot.passagesPerRow, 8)
        var keep = min(Int(Double(candidates(for: count)) * spread), snapshot.liveCount)
        var allowed = snapshot.liveCount
        var chosen: [[UInt32]]?
        if let filter {
            let rows = filter.count
            if rows == 0 { return [] }
            allowed = min(Int(Double(rows) * snapshot.passagesPerRow), allowed)
            if Double(rows) < Self.sparse * Double(snapshot.liveCount) {
                let rows = filter.rows
                chosen = snapshot.parts.map { Self.positions(of: rows, in: $0) }
            }
        }
        while true {
            var best = BestRows(count, expecting: keep + 64)
            let selection = CandidateSelection(keep: keep)
            if let chosen {
                visit(chosen, selection, &best)
            } else {
                estimate(selection, keep: keep, isDeep: !best.isOrdered, allowed: allowed, helper: helper)
                scoreUnsketched(&best)
            }
            selection.finish()
            score(selection, &best)
            let hits = best.hits(in: snapshot)
            if hits.count >= count || !selection.isCut || keep >= snapshot.liveCount { return hits }
            // The candidates were passages of too few rows.
            keep = min(keep * 4, snapshot.liveCount)
        }
    }

    /// So many passages are all scored, which takes half a millisecond where they are in memory: what a person has of one
    /// kind is seldom more, and what is found then depends neither on other content nor on how it came in.
    static let exactPassages = 16_384

    /// The best `count` rows by the cosines of all passages, one after the other in memory; nil if these are too many.
    private func exactly(_ count: Int) -> [VectorHit]? {
        guard snapshot.liveCount <= Self.exactPassages, fixedCandidates == nil else { return nil }
        var scored: [vscan_candidate] = []
        scored.reserveCapacity(snapshot.liveCount)
        for (index, part) in snapshot.parts.enumerated() {
            guard case .memory(let records) = part.segment.records else { return nil }
            let positions = allowed(in: part)
            let cosines = coded.cosines(records, stride: snapshot.shape.stride, at: positions)
            for (position, cosine) in zip(positions, cosines) {
                scored.append(
                    vscan_candidate(score: cosine, segment: UInt32(truncatingIfNeeded: index), position: position))
            }
        }
        var keep = Int(Double(count) * min(snapshot.passagesPerRow, 8)) + 64
        while true {
            let selection = CandidateSelection(keep: keep)
            selection.add(&scored)
            selection.finish()
            var best = BestRows(count, expecting: keep)
            for candidate in selection.chosen {
                best.add(passage(in: Int(candidate.segment), at: candidate.position, candidate.score))
            }
            let hits = best.hits(in: snapshot)
            if hits.count >= count || !selection.isCut || keep >= scored.count { return hits }
            keep *= 4
        }
    }

    /// The best `count` rows of the filter, by the cosines of all their passages; nil if these are too many.
    func exactBest(_ count: Int) -> [VectorHit]? {
        guard count > 0, let filter else { return nil }
        let rows = filter.rows
        let chosen = snapshot.parts.map { Self.positions(of: rows, in: $0) }
        let passages = chosen.reduce(0) { $0 + $1.count }
        if passages > Self.exactPassages { return nil }
        var best = BestRows(count, expecting: passages)
        for (index, positions) in chosen.enumerated() { score(positions, in: index, &best) }
        return best.hits(in: snapshot)
    }

    /// The best passage of each row given, ascending; rows without vectors are left out.
    func cosines(of rows: [RowID]) -> [VectorHit] {
        let rows = rows.sorted()
        var best = [ScoredPassage?](repeating: nil, count: rows.count)
        var places: [Int] = []
        var positions: [UInt32] = []
        for (index, part) in snapshot.parts.enumerated() {
            places.removeAll(keepingCapacity: true)
            positions.removeAll(keepingCapacity: true)
            Self.forEachPosition(of: rows, in: part) { place, position in
                places.append(place)
                positions.append(UInt32(truncatingIfNeeded: position))
            }
            forEachPassage(at: positions, in: index) { number, passage in
                let place = places[number]
                if let known = best[place], !passage.isBefore(known) { return }
                best[place] = passage
            }
        }
        return best.compactMap { $0?.hit(in: snapshot) }
    }

    // MARK: - Positions

    /// The live positions of what the filter allows.
    func allowed(in part: SegmentPart) -> [UInt32] {
        let rows = part.segment.rows
        var positions: [UInt32] = []
        positions.reserveCapacity(part.live.count)
        part.live.forEach { position in
            if let filter, !filter.contains(rows[position]) { return }
            positions.append(UInt32(truncatingIfNeeded: position))
        }
        return positions
    }

    /// The live positions of ascending rows.
    private static func positions(of rows: [RowID], in part: SegmentPart) -> [UInt32] {
        var positions: [UInt32] = []
        forEachPosition(of: rows, in: part) { _, position in positions.append(UInt32(truncatingIfNeeded: position)) }
        return positions
    }

    /// Visits the live positions of ascending rows, each with its row's index; of equal rows the first counts.
    @inline(__always)
    static func forEachPosition(
        of rows: [RowID], in part: SegmentPart, _ body: (_ index: Int, _ position: Int) -> Void
    ) {
        let segment = part.segment
        let known = segment.rows
        var position = 0
        for (index, row) in rows.enumerated() {
            position = segment.lowerBound(row, from: position)
            if position == segment.count { break }
            while position < segment.count, known[position] == row {
                if part.live.isLive(position) { body(index, position) }
                position += 1
            }
        }
    }

    /// The same as step one for a list of positions in each part.
    private func visit(_ chosen: [[UInt32]], _ selection: CandidateSelection, _ best: inout BestRows) {
        let prepared = PreparedQuery(shape: snapshot.shape)
        for (index, positions) in chosen.enumerated() where !positions.isEmpty {
            let part = snapshot.parts[index]
            if let sketches = part.segment.sketches {
                prepared.prepare(query, centre: sketches.centre)
                var view = view(part, sketches, index)
                vscan_estimate(&view, &prepared.c, positions, positions.count, &selection.c)
            } else {
                score(positions, in: index, &best)
            }
        }
    }
}
