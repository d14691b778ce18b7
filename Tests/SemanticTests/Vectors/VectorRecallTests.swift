import Catalog
import TestSupport
import Testing

@testable import Semantic

/// Answers against an exact scan of the vectors themselves.
@Suite struct VectorRecallTests {
    static let dimensions = 384
    static let count = 6000
    static let vectors = clustered(count, dimensions: dimensions, seed: 21)
    static let queries = (0..<40).map { index in
        var random = SeededRandom(seed: UInt64(index) + 500)
        let noise = random.vector(dimensions)
        return normalised(zip(vectors[index * 149], noise).map { $0 + 0.6 * $1 })
    }

    /// The rows of the exact `count`, of those that `isAllowed`.
    static func exact(_ query: [Float], _ count: Int, _ isAllowed: (RowID) -> Bool) -> [RowID] {
        vectors.indices.filter { isAllowed(RowID($0 + 1)) }
            .map { (RowID($0 + 1), dot(vectors[$0], query)) }
            .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
            .prefix(count).map(\.0)
    }

    func filled(_ scratch: Scratch, _ settings: VectorStoreSettings) throws -> VectorStore {
        let store = try scratch.store(Self.dimensions, settings)
        for start in stride(from: 0, to: Self.count, by: 500) {
            try store.append(entries(Array(Self.vectors[start..<start + 500]), firstRow: RowID(start + 1)))
        }
        return store
    }

    @Test(arguments: VectorScan.allCases, [1, 10, 99, 1_000_000])
    func tenOfTenAreFoundUnderEveryFilter(scan: VectorScan, keepOneIn: Int) throws {
        let scratch = try Scratch()
        // Two sealed segments, a large piece with sketches, and small ones without.
        let store = try filled(scratch, small(2200, scan: scan))
        let isAllowed: (RowID) -> Bool = { Int($0) % keepOneIn == 0 }
        var filter = RowSet()
        for row in 1...RowID(Self.count) where isAllowed(row) { filter.insert(row) }
        var found = 0
        var expected = 0
        for query in Self.queries {
            let hits = store.search(query, within: keepOneIn == 1 ? nil : filter, count: 10)
            let exact = Self.exact(query, 10, isAllowed)
            #expect(hits.count == exact.count)
            #expect(hits.allSatisfy { isAllowed($0.row) })
            for hit in hits { #expect(abs(hit.cosine - dot(Self.vectors[Int(hit.row) - 1], query)) < 0.005) }
            found += Set(hits.map(\.row)).intersection(exact).count
            expected += exact.count
        }
        #expect(Double(found) >= 0.98 * Double(expected))
    }

    @Test(arguments: VectorScan.allCases) func everyKernelAnswersTheSame(scan: VectorScan) throws {
        let scratch = try Scratch()
        try filled(scratch, small(2200)).flush(appliedSeq: 1)
        var answers: [[[VectorHit]]] = []
        for level in 0...2 {
            let store = try scratch.store(Self.dimensions, small(2200, scan: scan, level: level))
            answers.append(Self.queries.map { store.search($0, within: nil, count: 10) })
        }
        #expect(answers[0] == answers[1] && answers[1] == answers[2])
    }

    @Test func moreAnswersThanVectorsAreAllOfThem() throws {
        let scratch = try Scratch()
        let store = try filled(scratch, small(2200))
        for count in [1, 128, 129, 1000, Self.count, Self.count * 2] {
            let hits = store.search(Self.queries[0], within: nil, count: count)
            #expect(hits.count == min(count, Self.count))
            #expect(Set(hits.map(\.row)).count == hits.count)
            for (a, b) in zip(hits, hits.dropFirst()) {
                #expect(a.cosine > b.cosine || (a.cosine == b.cosine && a.row < b.row))
            }
        }
    }

    @Test func ofEqualPassagesTheFirstRowAndPassageComeFirst() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions)
        var same: [VectorEntry] = []
        for row in RowID(1)...300 {
            for passage in UInt16(0)..<3 {
                same.append(VectorEntry(row: row, revision: 1, passage: passage, vector: Self.vectors[0]))
            }
        }
        try store.append(same)
        for count in [100, 200] {
            let hits = store.search(Self.vectors[0], within: nil, count: count)
            #expect(hits.map(\.row) == Array(1...RowID(count)))
            #expect(hits.allSatisfy { $0.passage == 0 })
        }
        #expect(store.cosines(Self.vectors[0], rows: [300, 1]).map(\.passage) == [0, 0])
    }

    @Test(arguments: VectorScan.allCases, [1, 2, 6]) func manyNeighboursAreFoundAmongRowsInClusters(
        scan: VectorScan, keepOneIn: Int
    ) throws {
        let scratch = try Scratch()
        let store = try filled(scratch, small(2200, scan: scan))
        // Rows as apps donate them: some hundred of one kind, one after the other.
        let isAllowed: (RowID) -> Bool = { Int($0) / 300 % keepOneIn == 0 }
        let filter = RowSet((1...RowID(Self.count)).filter(isAllowed))
        var found = 0
        for query in Self.queries {
            let hits = store.search(query, within: keepOneIn == 1 ? nil : filter, count: 150)
            #expect(hits.count == 150)
            let exact = Self.exact(query, 150, isAllowed)
            found += Set(hits.map(\.row)).intersection(exact).count
        }
        #expect(Double(found) >= 0.9 * Double(150 * Self.queries.count))
    }

    @Test func deepAnswersBeginWithTheSameTen() throws {
        let scratch = try Scratch()
        let store = try filled(scratch, small(2200))
        var same = 0
        for query in Self.queries {
            let ten = store.search(query, within: nil, count: 10).map(\.row)
            same += Set(ten).intersection(store.search(query, within: nil, count: 1000).prefix(10).map(\.row)).count
        }
        #expect(same >= Self.queries.count * 10 - 4)
    }

    @Test(arguments: [0, 1 << 30]) func cosinesAreThoseOfTheSearch(resident: Int) throws {
        let scratch = try Scratch()
        let store = try filled(scratch, small(2200, resident: resident))
        let hits = store.search(Self.queries[1], within: nil, count: 50)
        let cosines = store.cosines(Self.queries[1], rows: hits.map(\.row) + [0, 999_999, hits[0].row])
        #expect(cosines == hits.sorted { $0.row < $1.row })
    }
}
