import Catalog
import Foundation
import TestSupport
import Testing

@testable import Semantic

@Suite struct VectorStoreTests {
    @Test func anAppendedVectorIsFoundAtOnce() throws {
        let scratch = try Scratch()
        let store = try scratch.store(32)
        #expect(store.opening == .created)
        var random = SeededRandom(seed: 1)
        let vector = random.vector(32)
        try store.append([VectorEntry(row: 7, revision: 3, passage: 2, vector: vector)])
        let hit = try #require(store.search(vector, within: nil, count: 10).first)
        #expect(hit.row == 7 && hit.revision == 3 && hit.passage == 2)
        #expect(abs(hit.cosine - 1) < 0.01)
    }

    @Test(arguments: [32, 384, 768, 1000])
    func whatWasFlushedIsThereAfterReopening(dimensions: Int) throws {
        let scratch = try Scratch()
        let vectors = clustered(3000, dimensions: dimensions, seed: 5)
        let queries = clustered(10, dimensions: dimensions, seed: 5)
        var before: [[VectorHit]] = []
        do {
            let store = try scratch.store(dimensions, small(1000))
            for start in stride(from: 0, to: 3000, by: 250) {
                try store.append(entries(Array(vectors[start..<start + 250]), firstRow: RowID(start + 1)))
            }
            try store.remove(rows: [5, 6, 2999])
            try store.flush(appliedSeq: 42)
            before = queries.map { store.search($0, within: nil, count: 20) }
        }
        for resident in [1 << 30, 0] {
            let store = try scratch.store(dimensions, small(1000, resident: resident))
            #expect(store.opening == .opened)
            #expect(store.appliedSeq == 42)
            #expect(store.count == 2997)
            #expect(queries.map { store.search($0, within: nil, count: 20) } == before)
            #expect(store.sizeOnDisk > 3000 * Int64(dimensions))
        }
    }

    @Test func aNewerRevisionReplacesAllPassagesOfTheOlder() throws {
        let scratch = try Scratch()
        let store = try scratch.store(64)
        var random = SeededRandom(seed: 2)
        let old = (0..<3).map { _ in random.vector(64) }
        let new = random.vector(64)
        try store.append(
            old.enumerated().map { VectorEntry(row: 1, revision: 5, passage: UInt16($0.offset), vector: $0.element) })
        #expect(store.cosines(old[2], rows: [1]).first?.passage == 2)
        try store.append([VectorEntry(row: 1, revision: 6, passage: 0, vector: new)])
        #expect(store.count == 1)
        #expect(store.search(old[2], within: nil, count: 5).map(\.revision) == [6])
    }

    @Test func anOlderRevisionThanTheStoredOneIsLeftOut() throws {
        let scratch = try Scratch()
        let store = try scratch.store(64)
        var random = SeededRandom(seed: 3)
        try store.append([VectorEntry(row: 1, revision: 9, passage: 0, vector: random.vector(64))])
        try store.append([VectorEntry(row: 1, revision: 4, passage: 1, vector: random.vector(64))])
        #expect(store.count == 1)
        #expect(store.search(random.vector(64), within: nil, count: 5).map(\.revision) == [9])
    }

    @Test func theSamePassageAgainIsStoredOnce() throws {
        let scratch = try Scratch()
        let store = try scratch.store(64)
        var random = SeededRandom(seed: 4)
        let entry = VectorEntry(row: 1, revision: 9, passage: 0, vector: random.vector(64))
        for _ in 0..<5 { try store.append([entry, entry]) }
        #expect(store.count == 1)
        try store.append([VectorEntry(row: 1, revision: 9, passage: 1, vector: random.vector(64))])
        #expect(store.count == 2)
    }

    @Test func aRowIsAnsweredOnceWithItsBestPassage() throws {
        let scratch = try Scratch()
        let store = try scratch.store(384)
        let vectors = clustered(6400, dimensions: 384, seed: 8)
        try store.append(
            vectors.enumerated().map {
                VectorEntry(
                    row: RowID($0.offset / 64 + 1), revision: 1, passage: UInt16($0.offset % 64), vector: $0.element)
            })
        let query = vectors[3000]
        let hits = store.search(query, within: nil, count: 100)
        #expect(Set(hits.map(\.row)).count == 100)
        #expect(hits[0].row == RowID(3000 / 64 + 1) && hits[0].passage == UInt16(3000 % 64))
        for (a, b) in zip(hits, hits.dropFirst()) { #expect(a.cosine >= b.cosine) }
    }

    @Test func equalVectorsComeInTheOrderOfRows() throws {
        let scratch = try Scratch()
        let store = try scratch.store(64)
        var random = SeededRandom(seed: 5)
        let vector = random.vector(64)
        for row: RowID in [9, 3, 7, 1, 5] {
            try store.append([VectorEntry(row: row, revision: 1, passage: 0, vector: vector)])
        }
        #expect(store.search(vector, within: nil, count: 3).map(\.row) == [1, 3, 5])
    }

    @Test func queriesWithoutDirectionFindNothing() throws {
        let scratch = try Scratch()
        let store = try scratch.store(4)
        try store.append([VectorEntry(row: 1, revision: 1, passage: 0, vector: [1, 0, 0, 0])])
        for query: [Float] in [
            [], [1], [0, 0, 0, 0], [.nan, 0, 0, 0], [.infinity, 0, 0, 0], [1, 0, 0, 0, 0],
            [Float.leastNonzeroMagnitude, 0, 0, 0],
        ] {
            #expect(store.search(query, within: nil, count: 5).isEmpty)
            #expect(store.cosines(query, rows: [1]).isEmpty)
        }
        #expect(store.search([1, 0, 0, 0], within: nil, count: 0).isEmpty)
        #expect(store.search([1, 0, 0, 0], within: nil, count: -1).isEmpty)
        #expect(store.search([1, 0, 0, 0], within: RowSet(), count: 5).isEmpty)
    }

    @Test func vectorsThatAreNoDirectionDoNoHarm() throws {
        let scratch = try Scratch()
        let store = try scratch.store(4, small(4))
        let odd: [[Float]] = [
            [0, 0, 0, 0], [.nan, 1, 0, 0], [.infinity, 1, 0, 0], [0x1p-133, 0, 0, 0], [3e38, 3e38, 3e38, 3e38],
        ]
        try store.append(entries(odd))
        try store.append([VectorEntry(row: 9, revision: 1, passage: 0, vector: [1, 0, 0, 0])])
        let hits = store.search([1, 0, 0, 0], within: nil, count: 10)
        #expect(hits.contains { $0.row == 9 })
        #expect(hits.allSatisfy { (-1...1).contains($0.cosine) })
        #expect(throws: VectorStoreError.dimensions(expected: 4, found: 3)) {
            try store.append([VectorEntry(row: 1, revision: 1, passage: 0, vector: [1, 2, 3])])
        }
    }

    @Test func anotherModelOrDimensionEmptiesTheStore() throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.store(64, small(100))
            try store.append(entries(clustered(300, dimensions: 64, seed: 1)))
            try store.flush(appliedSeq: 10)
        }
        do {
            let store = try scratch.store(64, hash: "another", small(100))
            #expect(store.opening == .reset("made for another model"))
            #expect(store.count == 0 && store.appliedSeq == 0)
            try store.append(entries(clustered(300, dimensions: 64, seed: 1)))
            try store.flush(appliedSeq: 11)
        }
        let store = try scratch.store(32, hash: "another", small(100))
        #expect(store.opening == .reset("made for another model"))
        #expect(store.count == 0 && store.appliedSeq == 0)
        #expect(scratch.files.count == 2)
    }

    @Test func resetLeavesNothing() throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.store(64, small(100))
            try store.append(entries(clustered(300, dimensions: 64, seed: 1)))
            try store.flush(appliedSeq: 10)
            try store.reset()
            #expect(store.count == 0 && store.appliedSeq == 0)
            #expect(scratch.files.count == 2)
            #expect(store.sizeOnDisk < 200)
        }
        let store = try scratch.store(64)
        #expect(store.opening == .opened && store.count == 0 && store.appliedSeq == 0)
    }

    @Test func rowsAtTheEndOfTheNumbersWork() throws {
        let scratch = try Scratch()
        let store = try scratch.store(32)
        var random = SeededRandom(seed: 6)
        let vector = random.vector(32)
        try store.append([VectorEntry(row: .max, revision: .max, passage: .max, vector: vector)])
        #expect(store.search(vector, within: nil, count: 1).map(\.row) == [.max])
        try store.remove(rows: [.max, 0, 17])
        #expect(store.count == 0)
    }
}
