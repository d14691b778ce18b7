import CVectorScan
import Catalog
import Foundation
import Threads

/// Step one: estimates of all vectors, from their sketches.
extension VectorSearch {
    /// Vectors that the gate of signs lets through, of `allowed`. Signs alone rank so roughly that several times as many
    /// must pass as the estimates then keep; more of them where all that are kept will be answers.
    private static func gated(_ allowed: Int, keep: Int, isDeep: Bool) -> Int {
        max(Int(0.8 * pow(Double(allowed), 0.6)), (isDeep ? 3 : 2) * keep)
    }

    /// The limit comes from so many vectors that are below it: it then lets through what it should, give or take a fifth.
    private static let sampledBelow = 32
    /// Fewer vectors than this are not worth the name of a sample.
    private static let smallestSample = 2048
    /// Where more than one in so many is to pass, all do: a filter's rows lie in clusters, of which a sample says little.
    private static let gateFrom = 3

    /// A part whose sketches are looked through, with the query as seen from its centre.
    private struct Sketched: @unchecked Sendable {
        // Unchecked: what the view points to is held by the snapshot, and `prepared` is only read once it is made.
        var view: vscan_segment
        let prepared: PreparedQuery
        let live: Int
    }

    /// Chooses among the vectors that have sketches; `allowed` is about how many vectors the filter allows. A `helper`
    /// takes a share of it.
    ///
    /// Estimates are of the cosine whatever the centre, so one selection serves all segments, and one limit too.
    func estimate(
        _ selection: CandidateSelection, keep: Int, isDeep: Bool, allowed: Int, helper: HelperThread?
    ) {
        withFilter { words in
            let parts = snapshot.parts.enumerated().compactMap { index, part -> Sketched? in
                guard let sketches = part.segment.sketches else { return nil }
                let prepared = PreparedQuery(shape: snapshot.shape)
                prepared.prepare(query, centre: sketches.centre)
                var view = view(part, sketches, index)
                // A filter without words allows nothing, and `best` has answered that already.
                view.filter = words?.baseAddress
                view.filter_words = words?.count ?? 0
                return Sketched(view: view, prepared: prepared, live: part.live.count)
            }
            let stretches = Stretches(parts.map(\.view))
            let limit = scan == .signs ? limit(parts, keep: keep, isDeep: isDeep, allowed: allowed) : 0
            @Sendable func look(into selection: CandidateSelection) {
                while var stretch = stretches.next() {
                    let prepared = parts[stretch.part].prepared
                    switch scan {
                    case .levels: vscan_scan_levels(level, &stretch.view, &prepared.c, &selection.c)
                    case .signs: vscan_scan_signs(level, &stretch.view, &prepared.c, limit, &selection.c)
                    }
                }
            }
            guard let helper, stretches.count > 1 else { return look(into: selection) }
            let second = CandidateSelection(keep: keep)
            let share = helper.share { look(into: second) }
            look(into: selection)
            share.finish()
            selection.add(second)
        }
    }

    /// The Hamming distance below which some `gated` of the vectors lie, from a sample of all parts;
    /// `UInt32.max` (all) where there are too few for that.
    private func limit(_ parts: [Sketched], keep: Int, isDeep: Bool, allowed: Int) -> UInt32 {
        let live = parts.reduce(0) { $0 + $1.live }
        let wanted = Self.gated(min(allowed, live), keep: keep, isDeep: isDeep)
        guard wanted * Self.gateFrom < min(allowed, live) else { return .max }
        let every = max(1, min(wanted / Self.sampledBelow, live / Self.smallestSample))
        let step = every * Int(VSCAN_SAMPLE_RUN)
        var histogram = [UInt32](repeating: 0, count: snapshot.shape.dimensions + 1)
        var blocks = 0
        for var part in parts {
            // Runs lie as if all parts were one: many small ones would be looked at too much otherwise.
            let first = (step - blocks % step) % step
            _ = vscan_sample_signs(level, &part.view, &part.prepared.c, first, every, &histogram)
            blocks += part.view.blocks
        }
        let below = wanted / every
        var seen = 0
        for (distance, count) in histogram.enumerated() {
            seen += Int(count)
            if seen >= below { return UInt32(distance + 1) }
        }
        return .max
    }

    /// Scores the vectors that have no sketches.
    func scoreUnsketched(_ best: inout BestRows) {
        for (index, part) in snapshot.parts.enumerated() where part.segment.sketches == nil {
            score(allowed(in: part), in: index, &best)
        }
    }

    private func withFilter(_ body: (UnsafeBufferPointer<UInt64>?) -> Void) {
        if let filter { filter.words.withUnsafeBufferPointer { body($0) } } else { body(nil) }
    }

    /// What the kernels read of a part, without a filter.
    func view(_ part: SegmentPart, _ sketches: SegmentSketches, _ index: Int) -> vscan_segment {
        vscan_segment(
            sketches: sketches.bits.pointer(to: UInt64.self), corrections: sketches.corrections.pointer(to: Float.self),
            live: part.live.bytes, rows: part.segment.rows, first: 0, blocks: part.live.blocks,
            words: snapshot.shape.words,
            segment: UInt32(index), filter: nil, filter_words: 0)
    }
}
