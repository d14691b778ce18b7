import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

/// The rows of words that were asked for before are kept: what that changes is the time alone.
@Suite(.enabled(if: ProjectFiles.sharedData != nil), .serialized)
struct KeptWordsTests {
    private static let limit = 120

    @Test("what is kept gives the same answers, bit by bit", arguments: ["adi", "cranfield", "xquad-de", "xquad-zh"])
    func again(_ name: String) async throws {
        let collection = try Collection(name)
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill(collection.entities)
        let queries = try await Self.queries(collection, index)
        var fresh: [LexicalResult] = []
        for query in queries { fresh.append(try await index.search(query, depth: 50, others: 1 << 16)) }
        // In another order, and by both readers.
        for turn in 0..<2 {
            for place in queries.indices.reversed() {
                let again = try await index.search(queries[place], depth: 50, others: 1 << 16)
                #expect(again.isSame(as: fresh[place]), "\(name) \(turn) \(queries[place].parsed.wanted)")
            }
        }
    }

    @Test("what is kept of a commit is not taken for another one's, nor for what is in memory")
    func afterChanges() async throws {
        let collection = try Collection("adi")
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill(Array(collection.entities.dropLast(20)))
        let queries = try await Self.queries(collection, index)
        for query in queries { _ = try await index.search(query) }
        // In memory: some replaced, some gone, the rest new.
        let replaced = (0..<10).map { put(RowID($0 + 1), collection.entities[$0 + 30], seq: 1_000) }
        let gone = (10..<15).map { delete(RowID($0 + 1), seq: 1_001) }
        let first = collection.entities.count - 20
        let new = (first..<first + 20).map { put(RowID($0 + 1), collection.entities[$0], seq: 1_002) }
        try await index.applyUrgent(replaced + gone + new)
        let inMemory = try await Self.hits(queries, index)

        let otherScratch = try Scratch()
        defer { withExtendedLifetime(otherScratch) {} }
        let other = try await otherScratch.index()
        try await other.fill(Array(collection.entities.dropLast(20)))
        try await other.apply(replaced + gone + new, through: 1_002)
        try await other.flush()
        let whole = try await Self.hits(queries, other)
        for (query, (mine, theirs)) in zip(queries, zip(inMemory, whole)) {
            #expect(mine.map(\.row) == theirs.map(\.row), "\(query.parsed.wanted)")
        }
        // Committed, it is what it was in memory.
        try await index.apply(replaced + gone + new, through: 1_002)
        try await index.flush()
        #expect(try await Self.hits(queries, index).map { $0.map(\.row) } == whole.map { $0.map(\.row) })
    }

    @Test("the best of a search are those of one that sorts all", arguments: ["cranfield", "xquad-en"])
    func best(_ name: String) async throws {
        let collection = try Collection(name)
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill(collection.entities)
        for query in try await Self.queries(collection, index) {
            let all = try await index.search(query, depth: .max)
            let sorted = all.hits.sorted { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
            #expect(all.hits == sorted)
            for depth in [1, 7, 130] {
                let some = try await index.search(query, depth: depth, others: .max)
                #expect(some.total == all.total)
                #expect(some.hits == Array(all.hits.prefix(depth)))
                let others = (some.others ?? []).map(\.row).sorted()
                #expect(others == all.hits.dropFirst(depth).map(\.row).sorted())
            }
        }
    }

    private static func queries(_ collection: Collection, _ index: LexicalIndex) async throws -> [LexicalQuery] {
        let languages = await index.queryLanguages()
        return collection.queries.prefix(limit).map { LexicalQuery($0.text, languages: languages) }
    }

    private static func hits(_ queries: [LexicalQuery], _ index: LexicalIndex) async throws -> [[LexicalHit]] {
        var hits: [[LexicalHit]] = []
        for query in queries { hits.append(try await index.search(query, depth: 100).hits) }
        return hits
    }
}

extension LexicalResult {
    /// The same in every bit, those behind the best in whichever order.
    fileprivate func isSame(as other: LexicalResult) -> Bool {
        func behind(_ result: LexicalResult) -> [RowID: Float]? {
            result.others.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.row, $0.score) }) }
        }
        return hits == other.hits && total == other.total && words == other.words && coverage == other.coverage
            && behind(self) == behind(other)
    }
}
