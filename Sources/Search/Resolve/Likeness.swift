/// How like two words are: letters too many, too few, others or swapped.
struct Likeness {
    private let word: [UInt32]
    /// The letters in it, a bit each; letters may share one.
    private let letters: UInt64
    /// Typos that it may have.
    private let typos: Int

    /// Scalars of a word that are looked at.
    private static let longest = 40

    init(_ word: String) {
        let scalars = word.unicodeScalars.prefix(Self.longest)
        self.word = scalars.map(\.value)
        letters = self.word.reduce(0) { $0 | Self.bit($1) }
        // A number with a typo is another number, and a short word another word.
        let isNumber = scalars.contains { $0.properties.numericType != nil }
        switch self.word.count {
        case _ where isNumber: typos = 0
        case ..<3: typos = 0
        case 3...6: typos = 1
        default: typos = 2
        }
    }

    var allowsTypos: Bool { typos > 0 }

    private static func bit(_ scalar: UInt32) -> UInt64 { 1 &<< UInt64(scalar & 63) }

    /// 1 for the same word, less for one with typos, 0 for another.
    func to(_ other: String) -> Double {
        // A scalar has a byte at least.
        guard typos > 0, other.utf8.count >= word.count - typos else { return 0 }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.longest + 2) { scalars in
            var count = 0
            var present: UInt64 = 0
            for scalar in other.unicodeScalars {
                if count == scalars.count { break }
                scalars[count] = scalar.value
                present |= Self.bit(scalar.value)
                count += 1
            }
            // A typo brings one letter at most that is not there otherwise, and takes one away.
            guard count > 0, abs(count - word.count) <= typos, (letters & ~present).nonzeroBitCount <= typos,
                (present & ~letters).nonzeroBitCount <= typos
            else { return 0 }
            return quality(UnsafeBufferPointer(rebasing: scalars[..<count]))
        }
    }

    private func quality(_ other: UnsafeBufferPointer<UInt32>) -> Double {
        let distance = word.withUnsafeBufferPointer { Self.distance($0, other, limit: typos) }
        guard distance <= typos else { return 0 }
        if distance == 0 { return 1 }
        let longer = Double(max(other.count, word.count))
        // The beginning is rarely wrong; in a short word it has to be right.
        if other[0] != word[0], longer < 5 || distance > 1 { return 0 }
        if distance == 2, longer < 7 { return 0 }
        return max(0.5, 1 - 1.1 * Double(distance) / longer) - (other[0] == word[0] ? 0 : 0.1)
    }

    /// Optimal string alignment distance; above `limit` it may be any number that is.
    private static func distance(
        _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>, limit: Int
    ) -> Int {
        if a.elementsEqual(b) { return 0 }
        let width = b.count + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
            // Where the row before last, the last one and this one begin.
            var (before, last, row) = (0, width, 2 * width)
            for j in 0..<width { rows[last + j] = j }
            var leastOfLast = 0
            for i in a.indices {
                rows[row] = i + 1
                var least = i + 1
                for j in b.indices {
                    var best = min(rows[last + j] + (a[i] == b[j] ? 0 : 1), rows[last + j + 1] + 1, rows[row + j] + 1)
                    if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[before + j - 1] + 1) }
                    rows[row + j + 1] = best
                    least = min(least, best)
                }
                if least > limit, leastOfLast > limit { return limit + 1 }
                leastOfLast = least
                (before, last, row) = (last, row, before)
            }
            return rows[last + b.count]
        }
    }
}
