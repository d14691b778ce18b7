import TestSupport
import Testing

@testable import Semantic

struct TokenBatchTests {
    @Test(arguments: 1...20) func everyTextIsInOneBatchThatHoldsIt(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let texts = (0..<Int.random(in: 0...200, using: &random)).map { _ in
            [Int32](repeating: 7, count: Int.random(in: 0...256, using: &random))
        }
        let batches = TokenBatch.plan(texts, budget: 256)
        #expect(batches.flatMap(\.indices).sorted() == Array(texts.indices))
        for batch in batches {
            #expect(batch.texts == batch.indices.map { texts[$0] })
            #expect(batch.texts.count <= batch.rows)
            #expect(batch.rows == 1 || batch.rows * batch.length <= 256)
            #expect(batch.texts.allSatisfy { $0.count <= batch.length })
        }
        // All but the last are full.
        #expect(batches.dropLast().allSatisfy { $0.texts.count == $0.rows })
    }

    @Test func shapesAreFew() {
        let texts = (0..<5_000).map { [Int32](repeating: 7, count: 2 + $0 % 255) }
        let shapes = Set(TokenBatch.plan(texts, budget: 256).map { [$0.rows, $0.length] })
        #expect(shapes.count <= TokenBatch.bulkLengths.count)
    }

    @Test func lengthsBeyondTheLongestAreItsMultiples() {
        #expect(TokenBatch.paddedLength(9, lengths: TokenBatch.queryLengths) == 16)
        #expect(TokenBatch.paddedLength(256, lengths: TokenBatch.queryLengths) == 256)
        #expect(TokenBatch.paddedLength(300, lengths: TokenBatch.queryLengths) == 512)
    }
}
