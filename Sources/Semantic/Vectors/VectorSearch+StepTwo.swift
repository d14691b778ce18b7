import CVectorScan
import Catalog
import Foundation

/// Step two: cosines of the candidates, from their codes.
extension VectorSearch {
    /// How far below the worst answer an estimate may lie and still be looked into, in standard deviations of its error.
    /// On 100,000 real vectors and on a million recall@10 is then 0.994; another 0.2 would change it by less than 0.001.
    private static let deviations: Float = 2.2

    /// Candidates whose records are asked for from memory together.
    private static let together = 8

    /// The greatest difference between estimate and cosine that is expected. The estimate's error has the standard
    /// deviation √((1 − f²) / f² / (dims − 1)) for vectors of length 1, where f, the cosine between a vector and its
    /// signs, is about 0.8 (Gao and Long, theorem 3.2).
    private var margin: Float {
        let length = query.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return Self.deviations * 0.75 / Float(max(query.count - 1, 1)).squareRoot() * length
    }

    /// Looks into the candidates: all of them if many answers are wanted, else best estimate first until no better
    /// answer is to be expected.
    func score(_ selection: CandidateSelection, _ best: inout BestRows) {
        guard best.isOrdered else { return scoreAll(selection, &best) }
        selection.order()
        let scratch = AlignedBuffer(count: snapshot.shape.stride)
        let margin = fixedCandidates == nil ? margin : .infinity
        while true {
            let some = selection.next(Self.together)
            if some.isEmpty { return }
            for candidate in some { prefetch(candidate) }
            for candidate in some {
                if let worst = best.worst, candidate.score < worst - margin { return }
                let part = Int(candidate.segment)
                let segment = snapshot.parts[part].segment
                guard let cosine = cosine(of: segment, at: Int(candidate.position), scratch) else { continue }
                if let worst = best.worst, cosine < worst { continue }
                best.add(passage(in: part, at: candidate.position, cosine))
            }
        }
    }

    private func scoreAll(_ selection: CandidateSelection, _ best: inout BestRows) {
        for index in snapshot.parts.indices { score(selection.positions(in: index), in: index, &best) }
    }

    /// Scores positions of a part, all of them.
    func score(_ positions: [UInt32], in part: Int, _ best: inout BestRows) {
        forEachPassage(at: positions, in: part) { best.add($1) }
    }

    /// Scores positions of a part and visits them in their order, each with its number; damaged ones are left out.
    func forEachPassage(at positions: [UInt32], in part: Int, _ body: (Int, ScoredPassage) -> Void) {
        guard !positions.isEmpty else { return }
        let segment = snapshot.parts[part].segment
        switch segment.records {
        case .memory(let records):
            let cosines = coded.cosines(records, stride: snapshot.shape.stride, at: positions)
            for (number, position) in positions.enumerated() {
                body(number, passage(in: part, at: position, cosines[number]))
            }
        case .file:
            let scratch = AlignedBuffer(count: snapshot.shape.stride)
            for (number, position) in positions.enumerated() {
                guard let cosine = cosine(of: segment, at: Int(position), scratch) else { continue }
                body(number, passage(in: part, at: position, cosine))
            }
        }
    }

    @inline(__always)
    private func prefetch(_ candidate: vscan_candidate) {
        let segment = snapshot.parts[Int(candidate.segment)].segment
        if case .memory(let records) = segment.records {
            vscan_prefetch(records.base + Int(candidate.position) * segment.shape.stride, segment.shape.stride)
        }
    }

    @inline(__always)
    private func cosine(of segment: VectorSegment, at position: Int, _ scratch: AlignedBuffer) -> Float? {
        guard let record = segment.record(at: position, scratch: scratch.bytes) else {
            onDamage()
            return nil
        }
        return coded.cosine(record)
    }

    @inline(__always)
    func passage(in part: Int, at position: UInt32, _ cosine: Float) -> ScoredPassage {
        let segment = snapshot.parts[part].segment
        return ScoredPassage(
            cosine: cosine, row: segment.rows[Int(position)], passage: segment.passages[Int(position)],
            part: UInt32(truncatingIfNeeded: part), position: position)
    }
}
