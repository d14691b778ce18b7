import Catalog
import Testing

@testable import Search

/// Rankings are kept for their next pages, within bounds.
@Suite struct RankingCacheTests {
    func ranking(_ hits: Int) -> Ranking {
        let all = (0..<hits).map { RankedHit(row: RowID($0 + 1), revision: 1, score: 1) }
        return Ranking(hits: all, total: hits, seq: 1, isComplete: true, texts: [])
    }

    @Test func theRankingsUsedLastAreKeptUpToSoManyHits() {
        let cache = RankingCache(capacity: 10, hitCapacity: 1000)
        let first = ranking(400)
        let second = ranking(400)
        cache.keep(first, for: 1, isWhole: true)
        cache.keep(second, for: 2, isWhole: true)
        #expect(cache.ranking(first.id, of: 1)?.hits.count == 400)
        let third = ranking(500)
        cache.keep(third, for: 3, isWhole: true)
        // The first was used after the second.
        #expect(cache.ranking(second.id, of: 2) == nil)
        #expect(cache.newest(2, at: 1) == nil)
        #expect(cache.ranking(first.id, of: 1) != nil)
        #expect(cache.newest(3, at: 1)?.id == third.id)
    }

    @Test func aRankingLargerThanTheBoundIsKeptAlone() {
        let cache = RankingCache(capacity: 10, hitCapacity: 100)
        let small = ranking(10)
        let large = ranking(500)
        cache.keep(small, for: 1, isWhole: true)
        cache.keep(large, for: 2, isWhole: true)
        #expect(cache.ranking(large.id, of: 2)?.hits.count == 500)
        #expect(cache.ranking(small.id, of: 1) == nil)
        // Kept again, it is not counted twice.
        cache.keep(large, for: 2, isWhole: true)
        cache.keep(small, for: 1, isWhole: true)
        #expect(cache.ranking(small.id, of: 1) != nil)
        #expect(cache.ranking(large.id, of: 2) == nil)
    }

    @Test func onlySoManyRankingsAreKept() {
        let cache = RankingCache(capacity: 3, hitCapacity: 1000)
        let all = (0..<5).map { _ in ranking(1) }
        for (request, ranking) in all.enumerated() { cache.keep(ranking, for: UInt64(request), isWhole: true) }
        #expect(
            all.enumerated().map { cache.ranking($1.id, of: UInt64($0)) != nil } == [false, false, true, true, true])
    }
}
