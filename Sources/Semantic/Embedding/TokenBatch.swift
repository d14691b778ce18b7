/// Texts that are embedded in one step, padded to one of a few shapes.
struct TokenBatch: Sendable {
    var texts: [[Int32]]
    /// Which texts of the whole they are.
    var indices: [Int]
    /// Texts the shape has room for.
    var rows: Int
    /// Tokens of each, padding included.
    var length: Int

    /// Lengths of a single text: few, because every length costs memory and the first use of each some milliseconds.
    static let queryLengths = [8, 16, 32, 64, 128, 256]
    /// Lengths of texts in bulk: closer, because padding costs as much as text.
    static let bulkLengths = [8, 16, 24, 32, 48, 64, 96, 128, 192, 256]

    /// The shortest of `lengths` that holds `count` tokens; beyond them, the next multiple of the longest.
    static func paddedLength(_ count: Int, lengths: [Int]) -> Int {
        if let length = lengths.first(where: { $0 >= count }) { return length }
        let longest = lengths[lengths.count - 1]
        return (count + longest - 1) / longest * longest
    }

    /// Puts texts of like length together, `budget` tokens a batch with padding (but at least one text).
    ///
    /// Longest first: what a batch has left over, shorter texts fill, so only the last batch is not full.
    static func plan(_ texts: [[Int32]], budget: Int) -> [TokenBatch] {
        let order = texts.indices.sorted { (texts[$0].count, $1) > (texts[$1].count, $0) }
        var batches: [TokenBatch] = []
        var start = 0
        while start < order.count {
            let length = paddedLength(texts[order[start]].count, lengths: bulkLengths)
            let rows = max(1, budget / length)
            let indices = Array(order[start..<min(start + rows, order.count)])
            batches.append(TokenBatch(texts: indices.map { texts[$0] }, indices: indices, rows: rows, length: length))
            start += rows
        }
        return batches
    }
}
