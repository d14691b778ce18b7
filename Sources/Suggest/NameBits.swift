/// Some names of a segment, a bit each.
struct NameBits {
    private var words: [UInt64]

    /// The names that have a word of the set.
    init(_ set: WordSet, in segment: Segment) {
        self.init(segment.postings, set.stretches(segment), count: segment.count)
    }

    init(_ names: [UInt32], _ stretches: [Range<Int>], count: Int) {
        words = [UInt64](repeating: 0, count: (count + 63) / 64)
        words.withUnsafeMutableBufferPointer { words in
            names.withUnsafeBufferPointer { names in
                for stretch in stretches {
                    for place in stretch { words[Int(names[place] >> 6)] |= 1 << UInt64(names[place] & 63) }
                }
            }
        }
    }

    mutating func formIntersection(_ other: NameBits) {
        for place in words.indices { words[place] &= other.words[place] }
    }

    /// Visits the names after `last` in ascending order until `body` returns false.
    func visit(after last: Int, _ body: (Int) -> Bool) {
        var place = (last + 1) >> 6
        guard place < words.count else { return }
        var bits = words[place] & (~0 << UInt64((last + 1) & 63))
        while true {
            while bits != 0 {
                guard body(place << 6 | bits.trailingZeroBitCount) else { return }
                bits &= bits - 1
            }
            place += 1
            guard place < words.count else { return }
            bits = words[place]
        }
    }
}
