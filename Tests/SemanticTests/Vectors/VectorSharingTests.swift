import Catalog
import TestSupport
import Testing
import Threads

@testable import Semantic

/// A search that two threads share finds what one alone finds.
@Suite struct VectorSharingTests {
    private let helper = HelperThread(name: "test-help")

    private func stocked(_ scratch: borrowing Scratch, resident: Int = 1 << 30) throws -> (VectorStore, [[Float]]) {
        let store = try scratch.store(64, small(20_000, resident: resident))
        var vectors = clustered(60_000, dimensions: 64, seed: 31)
        // Many are equal, so that ties are at every cut.
        for index in vectors.indices where index % 3 == 1 { vectors[index] = vectors[index - 1] }
        for start in stride(from: 0, to: vectors.count, by: 20_000) {
            try store.append(entries(Array(vectors[start..<start + 20_000]), firstRow: RowID(start + 1)))
        }
        try store.remove(rows: [1, 2, 30_000])
        return (store, vectors)
    }

    @Test(arguments: [10, 200, 1000]) func theNearestAreTheSame(count: Int) throws {
        let scratch = try Scratch()
        let (store, _) = try stocked(scratch)
        let odd = RowSet(stride(from: 1, to: 60_001, by: 2).map { RowID($0) })
        for query in clustered(12, dimensions: 64, seed: 31) {
            for filter in [nil, odd, RowSet((500..<700).map { RowID($0) })] {
                let shared = store.search(query, within: filter, count: count, measuring: nil, helper: helper)
                #expect(shared.nearest == store.search(query, within: filter, count: count))
                #expect(shared.measured.isEmpty)
            }
        }
    }

    @Test(arguments: [1 << 30, 0]) func gatheredVectorsAreMeasuredAsInTheirPlaces(resident: Int) throws {
        let scratch = try Scratch()
        let (store, vectors) = try stocked(scratch, resident: resident)
        // Several passages; one row that has gone, one that never was.
        try store.append(
            (0..<5).map { VectorEntry(row: 70_000, revision: 9, passage: UInt16($0), vector: vectors[$0 * 1000]) })
        let rows: [RowID] = [40_000, 70_000, 3, 30_000, 99_999, 59_999, 4]
        let gathered = try #require(store.gather(rows))
        for query in clustered(12, dimensions: 64, seed: 32) {
            let measured = store.search(query, within: nil, count: 3, measuring: gathered, helper: helper).measured
            #expect(measured.map { rows[$0.index] } == [40_000, 70_000, 3, 59_999, 4])
            #expect(measured.allSatisfy { rows[$0.index] == $0.hit.row })
            #expect(measured.map(\.hit).sorted { $0.row < $1.row } == store.cosines(query, rows: rows))
        }
        #expect(store.gather([]) != nil)
    }

    @Test func rowsWithVeryManyPassagesAreNotGathered() throws {
        let scratch = try Scratch()
        let store = try scratch.store(32)
        var random = SeededRandom(seed: 33)
        for row in 1...150 {
            try store.append(
                (0..<64).map {
                    VectorEntry(row: RowID(row), revision: 1, passage: UInt16($0), vector: random.vector(32))
                })
        }
        #expect(store.gather((1...150).map { RowID($0) }) == nil)
        #expect(store.gather((1...50).map { RowID($0) }) != nil)
    }
}
