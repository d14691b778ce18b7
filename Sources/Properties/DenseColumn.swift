import Catalog

/// The numbers of one column in memory, by row: what sorts and wide ranges read.
///
/// Loaded at the first need, then kept up to date by the writer. Dates are seconds, bools 0 and 1.
struct DenseColumn: Sendable {
    /// Least value by row; NaN where there is none.
    private(set) var least: [Double] = []
    /// Greatest value of the rows that have several.
    private(set) var greatest: [RowID: Double] = [:]
    /// Rows with a value that a `Double` cannot hold exactly: conditions on this column must be asked of the file.
    private(set) var isInexact = false

    var isSingleValued: Bool { greatest.isEmpty }

    func least(_ row: RowID) -> Double { Int(row) < least.count ? least[Int(row)] : .nan }

    func greatest(_ row: RowID) -> Double { greatest[row] ?? least(row) }

    var bytes: Int { least.count * 8 + greatest.count * 16 }

    mutating func remove(_ row: RowID) {
        if Int(row) < least.count { least[Int(row)] = .nan }
        if !greatest.isEmpty { greatest[row] = nil }
    }

    mutating func add(_ row: RowID, _ value: Double, isExact: Bool = true) {
        if !isExact { isInexact = true }
        let index = Int(row)
        if index >= least.count {
            let more = max(index + 1 - least.count, least.count / 8)
            least.append(contentsOf: repeatElement(.nan, count: more))
        }
        let old = least[index]
        if old.isNaN {
            least[index] = value
        } else if value != old {
            greatest[row] = max(greatest[row] ?? old, value)
            least[index] = min(old, value)
        }
    }

    /// Rows whose value lies within the bounds. Only right when single-valued and exact.
    func rows(from lower: Double, inclusive lowerInclusive: Bool, to upper: Double, inclusive upperInclusive: Bool)
        -> RowSet
    {
        // Strict bounds become inclusive ones at the neighbouring Double.
        let low = lowerInclusive ? lower : lower.nextUp
        let high = upperInclusive ? upper : upper.nextDown
        var words = [UInt64](repeating: 0, count: (least.count + 63) / 64)
        least.withUnsafeBufferPointer { values in
            for word in words.indices {
                let start = word * 64
                var bits: UInt64 = 0
                for i in start..<min(start + 64, values.count) {
                    // Comparisons with NaN are false.
                    let isIn = values[i] >= low && values[i] <= high
                    bits |= (isIn ? 1 : 0) << UInt64(i - start)
                }
                words[word] = bits
            }
        }
        return RowSet(words: words)
    }
}
