import CVectorScan
import Catalog
import Foundation

/// One search of a snapshot: step one over sketches, step two over codes.
struct VectorSearch {
    let snapshot: VectorSnapshot
    let query: [Float]
    let coded: CodedQuery
    let filter: RowSet?
    let scan: VectorScan
    let level: vscan_level
    /// Of the settings: so many candidates, all looked into.
    let fixedCandidates: Int?
    /// Called when a file no longer holds what was written.
    let onDamage: () -> Void

    /// Below this share of the live vectors only the filter's own rows are visited.
    private static let sparse = 0.02

    /// How far below the worst answer an estimate may lie and still be looked into, in standard deviations of its error.
    /// Recall@10 on 100,000 real vectors is then 0.992 by levels and 0.991 by signs; by the codes alone it is 0.993.
    private static let deviations: Float = 2.4

    /// Candidates that step one keeps, at most. For few answers step two looks into the best of them only, until the
    /// estimates say that no better answer is left.
    private func candidates(for count: Int) -> Int {
        if let fixed = fixedCandidates { return max(fixed * count / 10, count) }
        if count > BestRows.few { return count + count / 4 + 256 }
        return 256 + 8 * count + Int(Double(snapshot.liveCount).squareRoot())
    }

    /// Vectors of a segment that the gate of signs lets through.
    private static func gated(_ live: Int, keep: Int) -> Int { max(Int(1.5 * pow(Double(live), 0.6)), keep) }

    /// The greatest difference between estimate and cosine that is expected. The estimate's error has the standard
    /// deviation √((1 − f²) / f² / (dims − 1)) for vectors of length 1, where f, the cosine between a vector and its
    /// signs, is about 0.8 (Gao and Long, theorem 3.2).
    private var margin: Float {
        let length = query.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return Self.deviations * 0.75 / Float(max(query.count - 1, 1)).squareRoot() * length
    }

    /// The best `count` rows.
    func best(_ count: Int) -> [VectorHit] {
        guard count > 0, snapshot.liveCount > 0 else { return [] }
        let spread = min(snapshot.passagesPerRow, 8)
        var keep = min(Int(Double(candidates(for: count)) * spread), snapshot.liveCount)
        var chosen: [[UInt32]]?
        if let filter {
            let allowed = filter.count
            if allowed == 0 { return [] }
            if Double(allowed) < Self.sparse * Double(snapshot.liveCount) {
                let rows = filter.rows
                chosen = snapshot.parts.map { Self.positions(of: rows, in: $0) }
            }
        }
        while true {
            var best = BestRows(count, expecting: keep + 64)
            let selection = CandidateSelection(keep: keep)
            if let chosen { visit(chosen, selection, &best) } else { scan(selection, keep: keep, &best) }
            selection.finish()
            score(selection, &best)
            let hits = best.hits()
            if hits.count >= count || !selection.isCut || keep >= snapshot.liveCount { return hits }
            // The candidates were passages of too few rows.
            keep = min(keep * 4, snapshot.liveCount)
        }
    }

    /// The best passage of each row given.
    func cosines(of rows: [RowID]) -> [RowID: VectorHit] {
        var result: [RowID: VectorHit] = [:]
        result.reserveCapacity(rows.count)
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        for part in snapshot.parts {
            for row in rows {
                for position in part.segment.positions(of: row) where part.live.isLive(position) {
                    guard let passage = score(part.segment, position, scratch) else { continue }
                    if let known = result[row],
                        known.cosine > passage.cosine
                            || (known.cosine == passage.cosine && known.passage <= passage.passage)
                    {
                        continue
                    }
                    result[row] = VectorHit(
                        row: row, revision: passage.revision, passage: passage.passage, cosine: passage.cosine)
                }
            }
        }
        return result
    }

    // MARK: - Step one

    /// Estimates are of the cosine whatever the centre, so one selection serves all segments.
    private func scan(_ selection: CandidateSelection, keep: Int, _ best: inout BestRows) {
        let prepared = PreparedQuery(shape: snapshot.shape)
        withFilter { words in
            for (index, part) in snapshot.parts.enumerated() {
                guard let sketches = part.segment.sketches else { continue }
                prepared.prepare(query, centre: sketches.centre)
                var view = view(part, sketches, index)
                // A filter without words allows nothing, and `best` has answered that already.
                view.filter = words?.baseAddress
                view.filter_words = words?.count ?? 0
                switch scan {
                case .levels:
                    vscan_scan_levels(level, &view, &prepared.c, &selection.c)
                case .signs:
                    let live = part.live.count
                    let limit = vscan_signs_limit(&view, &prepared.c, live, Self.gated(live, keep: keep))
                    vscan_scan_signs(level, &view, &prepared.c, limit, &selection.c)
                }
            }
        }
        for part in snapshot.parts where part.segment.sketches == nil {
            let scratch = AlignedBuffer(count: snapshot.shape.stride)
            let rows = part.segment.rows
            part.live.forEach { position in
                if let filter, !filter.contains(rows[position]) { return }
                if let passage = score(part.segment, position, scratch) { best.add(passage) }
            }
        }
    }

    /// The same for a list of positions in each part.
    private func visit(_ chosen: [[UInt32]], _ selection: CandidateSelection, _ best: inout BestRows) {
        let prepared = PreparedQuery(shape: snapshot.shape)
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        for (index, positions) in chosen.enumerated() where !positions.isEmpty {
            let part = snapshot.parts[index]
            if let sketches = part.segment.sketches {
                prepared.prepare(query, centre: sketches.centre)
                var view = view(part, sketches, index)
                vscan_estimate(&view, &prepared.c, positions, positions.count, &selection.c)
            } else {
                for position in positions {
                    if let passage = score(part.segment, Int(position), scratch) { best.add(passage) }
                }
            }
        }
    }

    private func withFilter(_ body: (UnsafeBufferPointer<UInt64>?) -> Void) {
        if let filter { filter.words.withUnsafeBufferPointer { body($0) } } else { body(nil) }
    }

    private func view(_ part: SegmentPart, _ sketches: SegmentSketches, _ index: Int) -> vscan_segment {
        vscan_segment(
            sketches: sketches.bits.pointer(to: UInt64.self), corrections: sketches.corrections.pointer(to: Float.self),
            live: part.live.bytes, rows: part.segment.rows, blocks: part.live.blocks, words: snapshot.shape.words,
            segment: UInt32(index), filter: nil, filter_words: 0)
    }

    /// The live positions of ascending rows.
    private static func positions(of rows: [RowID], in part: SegmentPart) -> [UInt32] {
        let segment = part.segment
        let known = segment.rows
        var positions: [UInt32] = []
        var position = 0
        for row in rows {
            position = segment.lowerBound(row, from: position)
            if position == segment.count { break }
            var end = position
            while end < segment.count, known[end] == row {
                if part.live.isLive(end) { positions.append(UInt32(truncatingIfNeeded: end)) }
                end += 1
            }
        }
        return positions
    }

    // MARK: - Step two

    /// Looks into the candidates, best estimate first.
    private func score(_ selection: CandidateSelection, _ best: inout BestRows) {
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        let margin = fixedCandidates == nil ? margin : .infinity
        while let candidate = selection.next() {
            if let worst = best.worst, candidate.score < worst - margin { break }
            let segment = snapshot.parts[Int(candidate.segment)].segment
            if let passage = score(segment, Int(candidate.position), scratch) { best.add(passage) }
        }
    }

    @inline(__always)
    private func score(_ segment: VectorSegment, _ position: Int, _ scratch: AlignedBuffer) -> ScoredPassage? {
        guard let record = segment.record(at: position, scratch: scratch.bytes) else {
            onDamage()
            return nil
        }
        return ScoredPassage(
            row: segment.rows[position], passage: segment.passages[position], revision: segment.revisions[position],
            cosine: coded.cosine(record))
    }
}
