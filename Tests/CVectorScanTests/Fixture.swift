import CVectorScan
import TestSupport

/// A segment of `count` vectors of which some are dead, with its query.
final class Fixture {
    let dims: Int
    let words: Int
    let blocks: Int
    var codes: [[Int8]] = []
    var scales: [Float] = []
    var sketches: [UInt64]
    var corrections: [Float]
    var live: [UInt8]
    var rows: [UInt32]
    let query: [Float]
    let centre: [Float]
    var planes: [UInt64]
    var signs: [UInt64]

    init(count: Int, dims: Int, copies: Int = 1, random: inout SeededRandom) {
        self.dims = dims
        words = (dims + 63) / 64
        blocks = (count + 7) / 8
        sketches = .init(repeating: 0, count: blocks * words * 8)
        corrections = .init(repeating: 0, count: blocks * 16)
        live = .init(repeating: 0, count: blocks)
        rows = (0..<UInt32(blocks * 8)).map { $0 * 3 + 1 }
        planes = .init(repeating: 0, count: words * 4)
        signs = .init(repeating: 0, count: words)
        centre = (0..<dims).map { _ in random.normal() * 0.02 }
        query = (0..<dims).map { _ in random.normal() }
        var vector: [Float] = []
        for position in 0..<count {
            if position % copies == 0 { vector = (0..<dims).map { _ in random.normal() } }
            var code = [Int8](repeating: 0, count: dims)
            let scale = vscan_quantise(vector, dims, &code)
            vscan_sketch(code, scale, centre, dims, &sketches, &corrections, position)
            codes.append(code)
            scales.append(scale)
            if random.next() % 5 != 0 { live[position / 8] |= 1 << UInt8(position % 8) }
        }
    }

    enum Step { case signs, levels, estimate }

    /// Chosen candidates, best first. Of `cuts` each stretch between two is looked through for itself, the last
    /// first, and what was chosen is merged.
    func run(
        _ level: vscan_level, _ step: Step, keep: Int, filter: [UInt64]? = nil, limit: UInt32 = .max,
        cuts: [Int] = []
    ) -> [Candidate] {
        var merged = selection(keep)
        defer { merged.items.deallocate() }
        let bounds = [0] + cuts + [blocks]
        for (first, end) in zip(bounds, bounds.dropFirst()).reversed() {
            var part = selection(keep)
            defer { part.items.deallocate() }
            scan(level, step, filter, limit, first..<end, &part)
            vscan_merge(&merged, &part)
        }
        vscan_trim(&merged)
        return (0..<merged.count).map { Candidate(merged.items[$0].score, merged.items[$0].position) }.sorted()
    }

    private func selection(_ keep: Int) -> vscan_selection {
        let capacity = keep + 37
        return vscan_selection(
            items: .allocate(capacity: capacity), count: 0, capacity: capacity, keep: keep, threshold: -.infinity)
    }

    private func scan(
        _ level: vscan_level, _ step: Step, _ filter: [UInt64]?, _ limit: UInt32, _ stretch: Range<Int>,
        _ selection: inout vscan_selection
    ) {
        planes.withUnsafeMutableBufferPointer { planes in
            signs.withUnsafeMutableBufferPointer { signs in
                guard let p = planes.baseAddress, let s = signs.baseAddress else { return }
                var prepared = vscan_query(planes: p, signs: s, step: 0, base: 0, dims: 0)
                vscan_prepare(query, centre, dims, &prepared)
                visit(filter) { segment in
                    var segment = segment
                    segment.first = stretch.lowerBound
                    segment.blocks = stretch.upperBound
                    switch step {
                    case .signs: vscan_scan_signs(level, &segment, &prepared, limit, &selection)
                    case .levels: vscan_scan_levels(level, &segment, &prepared, &selection)
                    case .estimate:
                        let positions = (0..<UInt32(blocks * 8)).filter { live[Int($0 / 8)] >> ($0 % 8) & 1 != 0 }
                        vscan_estimate(&segment, &prepared, positions, positions.count, &selection)
                    }
                }
            }
        }
    }

    /// Distances of a sample, and how many there are.
    func sample(_ level: vscan_level, first: Int, every: Int, filter: [UInt64]?) -> ([UInt32], Int) {
        var histogram = [UInt32](repeating: 0, count: dims + 1)
        var count = 0
        planes.withUnsafeMutableBufferPointer { planes in
            signs.withUnsafeMutableBufferPointer { signs in
                guard let p = planes.baseAddress, let s = signs.baseAddress else { return }
                var prepared = vscan_query(planes: p, signs: s, step: 0, base: 0, dims: 0)
                vscan_prepare(query, centre, dims, &prepared)
                visit(filter) { segment in
                    var segment = segment
                    count = vscan_sample_signs(level, &segment, &prepared, first, every, &histogram)
                }
            }
        }
        return (histogram, count)
    }

    private func visit(_ filter: [UInt64]?, _ body: (vscan_segment) -> Void) {
        sketches.withUnsafeBufferPointer { sketches in
            corrections.withUnsafeBufferPointer { corrections in
                live.withUnsafeBufferPointer { live in
                    rows.withUnsafeBufferPointer { rows in
                        guard let s = sketches.baseAddress, let c = corrections.baseAddress,
                            let l = live.baseAddress, let r = rows.baseAddress
                        else { return }
                        func view(_ words: UnsafePointer<UInt64>?, _ count: Int) -> vscan_segment {
                            vscan_segment(
                                sketches: s, corrections: c, live: l, rows: r, first: 0, blocks: blocks,
                                words: self.words,
                                segment: 0, filter: words, filter_words: count)
                        }
                        guard let filter else { return body(view(nil, 0)) }
                        filter.withUnsafeBufferPointer { body(view($0.baseAddress, $0.count)) }
                    }
                }
            }
        }
    }
}

struct Candidate: Comparable {
    let score: Float
    let position: UInt32
    init(_ score: Float, _ position: UInt32) {
        self.score = score
        self.position = position
    }
    static func < (a: Candidate, b: Candidate) -> Bool {
        a.score != b.score ? a.score > b.score : a.position < b.position
    }
}
