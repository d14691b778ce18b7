/// Makes a row set out of a condition, 64 rows at a time.
struct RowSetBuilder {
    private let count: Int
    private var words: [UInt64]

    init(count: Int) {
        self.count = count
        words = [UInt64](repeating: 0, count: (count + 63) / 64)
    }

    /// Takes in the rows from 1 on for which the condition holds.
    @inline(__always)
    mutating func fill(_ condition: (Int) -> Bool) {
        let count = count
        words.withUnsafeMutableBufferPointer { words in
            for index in words.indices {
                let first = index << 6
                let end = min(64, count - first)
                var word: UInt64 = 0
                for bit in 0..<end where condition(first + bit) { word |= 1 << UInt64(bit) }
                words[index] = word
            }
            // Row 0 does not exist.
            if !words.isEmpty { words[0] &= ~1 }
        }
    }

    consuming func finish() -> RowSet { RowSet(words: words) }
}
