/// How like two words are: letters too many, too few, others or swapped.
struct Likeness {
    private let word: [Unicode.Scalar]
    /// Typos that it may have.
    private let typos: Int

    init(_ word: String) {
        self.word = Array(word.unicodeScalars.prefix(40))
        // A number with a typo is another number, and a short word another word.
        let isNumber = self.word.contains { $0.properties.numericType != nil }
        switch self.word.count {
        case _ where isNumber: typos = 0
        case ..<3: typos = 0
        case 3...6: typos = 1
        default: typos = 2
        }
    }

    var allowsTypos: Bool { typos > 0 }

    /// 1 for the same word, less for one with typos, 0 for another.
    func to(_ other: String) -> Double {
        guard typos > 0 else { return 0 }
        let other = Array(other.unicodeScalars.prefix(42))
        guard abs(other.count - word.count) <= typos, let first = other.first else { return 0 }
        let distance = Self.distance(word, other, limit: typos)
        guard distance <= typos else { return 0 }
        if distance == 0 { return 1 }
        let longer = Double(max(other.count, word.count))
        // The beginning is rarely wrong; in a short word it has to be right.
        if first != word.first, longer < 5 || distance > 1 { return 0 }
        if distance == 2, longer < 7 { return 0 }
        return max(0.5, 1 - 1.1 * Double(distance) / longer) - (first == word.first ? 0 : 0.1)
    }

    /// Optimal string alignment distance, cut off above `limit`.
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int {
        if a == b { return 0 }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            var least = i + 1
            for j in 0..<b.count {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
                least = min(least, best)
            }
            if least > limit, (last.min() ?? 0) > limit { return limit + 1 }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
