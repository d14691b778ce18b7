import Catalog
import Foundation
import Testing

@testable import Semantic

@Suite struct VectorCompactionTests {
    static let dimensions = 64

    @Test func manySmallSegmentsBecomeFew() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(50))
        let vectors = clustered(1000, dimensions: Self.dimensions, seed: 51)
        for start in stride(from: 0, to: 1000, by: 50) {
            try store.append(entries(Array(vectors[start..<start + 50]), firstRow: RowID(start + 1)))
        }
        try store.flush(appliedSeq: 7)
        #expect(scratch.files.filter { $0.hasPrefix("segment") }.count > 10)
        let before = store.search(vectors[17], within: nil, count: 1000)
        try store.compact()
        #expect(scratch.files.filter { $0.hasPrefix("segment") }.count <= 4)
        #expect(store.search(vectors[17], within: nil, count: 1000) == before)
        let files = scratch.files
        try store.compact()
        #expect(scratch.files == files)
        let reopened = try scratch.store(Self.dimensions, small(50))
        #expect(reopened.opening == .opened && reopened.appliedSeq == 7)
        #expect(reopened.search(vectors[17], within: nil, count: 1000) == before)
    }

    @Test func aSegmentOfWhichAQuarterIsDeadIsWrittenAnew() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(400))
        try store.append(entries(clustered(400, dimensions: Self.dimensions, seed: 52)))
        try store.flush(appliedSeq: 1)
        let size = store.sizeOnDisk
        try store.remove(rows: Array(1...80))
        try store.compact()
        #expect(store.sizeOnDisk >= size)
        try store.remove(rows: Array(81...200))
        try store.flush(appliedSeq: 2)
        try store.compact()
        #expect(store.sizeOnDisk < size * 6 / 10)
        #expect(store.count == 200)
    }

    @Test func completeCompactionLeavesNoByteOfWhatWasRemoved() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(100))
        let vectors = clustered(150, dimensions: Self.dimensions, seed: 53)
        try store.append(entries(vectors))
        try store.flush(appliedSeq: 1)
        var marks: [Data] = []
        for row in [5, 120] {
            let shape = VectorShape(dimensions: Self.dimensions)
            let batch = VectorBatch(entries([vectors[row - 1]]), shape: shape)
            marks.append(Data(batch.records))
        }
        func bytes() throws -> [Data] {
            try scratch.files.map { try Data(contentsOf: scratch.url.appending(path: $0)) }
        }
        for mark in marks { #expect(try bytes().contains { $0.range(of: mark) != nil }) }
        try store.remove(rows: [5, 120])
        try store.flush(appliedSeq: 2)
        try store.compact(completely: true)
        for mark in marks { #expect(try !bytes().contains { $0.range(of: mark) != nil }) }
        #expect(store.count == 148)
        #expect(try scratch.store(Self.dimensions, small(100)).appliedSeq == 2)
    }

    @Test func removingEverythingLeavesNoSegment() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(100))
        try store.append(entries(clustered(350, dimensions: Self.dimensions, seed: 54)))
        try store.remove(rows: Array(1...350))
        try store.flush(appliedSeq: 3)
        try store.compact()
        #expect(!scratch.files.contains { $0.hasPrefix("segment") })
        #expect(store.search([Float](repeating: 0.1, count: 64), within: nil, count: 5).isEmpty)
    }
}
