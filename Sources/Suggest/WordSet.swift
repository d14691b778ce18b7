/// Words of one segment, as ascending ranges of their numbers.
struct WordSet {
    private(set) var ranges: [Range<Int>] = []

    init() {}

    init(_ range: Range<Int>) {
        if !range.isEmpty { ranges = [range] }
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// Adds a range that begins where no earlier one begins later.
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last = ranges.last, range.lowerBound <= last.upperBound {
            ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            ranges.append(range)
        }
    }

    @inline(__always)
    func contains(_ word: UInt32) -> Bool {
        let word = Int(word)
        if ranges.count <= 4 {
            for range in ranges where range.contains(word) { return true }
            return false
        }
        let place = Search.first(0..<ranges.count) { ranges[$0].upperBound > word }
        return place < ranges.count && ranges[place].contains(word)
    }

    /// Stretches of the segment's postings.
    func stretches(_ segment: Segment) -> [Range<Int>] {
        ranges.map { segment.postings(of: $0) }
    }
}
