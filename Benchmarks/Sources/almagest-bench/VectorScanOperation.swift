import Catalog
import Foundation
import Semantic

/// The vector scan against an exact scan in single precision, on one thread: top 10 of `--count` vectors.
///
/// Everything is measured in turns of some queries, so that what else the machine does meets all alike.
struct VectorScanOperation {
    struct Measured: Encodable {
        /// Step one: "signs" against signs, or four-bit "levels" of the query.
        var scan: String
        /// How many of the hits belong to the exact ten, over all queries; equals of the tenth belong to them.
        var recallAt10: Double
        var search: Times
        /// What hybrid search asks for: the 1,000 nearest, and the cosines of 1,000 rows given.
        var nearest1000: Times
        var cosines1000: Times
        var timesFasterThanExact: Double
        var timesOnePass: Double
    }

    struct Report: Encodable {
        var vectors: Int
        var real: Int
        var queries: Int
        /// 0 plain, 1 AVX2, 2 AVX-512.
        var kernelLevel: Int
        var exact: Times
        /// One pass over the sketches' memory (a bit a dimension) that does next to nothing.
        var pass: Times
        var buildSeconds: Double
        var bytesOnDisk: Int64
        var scans: [Measured]
    }

    private static let dimensions = 384
    /// Queries of one turn.
    private static let turn = 20

    private let real: [Float]
    private let queries: [[Float]]
    private let count: Int
    private let scratch: URL

    init(_ arguments: Arguments) throws {
        let dimensions = Self.dimensions
        real = try VectorFile.read(try arguments.file("vectors"), dimensions: dimensions)
        count = try arguments.number("count", default: real.count / dimensions)
        queries = try VectorFile.rows(
            try arguments.file("queries"), dimensions: dimensions, limit: arguments.number("query-count", default: 200))
        scratch = try arguments.scratch()
    }

    func run() throws -> Report {
        defer { try? FileManager.default.removeItem(at: scratch) }
        let vectors = VectorFile.grown(real, dimensions: Self.dimensions, count: count)
        let clock = ContinuousClock()
        let began = clock.now
        let bytes = try build(vectors)
        let buildSeconds = (clock.now - began).seconds
        let scans = try VectorScan.allCases.map { scan in (scan, try open(scan)) }
        for (_, store) in scans { for query in queries.prefix(5) { _ = store.search(query, within: nil, count: 10) } }

        let sketches = [UInt64](repeating: 1, count: count * Self.dimensions / 64)
        var exact: [Double] = []
        var pass: [Double] = []
        var search = [[Double]](repeating: [], count: scans.count)
        var deep = search
        var cosines = search
        var found = [Int](repeating: 0, count: scans.count)
        var sum: UInt64 = 0
        for start in stride(from: 0, to: queries.count, by: Self.turn) {
            let some = queries[start..<min(start + Self.turn, queries.count)]
            var tenth: [Float] = []
            for query in some {
                var answer: [Int] = []
                exact.append(
                    milliseconds {
                        answer = vectors.withUnsafeBufferPointer { VectorReference.exact(query, in: $0, count: 10) }
                    })
                tenth.append(answer.last.map { product(query, vectors, $0) } ?? -1)
            }
            for _ in some {
                pass.append(
                    milliseconds { sum &+= sketches.withUnsafeBufferPointer { VectorReference.pass($0) } })
            }
            for (number, (_, store)) in scans.enumerated() {
                for (query, tenth) in zip(some, tenth) {
                    var hits: [VectorHit] = []
                    search[number].append(milliseconds { hits = store.search(query, within: nil, count: 10) })
                    // A millionth for the order in which products are summed up.
                    found[number] += hits.count { product(query, vectors, Int($0.row) - 1) >= tenth - 1e-6 }
                }
                for (index, query) in some.enumerated() {
                    deep[number].append(milliseconds { _ = store.search(query, within: nil, count: 1000) })
                    // Rows from everywhere, and others each time.
                    let rows = (0..<1000).map { RowID(($0 * 7919 + index * 7) % count + 1) }
                    cosines[number].append(milliseconds { _ = store.cosines(query, rows: rows) })
                }
            }
        }
        guard sum != 0 else { throw BenchmarkError("The pass over the sketches read nothing.") }
        let exactTimes = Times(milliseconds: exact)
        let passTimes = Times(milliseconds: pass)
        return Report(
            vectors: count, real: min(count, real.count / Self.dimensions), queries: queries.count,
            kernelLevel: VectorReference.kernelLevel, exact: exactTimes, pass: passTimes, buildSeconds: buildSeconds,
            bytesOnDisk: bytes,
            scans: scans.indices.map { number in
                let times = Times(milliseconds: search[number])
                return Measured(
                    scan: "\(scans[number].0)", recallAt10: Double(found[number]) / Double(10 * queries.count),
                    search: times, nearest1000: Times(milliseconds: deep[number]),
                    cosines1000: Times(milliseconds: cosines[number]), timesFasterThanExact: exactTimes.p50 / times.p50,
                    timesOnePass: times.p50 / passTimes.p50)
            })
    }

    /// A store with all vectors, durable and compacted; returns its size.
    private func build(_ vectors: [Float]) throws -> Int64 {
        let store = try open(.signs)
        for start in stride(from: 0, to: count, by: 1000) {
            try store.append(
                (start..<min(start + 1000, count)).map { index in
                    VectorEntry(
                        row: RowID(index + 1), revision: 1, passage: 0,
                        vector: Array(vectors[index * Self.dimensions..<(index + 1) * Self.dimensions]))
                })
        }
        try store.flush(appliedSeq: 1)
        try store.compact()
        return store.sizeOnDisk
    }

    private func open(_ scan: VectorScan) throws -> VectorStore {
        var settings = VectorStoreSettings()
        settings.scan = scan
        return try VectorStore(
            directory: scratch, dimensions: Self.dimensions, modelHash: "benchmark", settings: settings)
    }

    private func product(_ query: [Float], _ vectors: [Float], _ index: Int) -> Float {
        query.indices.reduce(0) { $0 + query[$1] * vectors[index * Self.dimensions + $1] }
    }

    private func milliseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body).milliseconds }
}
