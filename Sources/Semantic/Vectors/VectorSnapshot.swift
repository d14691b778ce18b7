import CVectorScan
import Catalog

/// The store as it was at one moment; searched without any lock.
final class VectorSnapshot: Sendable {
    let shape: VectorShape
    let parts: [SegmentPart]
    let liveCount: Int
    /// Passages a row, on average, 1 or more.
    let passagesPerRow: Double

    init(shape: VectorShape, parts: [SegmentPart]) {
        self.shape = shape
        self.parts = parts.filter { $0.live.count > 0 }
        liveCount = parts.reduce(0) { $0 + $1.live.count }
        let stored = parts.reduce(0) { $0 + $1.segment.count }
        let rows = parts.reduce(0) { $0 + $1.segment.distinctRows }
        passagesPerRow = rows > 0 ? Double(stored) / Double(rows) : 1
    }
}

/// The query in whole numbers, ready for step two.
struct CodedQuery {
    let codes: [Int16]
    let scale: Float
    let level: vscan_level

    /// Nil if `query` has no direction.
    init?(_ query: [Float], level: vscan_level) {
        var codes = [Int16](repeating: 0, count: query.count)
        scale = vscan_quantise_query(query, query.count, &codes)
        guard scale > 0, query.allSatisfy(\.isFinite) else { return nil }
        self.codes = codes
        self.level = level
    }

    /// Cosines of the records at some positions in memory.
    func cosines(_ records: AlignedBuffer, stride: Int, at positions: [UInt32]) -> [Float] {
        [Float](unsafeUninitializedCapacity: positions.count) { cosines, count in
            guard let out = cosines.baseAddress else { return }
            vscan_cosines(
                level, records.pointer(to: UInt8.self), stride, positions, positions.count, codes, codes.count, scale,
                out)
            count = positions.count
        }
    }

    @inline(__always)
    func cosine(_ record: UnsafeRawPointer) -> Float {
        let sum = codes.withUnsafeBufferPointer { query in
            query.baseAddress.map { vscan_dot(level, VectorShape.codes(of: record), $0, query.count) } ?? 0
        }
        return min(1, max(-1, Float(sum) * (scale * VectorShape.scale(of: record))))
    }
}

/// Memory for one query against one segment's centre.
final class PreparedQuery: @unchecked Sendable {
    // Unchecked: it is only read once it is prepared.
    private let memory: AlignedBuffer
    var c: vscan_query

    init(shape: VectorShape) {
        memory = AlignedBuffer(count: shape.words * 5 * 8)
        let words = memory.pointer(to: UInt64.self)
        c = vscan_query(planes: words, signs: words + shape.words * 4, step: 0, base: 0, dims: 0)
    }

    func prepare(_ query: [Float], centre: [Float]) { vscan_prepare(query, centre, query.count, &c) }
}

/// Step one's best candidates.
final class CandidateSelection: @unchecked Sendable {
    // Unchecked: one thread at a time fills it.
    private let memory: UnsafeMutablePointer<vscan_candidate>
    var c: vscan_selection

    init(keep: Int) {
        let capacity = keep + max(keep, 256)
        memory = .allocate(capacity: capacity)
        c = vscan_selection(
            items: memory, count: 0, capacity: capacity, keep: keep, threshold: -.infinity)
    }

    deinit { memory.deallocate() }

    /// Whether there were more than are kept.
    private(set) var isCut = false

    /// Adds what another thread chose.
    func add(_ other: CandidateSelection) { vscan_merge(&c, &other.c) }

    /// Adds candidates that are scored already.
    func add(_ scored: inout [vscan_candidate]) {
        scored.withUnsafeMutableBufferPointer { all in
            guard let items = all.baseAddress else { return }
            var other = vscan_selection(
                items: items, count: all.count, capacity: all.count, keep: all.count, threshold: -.infinity)
            vscan_merge(&c, &other)
        }
    }

    /// Those that were chosen, in no order.
    var chosen: UnsafeBufferPointer<vscan_candidate> { UnsafeBufferPointer(start: memory, count: c.count) }

    /// To be called when step one is over, before anything is taken out.
    func finish() {
        isCut = c.count >= c.keep
        vscan_trim(&c)
    }

    /// To be called before the first `next`.
    func order() { vscan_order(&c) }

    /// The best candidates left, at most `count`, best first.
    func next(_ count: Int) -> [vscan_candidate] {
        (0..<min(count, c.count)).map { _ in vscan_pop(&c) }
    }

    /// Where in a part the candidates lie.
    func positions(in part: Int) -> [UInt32] {
        UnsafeBufferPointer(start: memory, count: c.count).filter { $0.segment == part }.map(\.position)
    }
}
