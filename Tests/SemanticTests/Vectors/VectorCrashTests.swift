import Catalog
import Foundation
import TestSupport
import Testing

@testable import Semantic

/// Files as a sudden end leaves them: copied at any moment, or with the log's last bytes missing.
@Suite struct VectorCrashTests {
    static let dimensions = 32

    @Test func aLogCutAtAnyByteOfItsLastRecordsGivesTheFlushBefore() throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions)
        let vectors = clustered(6, dimensions: Self.dimensions, seed: 41)
        try store.append(entries(Array(vectors[0..<3])))
        try store.flush(appliedSeq: 1)
        let name = try #require(scratch.files.first { $0.hasPrefix("log") })
        let log = scratch.url.appending(path: name)
        let before = try Data(contentsOf: log).count
        try store.append(entries(Array(vectors[3..<6]), firstRow: 4))
        try store.remove(rows: [1])
        try store.flush(appliedSeq: 2)
        let content = try Data(contentsOf: log)
        #expect(content.count > before)
        for length in before...content.count {
            let copy = try scratch.copy()
            try content.prefix(length).write(to: copy.url.appending(path: name))
            let reopened = try copy.store(Self.dimensions)
            #expect(reopened.opening == .opened)
            let rows = Set(reopened.search(vectors[0], within: nil, count: 10).map(\.row))
            if length == content.count {
                #expect(reopened.appliedSeq == 2 && rows == [2, 3, 4, 5, 6])
            } else {
                #expect(reopened.appliedSeq == 1 && rows == [1, 2, 3])
            }
            // What is appended now does not run into the cut record.
            try reopened.append([VectorEntry(row: 9, revision: 3, passage: 0, vector: vectors[0])])
            try reopened.flush(appliedSeq: 3)
            #expect(try copy.store(Self.dimensions).count == rows.count + 1)
        }
    }

    @Test(arguments: 1...4) func aCopyTakenAfterAnyStepHoldsAtLeastTheLastFlush(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 900)
        let scratch = try Scratch()
        var settings = small(80)
        settings.logBytes = seed == 3 ? 6000 : settings.logBytes
        let store = try scratch.store(Self.dimensions, settings)
        var model = VectorModelTests.Model()
        var flushed = model
        var seq: Seq = 0
        for _ in 0..<120 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let entries = VectorModelTests.batch(&random, rows: 100, seq: &seq)
                try store.append(entries)
                model.append(entries)
            case 6: try store.compact(completely: Bool.random(using: &random))
            default:
                model.seq = seq
                try store.flush(appliedSeq: seq)
                flushed = model
            }
            let reopened = try scratch.copy().store(Self.dimensions, settings)
            #expect(reopened.opening == .opened)
            #expect(reopened.appliedSeq == flushed.seq)
            // Each row is as it was at the flush, or newer: never older, never gone but for a newer one.
            let hits = reopened.search(random.vector(Self.dimensions), within: nil, count: 1000)
            let revisions = Dictionary(uniqueKeysWithValues: hits.map { ($0.row, $0.revision) })
            for (row, revision) in flushed.revisions {
                if let known = revisions[row] {
                    #expect(known >= revision)
                } else {
                    // Replaced by what was not flushed: the journal brings it again.
                    #expect((model.revisions[row] ?? 0) > revision)
                }
            }
            for (row, revision) in revisions where revision > flushed.seq {
                #expect(model.revisions[row] ?? 0 >= revision)
            }
        }
    }

    @Test func leftoversOfAnUnfinishedSealAreRemoved() throws {
        let scratch = try Scratch()
        do {
            let store = try scratch.store(Self.dimensions, small(30))
            try store.append(entries(clustered(40, dimensions: Self.dimensions, seed: 4)))
            try store.flush(appliedSeq: 1)
        }
        let files = scratch.files
        for name in ["segment-999.vectors", "log-1000", "manifest.new"] {
            try Data([1, 2, 3]).write(to: scratch.url.appending(path: name))
        }
        try Data([1]).write(to: scratch.url.appending(path: "somebody-elses"))
        let store = try scratch.store(Self.dimensions, small(30))
        #expect(store.opening == .opened && store.count == 40)
        #expect(scratch.files == (files + ["somebody-elses"]).sorted())
    }
}
