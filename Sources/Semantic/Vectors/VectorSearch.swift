import CVectorScan
import Catalog

/// One search of a snapshot: step one over sketches, step two over codes.
struct VectorSearch {
    let snapshot: VectorSnapshot
    let query: [Float]
    let coded: CodedQuery
    let filter: RowSet?
    let scan: VectorScan
    let level: vscan_level
    /// Called when a file no longer holds what was written.
    let onDamage: () -> Void

    /// Below this share of the live vectors only the filter's own rows are visited.
    private static let sparse = 0.02

    /// Candidates for step two, so that the answers are those of an exact scan in at least 99 of 100 cases; measured
    /// on 100,000 real sentences and on a million.
    static func candidates(for count: Int, scan: VectorScan) -> Int {
        switch scan {
        case .signs: max(1000, count * 8)
        case .levels: max(250, count * 2 + 230)
        }
    }

    /// The best `count` rows.
    func best(_ count: Int, candidates: Int?) -> [VectorHit] {
        guard count > 0, snapshot.liveCount > 0 else { return [] }
        let wanted = candidates.map { max($0 * count / 10, count) } ?? Self.candidates(for: count, scan: scan)
        let spread = min(snapshot.passagesPerRow, 8)
        var keep = min(Int(Double(wanted) * spread), snapshot.liveCount)
        if let filter {
            let allowed = filter.count
            if allowed == 0 { return [] }
            if Double(allowed) < Self.sparse * Double(snapshot.liveCount) { return sparse(filter, count, keep: keep) }
        }
        while true {
            var scored: [ScoredPassage] = []
            scored.reserveCapacity(keep + 64)
            let wasCut = scan == .signs ? scanSigns(keep, into: &scored) : scanLevels(keep, into: &scored)
            let hits = Self.hits(scored, count)
            if hits.count >= count || !wasCut { return hits }
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
    private func scanLevels(_ keep: Int, into scored: inout [ScoredPassage]) -> Bool {
        let selection = CandidateSelection(keep: keep)
        let prepared = PreparedQuery(shape: snapshot.shape)
        forEachSketched { index, part, sketches, view in
            prepared.prepare(query, centre: sketches.centre)
            var query = prepared.c
            withUnsafePointer(to: view) { vscan_scan_levels(level, $0, &query, &selection.c) }
        }
        scoreSmall(into: &scored)
        return score(selection.finish(), keep: keep, into: &scored)
    }

    /// Distances to different centres don't compare, so every segment has its own selection.
    private func scanSigns(_ keep: Int, into scored: inout [ScoredPassage]) -> Bool {
        let prepared = PreparedQuery(shape: snapshot.shape)
        var wasCut = false
        forEachSketched { index, part, sketches, view in
            let selection = CandidateSelection(keep: keep)
            prepared.prepare(query, centre: sketches.centre)
            var query = prepared.c
            withUnsafePointer(to: view) { vscan_scan_signs(level, $0, &query, &selection.c) }
            if score(selection.finish(), keep: keep, into: &scored) { wasCut = true }
        }
        scoreSmall(into: &scored)
        return wasCut
    }

    private func forEachSketched(_ body: (Int, SegmentPart, SegmentSketches, vscan_segment) -> Void) {
        func visit(_ words: UnsafeBufferPointer<UInt64>?) {
            for (index, part) in snapshot.parts.enumerated() {
                guard let sketches = part.segment.sketches else { continue }
                var view = Self.view(part, sketches, index, snapshot.shape)
                // A filter without words allows nothing, and `best` has answered that already.
                view.filter = words?.baseAddress
                view.filter_words = words?.count ?? 0
                body(index, part, sketches, view)
            }
        }
        if let filter { filter.words.withUnsafeBufferPointer { visit($0) } } else { visit(nil) }
    }

    private static func view(_ part: SegmentPart, _ sketches: SegmentSketches, _ index: Int, _ shape: VectorShape)
        -> vscan_segment
    {
        vscan_segment(
            sketches: sketches.bits.pointer(to: UInt64.self), corrections: sketches.corrections.pointer(to: Float.self),
            live: part.live.bytes, rows: part.segment.rows, blocks: part.live.blocks, words: shape.words,
            segment: UInt32(index), filter: nil, filter_words: 0)
    }

    /// Visits the filter's rows alone: their codes if they are few, else the best of them by estimate.
    private func sparse(_ filter: RowSet, _ count: Int, keep: Int) -> [VectorHit] {
        let rows = filter.rows
        var chosen: [(part: Int, positions: [UInt32])] = []
        var total = 0
        for (index, part) in snapshot.parts.enumerated() {
            let positions = Self.positions(of: rows, in: part)
            if positions.isEmpty { continue }
            chosen.append((index, positions))
            total += positions.count
        }
        var keep = keep
        while true {
            var scored: [ScoredPassage] = []
            let all = total <= 2 * keep
            let selection = CandidateSelection(keep: keep)
            let prepared = PreparedQuery(shape: snapshot.shape)
            let scratch = AlignedBuffer(count: snapshot.shape.stride)
            for (index, positions) in chosen {
                let part = snapshot.parts[index]
                if !all, let sketches = part.segment.sketches {
                    prepared.prepare(query, centre: sketches.centre)
                    var view = Self.view(part, sketches, index, snapshot.shape)
                    var query = prepared.c
                    vscan_estimate(&view, &query, positions, positions.count, &selection.c)
                } else {
                    for position in positions {
                        if let passage = score(part.segment, Int(position), scratch) { scored.append(passage) }
                    }
                }
            }
            let wasCut = score(selection.finish(), keep: keep, into: &scored)
            let hits = Self.hits(scored, count)
            if hits.count >= count || !wasCut { return hits }
            keep = min(keep * 4, snapshot.liveCount)
        }
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

    private func score(
        _ candidates: UnsafeBufferPointer<vscan_candidate>, keep: Int, into scored: inout [ScoredPassage]
    ) -> Bool {
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        for candidate in candidates {
            let segment = snapshot.parts[Int(candidate.segment)].segment
            if let passage = score(segment, Int(candidate.position), scratch) { scored.append(passage) }
        }
        return candidates.count >= keep && keep < snapshot.liveCount
    }

    /// Segments without sketches: every live vector that the filter allows.
    private func scoreSmall(into scored: inout [ScoredPassage]) {
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        for part in snapshot.parts where part.segment.sketches == nil {
            let rows = part.segment.rows
            part.live.forEach { position in
                if let filter, !filter.contains(rows[position]) { return }
                if let passage = score(part.segment, position, scratch) { scored.append(passage) }
            }
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

    /// The best passage of each row, best row first, equals by row.
    private static func hits(_ scored: [ScoredPassage], _ count: Int) -> [VectorHit] {
        let sorted = scored.sorted { a, b in
            if a.cosine != b.cosine { return a.cosine > b.cosine }
            if a.row != b.row { return a.row < b.row }
            return a.passage < b.passage
        }
        var hits: [VectorHit] = []
        hits.reserveCapacity(min(count, sorted.count))
        var seen = Set<RowID>(minimumCapacity: min(count, sorted.count))
        for passage in sorted {
            if hits.count == count { break }
            guard seen.insert(passage.row).inserted else { continue }
            hits.append(
                VectorHit(
                    row: passage.row, revision: passage.revision, passage: passage.passage, cosine: passage.cosine))
        }
        return hits
    }
}
