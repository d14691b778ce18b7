import Catalog
import Foundation
import Testing

@testable import Semantic

@Suite struct VectorConcurrencyTests {
    static let dimensions = 64

    /// Rows 1…200 always have exactly one revision; a search while they are replaced sees each of them once.
    @Test func searchesSeeEveryRowOnceWhileItIsReplacedAndCompacted() async throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(300, resident: 0))
        let vectors = clustered(200, dimensions: Self.dimensions, seed: 61)
        try store.append(entries(vectors, revision: 1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for revision in 2...60 as ClosedRange<Seq> {
                    try store.append(entries(vectors, revision: revision))
                    try store.flush(appliedSeq: revision)
                }
            }
            group.addTask {
                for round in 0..<20 {
                    try store.compact(completely: round % 2 == 0)
                    await Task.yield()
                }
            }
            for reader in 0..<3 {
                group.addTask {
                    var last: Seq = 0
                    for index in 0..<150 {
                        let query = vectors[(reader * 50 + index) % 200]
                        let hits = store.search(query, within: nil, count: 1000)
                        #expect(hits.count == 200)
                        #expect(Set(hits.map(\.row)).count == 200)
                        // One moment's state, and no older one than was seen before.
                        let revisions = Set(hits.map(\.revision))
                        #expect(revisions.count == 1)
                        #expect((revisions.min() ?? 0) >= last)
                        last = revisions.max() ?? last
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(!store.isDamaged)
        let reopened = try scratch.store(Self.dimensions, small(300))
        #expect(reopened.opening == .opened && reopened.appliedSeq == 60 && reopened.count == 200)
    }

    @Test func whatDiesDuringACompactionStaysDead() async throws {
        let scratch = try Scratch()
        let store = try scratch.store(Self.dimensions, small(100, resident: 0))
        let vectors = clustered(1000, dimensions: Self.dimensions, seed: 62)
        try store.append(entries(vectors))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<10 { try store.compact(completely: true) } }
            group.addTask { for row in 1...500 as ClosedRange<RowID> { try store.remove(rows: [row]) } }
            try await group.waitForAll()
        }
        try store.flush(appliedSeq: 1)
        #expect(store.count == 500)
        #expect(store.search(vectors[3], within: nil, count: 1000).allSatisfy { $0.row > 500 })
        let reopened = try scratch.store(Self.dimensions, small(100))
        #expect(reopened.count == 500)
        #expect(reopened.search(vectors[3], within: nil, count: 1000).allSatisfy { $0.row > 500 })
    }
}
