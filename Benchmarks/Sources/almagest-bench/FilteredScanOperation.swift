import Catalog
import Foundation
import Semantic

/// The vector scan among all rows and among some, with what building, a filter and an update cost; one thread.
///
/// The hits are in the report: whoever has the exact answers says how many are right.
struct FilteredScanOperation {
    struct Filtered: Encodable {
        /// The share of all rows that the filter lets through.
        var share: Double
        /// Milliseconds from a list of rows to what the scan takes.
        var makingFilter: Double
        var search: Times
        /// Row numbers from 0, ten a query, best first.
        var hits: [[Int]]
    }

    struct Report: Encodable {
        var vectors: Int
        var buildSeconds: Double
        var bytes: Int64
        /// Milliseconds for a vector, until it is durable.
        var updateMilliseconds: Double
        var updated: Int
        var filters: [Filtered]
    }

    private static let dimensions = 384
    private let vectors: [Float]
    private let queries: [[Float]]
    private let count: Int
    private let shares: [Double]
    private let scratch: URL

    init(_ arguments: Arguments) throws {
        let dimensions = Self.dimensions
        let limit = try arguments.number("count", default: .max)
        vectors = try VectorFile.read(try arguments.file("vectors"), dimensions: dimensions, limit: limit)
        count = vectors.count / dimensions
        queries = try VectorFile.rows(
            try arguments.file("queries"), dimensions: dimensions, limit: arguments.number("query-count", default: 200))
        shares = (arguments.text("shares") ?? "1").split(separator: ",").compactMap { Double($0) }
        scratch = try arguments.scratch()
    }

    func run() throws -> Report {
        defer { try? FileManager.default.removeItem(at: scratch) }
        let clock = ContinuousClock()
        let store = try VectorStore(directory: scratch, dimensions: Self.dimensions, modelHash: "benchmark")
        var began = clock.now
        for start in stride(from: 0, to: count, by: 1000) {
            try store.append((start..<min(start + 1000, count)).map { entry($0, revision: 1) })
        }
        try store.flush(appliedSeq: 1)
        try store.compact()
        let buildSeconds = (clock.now - began).seconds
        let bytes = store.sizeOnDisk
        let filters = shares.map { filtered(store, share: $0) }

        let updated = max(1, min(1000, count / 10))
        let others = (0..<updated).map { number in
            var other = entry(number * (count / updated), revision: 2)
            other.vector.reverse()
            return other
        }
        began = clock.now
        try store.append(others)
        try store.flush(appliedSeq: 2)
        return Report(
            vectors: count, buildSeconds: buildSeconds, bytes: bytes,
            updateMilliseconds: (clock.now - began).milliseconds / Double(updated), updated: updated, filters: filters)
    }

    private func filtered(_ store: VectorStore, share: Double) -> Filtered {
        let rows = (0..<count).filter { Self.place($0) < share }.map { RowID($0 + 1) }
        var making: [Double] = []
        var within: RowSet?
        if share < 1 {
            for _ in 0..<5 { making.append(milliseconds { within = RowSet(rows) }) }
        }
        for query in queries.prefix(20) { _ = store.search(query, within: within, count: 10) }
        var times: [Double] = []
        let hits = queries.map { query in
            var hits: [VectorHit] = []
            times.append(milliseconds { hits = store.search(query, within: within, count: 10) })
            return hits.map { Int($0.row) - 1 }
        }
        return Filtered(
            share: share, makingFilter: making.sorted().dropFirst(making.count / 2).first ?? 0,
            search: Times(milliseconds: times), hits: hits)
    }

    /// Where a row falls between 0 and 1, by multiplicative hashing; the peers' `shares.py` has it too.
    private static func place(_ row: Int) -> Double {
        Double(UInt64(row) &* 2_654_435_761 & 0xffff_ffff) / 4_294_967_296
    }

    private func entry(_ index: Int, revision: Seq) -> VectorEntry {
        VectorEntry(
            row: RowID(index + 1), revision: revision, passage: 0,
            vector: Array(vectors[index * Self.dimensions..<(index + 1) * Self.dimensions]))
    }

    private func milliseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body).milliseconds }
}
