import Catalog
import Foundation
import Testing

@testable import Semantic

/// Files cut, flipped, emptied and removed: never a crash, never an answer that was not stored.
@Suite struct VectorDamageTests {
    static let dimensions = 32

    /// Two sealed segments with dead vectors, and a log; flushed.
    func made() throws -> (scratch: Scratch, vectors: [[Float]], files: [String]) {
        let scratch = try Scratch()
        let vectors = clustered(70, dimensions: Self.dimensions, seed: 31)
        let store = try scratch.store(Self.dimensions, small(30))
        try store.append(entries(Array(vectors[0..<30]), revision: 1))
        try store.flush(appliedSeq: 10)
        try store.append(entries(Array(vectors[30..<60]), firstRow: 31, revision: 2))
        try store.remove(rows: [3, 40])
        try store.flush(appliedSeq: 20)
        try store.append(entries(Array(vectors[60..<70]), firstRow: 61, revision: 3))
        try store.flush(appliedSeq: 30)
        try store.remove(rows: [62, 4])
        try store.flush(appliedSeq: 40)
        #expect(scratch.files.count == 4)
        return (scratch, vectors, scratch.files)
    }

    /// What a store may hold after a damage: everything up to one of the flushes, and that flush's seq.
    func check(_ copy: Scratch, _ vectors: [[Float]], _ what: String) throws {
        let store = try copy.store(Self.dimensions, small(30))
        let hits = store.search(vectors[0], within: nil, count: 100)
        let rows = Set(hits.map(\.row))
        switch store.appliedSeq {
        case 0: #expect(rows.isEmpty, "\(what)")
        // Sealed after the flush, before the next: newer vectors than the seq says, as the journal will bring again.
        case 10: #expect(rows == Set(1...60 as ClosedRange<RowID>), "\(what)")
        case 20: #expect(rows == Set((1...60 as ClosedRange<RowID>)).subtracting([3, 40]), "\(what)")
        case 30: #expect(rows == Set((1...70 as ClosedRange<RowID>)).subtracting([3, 40]), "\(what)")
        case 40: #expect(rows == Set((1...70 as ClosedRange<RowID>)).subtracting([3, 4, 40, 62]), "\(what)")
        default: Issue.record("\(what): seq \(store.appliedSeq)")
        }
        for hit in hits {
            #expect(abs(hit.cosine - dot(vectors[Int(hit.row) - 1], vectors[0])) < 0.02, "\(what)")
        }
        // And it works again.
        try store.append([VectorEntry(row: 500, revision: 50, passage: 0, vector: vectors[0])])
        try store.flush(appliedSeq: 50)
        let again = try copy.store(Self.dimensions, small(30))
        #expect(again.opening == .opened && again.appliedSeq == 50, "\(what)")
        #expect(again.search(vectors[0], within: nil, count: 100).contains { $0.row == 500 }, "\(what)")
    }

    @Test func aFileCutAnywhereIsNoticed() throws {
        let (scratch, vectors, files) = try made()
        for name in files {
            let content = try Data(contentsOf: scratch.url.appending(path: name))
            // Every position of the small files, and of the large ones each kind.
            for length in Set(stride(from: 0, to: content.count, by: max(1, content.count / 150))).union(0..<70) {
                let copy = try scratch.copy()
                try content.prefix(length).write(to: copy.url.appending(path: name))
                try check(copy, vectors, "\(name) cut to \(length)")
            }
        }
    }

    @Test func aFlippedBitAnywhereIsNoticed() throws {
        let (scratch, vectors, files) = try made()
        for name in files {
            let content = try Data(contentsOf: scratch.url.appending(path: name))
            for position in Set(stride(from: 0, to: content.count, by: max(1, content.count / 150))).union(0..<70)
            where position < content.count {
                let copy = try scratch.copy()
                var flipped = content
                flipped[position] ^= 1 << UInt8(position % 8)
                try flipped.write(to: copy.url.appending(path: name))
                try check(copy, vectors, "\(name) flipped at \(position)")
            }
        }
    }

    @Test func bytesMoreThanWereWrittenAreNoticed() throws {
        let (scratch, vectors, files) = try made()
        for name in files {
            let copy = try scratch.copy()
            var content = try Data(contentsOf: scratch.url.appending(path: name))
            content.append(contentsOf: [1, 2, 3])
            try content.write(to: copy.url.appending(path: name))
            try check(copy, vectors, "\(name) grown")
        }
    }

    @Test func missingAndExchangedFilesAreNoticed() throws {
        let (scratch, vectors, files) = try made()
        for name in files {
            let copy = try scratch.copy()
            try FileManager.default.removeItem(at: copy.url.appending(path: name))
            try check(copy, vectors, "\(name) missing")
        }
        let segments = files.filter { $0.hasPrefix("segment") }
        let copy = try scratch.copy()
        let (a, b) = (copy.url.appending(path: segments[0]), copy.url.appending(path: segments[1]))
        let aside = copy.url.appending(path: "aside")
        try FileManager.default.moveItem(at: a, to: aside)
        try FileManager.default.moveItem(at: b, to: a)
        try FileManager.default.moveItem(at: aside, to: b)
        let store = try copy.store(Self.dimensions, small(30))
        #expect(store.appliedSeq == 0 && store.count == 0)
    }

    @Test func aSegmentCutWhileTheStoreIsOpenIsReportedNotFatal() throws {
        let (scratch, vectors, files) = try made()
        let store = try scratch.store(Self.dimensions, small(30, resident: 0))
        #expect(!store.isDamaged)
        for name in files where name.hasPrefix("segment") {
            let file = try FileHandle(forWritingTo: scratch.url.appending(path: name))
            try file.truncate(atOffset: 100)
            try file.close()
        }
        let hits = store.search(vectors[0], within: nil, count: 100)
        #expect(store.isDamaged)
        // What is in memory is still right.
        for hit in hits { #expect(abs(hit.cosine - dot(vectors[Int(hit.row) - 1], vectors[0])) < 0.02) }
        #expect(throws: VectorStoreError.self) { try store.compact(completely: true) }
        try store.reset()
        #expect(!store.isDamaged && store.count == 0 && store.appliedSeq == 0)
    }

    @Test func aRecordChangedWhileTheStoreIsOpenIsLeftOut() throws {
        let (scratch, vectors, files) = try made()
        let store = try scratch.store(Self.dimensions, small(30, resident: 0))
        let name = try #require(files.first { $0.hasPrefix("segment") })
        let file = try FileHandle(forUpdating: scratch.url.appending(path: name))
        try file.seek(toOffset: 64 + 20)
        try file.write(contentsOf: [0x55, 0xAA, 0x55])
        try file.close()
        #expect(store.cosines(vectors[0], rows: [1]).isEmpty)
        #expect(store.isDamaged)
    }

    @Test func aDirectoryThatCannotBeMadeIsAnError() throws {
        let scratch = try Scratch()
        let blocker = scratch.url.appending(path: "file")
        try Data().write(to: blocker)
        #expect(throws: VectorStoreError.self) {
            try VectorStore(directory: blocker.appending(path: "vectors"), dimensions: 4, modelHash: "m")
        }
    }
}
