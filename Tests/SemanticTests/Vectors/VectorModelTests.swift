import Catalog
import Foundation
import TestSupport
import Testing

@testable import Semantic

/// Random operations on the store and on a plain dictionary, compared again and again.
@Suite struct VectorModelTests {
    struct Key: Hashable {
        let row: RowID
        let passage: UInt16
    }

    struct Model: Equatable {
        var revisions: [RowID: Seq] = [:]
        var vectors: [Key: [Float]] = [:]
        var seq: Seq = 0

        mutating func append(_ entries: [VectorEntry]) {
            var newest: [RowID: Seq] = [:]
            for entry in entries { newest[entry.row] = max(newest[entry.row] ?? .min, entry.revision) }
            for entry in entries where newest[entry.row] == entry.revision {
                if let known = revisions[entry.row], known > entry.revision { continue }
                if revisions[entry.row] != entry.revision { remove(entry.row) }
                revisions[entry.row] = entry.revision
                vectors[Key(row: entry.row, passage: entry.passage)] = entry.vector
            }
        }

        mutating func remove(_ row: RowID) {
            revisions[row] = nil
            vectors = vectors.filter { $0.key.row != row }
        }
    }

    static let dimensions = 32

    /// All of the model's passages are in the store, and nothing else.
    static func compare(_ store: VectorStore, _ model: Model, _ random: inout SeededRandom) {
        #expect(store.count == model.vectors.count)
        let query = random.vector(dimensions)
        let hits = store.search(query, within: nil, count: 10_000)
        #expect(Set(hits.map(\.row)) == Set(model.revisions.keys))
        for hit in hits {
            #expect(hit.revision == model.revisions[hit.row])
            let best = model.vectors.filter { $0.key.row == hit.row }.map { dot($0.value, query) }.max() ?? -2
            #expect(abs(best - hit.cosine) < 0.02)
            guard let vector = model.vectors[Key(row: hit.row, passage: hit.passage)] else {
                Issue.record("row \(hit.row) has no passage \(hit.passage)")
                continue
            }
            #expect(abs(dot(vector, query) - hit.cosine) < 0.02)
        }
    }

    static func batch(_ random: inout SeededRandom, rows: RowID, seq: inout Seq) -> [VectorEntry] {
        var batch: [VectorEntry] = []
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let row = RowID.random(in: 1...rows, using: &random)
            seq += 1
            // Now and then one that comes late.
            let revision = Bool.random(using: &random) ? seq : max(1, seq - Seq.random(in: 0...60, using: &random))
            for passage in 0..<UInt16.random(in: 1...4, using: &random) {
                batch.append(
                    VectorEntry(row: row, revision: revision, passage: passage, vector: random.vector(dimensions)))
            }
        }
        return batch
    }

    @Test(arguments: 1...6) func aStormOfChangesLeavesWhatAPlainModelHolds(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) * 77)
        let scratch = try Scratch()
        var settings = small(seed % 2 == 0 ? 150 : 60, resident: seed % 3 == 0 ? 0 : 1 << 30)
        settings.logBytes = seed == 5 ? 4000 : settings.logBytes
        var store = try scratch.store(Self.dimensions, settings)
        var model = Model()
        var flushed = model
        var seq: Seq = 0
        for step in 0..<250 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<11:
                let entries = Self.batch(&random, rows: 200, seq: &seq)
                try store.append(entries)
                model.append(entries)
            case 11..<15:
                let rows = (0..<8).map { _ in RowID.random(in: 1...200, using: &random) }
                try store.remove(rows: rows)
                rows.forEach { model.remove($0) }
            case 15:
                try store.compact()
            case 16:
                try store.compact(completely: true)
            case 17 where step % 7 == 0:
                try store.reset()
                model = Model()
                flushed = model
            default:
                model.seq = seq
                try store.flush(appliedSeq: seq)
                flushed = model
                if Bool.random(using: &random) {
                    store = try scratch.store(Self.dimensions, settings)
                    #expect(store.opening == .opened)
                }
            }
            #expect(store.appliedSeq == flushed.seq)
            if step % 10 == 0 { Self.compare(store, model, &random) }
        }
        Self.compare(store, model, &random)
        try store.flush(appliedSeq: seq)
        try Self.compare(scratch.store(Self.dimensions, settings), model, &random)
    }

    @Test func aRowUpdatedAThousandTimesLeavesFilesSmall() throws {
        let scratch = try Scratch()
        var settings = small(100)
        settings.logBytes = 20_000
        let store = try scratch.store(Self.dimensions, settings)
        var random = SeededRandom(seed: 5)
        for revision in 1...2000 as ClosedRange<Seq> {
            try store.append([
                VectorEntry(row: 1, revision: revision, passage: 0, vector: random.vector(Self.dimensions))
            ])
            if revision % 50 == 0 { try store.flush(appliedSeq: revision) }
        }
        #expect(store.count == 1)
        #expect(store.sizeOnDisk < 30_000)
        #expect(scratch.files.count == 2)
        #expect(store.search(random.vector(Self.dimensions), within: nil, count: 10).map(\.revision) == [2000])
    }
}
