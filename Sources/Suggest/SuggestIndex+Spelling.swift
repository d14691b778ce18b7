import Catalog

extension SuggestIndex {
    /// Words of names that are one or two typos away from a folded word, the nearest first; the word itself is left out.
    /// They are of names of the rows `within`.
    ///
    /// One typo from three letters on, two from seven on; among many the first letter has to be right.
    public func similarWords(to word: String, limit: Int, within: RowSet) -> [String] {
        let typed = Array(word.unicodeScalars)
        guard typed.count >= 3, typed.count <= 40, !typed.contains(where: { $0.properties.numericType != nil }) else {
            return []
        }
        let typos = typed.count >= 7 ? 2 : 1
        var found: [String: Int] = [:]
        for segment in segments {
            let similar = SimilarWords(segment: segment, typed: typed, typos: typos).find()
            for range in similar.ranges {
                for number in range {
                    let other = segment.words.string(number)
                    let scalars = Array(other.unicodeScalars)
                    guard abs(scalars.count - typed.count) <= typos, other != word, found[other] == nil else {
                        continue
                    }
                    let distance = Self.distance(typed, scalars)
                    guard distance <= typos else { continue }
                    if typed.count < 5, scalars.first != typed.first { continue }
                    guard
                        segment.postings(of: number).contains(where: {
                            within.contains(segment.row(Int(segment.postings[$0])))
                        })
                    else { continue }
                    found[other] = distance
                }
            }
        }
        return found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map(\.key)
    }

    /// Optimal string alignment distance.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
