/// Finds the words of a segment that begin with something at most a few typos away from what was typed.
///
/// A typo is a letter too many, too few, another, or two neighbours swapped (optimal string alignment). The words are in
/// alphabetical order, so those that begin alike are neighbours: once their common beginning is near enough all of them
/// are found, and once it is too far none is, and either way the rest of them is passed over. With two typos the first
/// letter has to be right.
struct SimilarWords {
    let segment: Segment
    private let typos: TypoAutomaton
    private let typed: [Unicode.Scalar]

    init(segment: Segment, typed: [Unicode.Scalar], typos: Int) {
        self.segment = segment
        self.typed = typed
        self.typos = TypoAutomaton(typed, typos: typos)
    }

    func find() -> WordSet {
        guard let first = typed.first else { return WordSet() }
        var range = 0..<segment.words.count
        if typos.typos > 1 {
            range = (UTF8.encode(first).map(Array.init) ?? []).withUnsafeBytes { segment.words(beginning: $0) }
        }
        return segment.words.bytes.withUnsafeBytes { bytes in
            segment.words.starts.withUnsafeBufferPointer { starts in
                segment.shared.withUnsafeBufferPointer { search(range, bytes, starts, $0) }
            }
        }
    }

    private func search(
        _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ starts: UnsafeBufferPointer<UInt32>,
        _ shared: UnsafeBufferPointer<UInt8>
    ) -> WordSet {
        var result = WordSet()
        // What the automaton knows after so many bytes of the present word, kept for those that begin alike.
        var states = [TypoAutomaton.State](repeating: typos.start, count: NameForm.maximumWordBytes + 5)
        states.withUnsafeMutableBufferPointer { states in
            var word = range.lowerBound
            var depth = 0
            while word < range.upperBound {
                let start = Int(starts[word])
                let length = min(Int(starts[word + 1]) - start, states.count - 5)
                var isDecided = false
                while depth < length {
                    let (letter, count) = Self.scalar(bytes, start + depth, start + length)
                    states[depth + count] = typos.step(states[depth], letter)
                    depth += count
                    let isNear = typos.isNear(states[depth])
                    if isNear || typos.isFar(states[depth]) {
                        let next = Self.first(in: shared, from: word + 1, to: range.upperBound, below: depth)
                        if isNear { result.append(word..<next) }
                        word = next
                        isDecided = true
                        break
                    }
                }
                if !isDecided { word += 1 }
                if word < range.upperBound { depth = Int(shared[word]) }
            }
        }
        return result
    }

    /// The first place from `start` on whose number is less than `limit`.
    private static func first(
        in numbers: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, below limit: Int
    ) -> Int {
        guard let base = numbers.baseAddress, limit <= UInt8.max else { return start }
        let limits = SIMD16<UInt8>(repeating: UInt8(truncatingIfNeeded: limit))
        var place = start
        while place + 16 <= end {
            let some = UnsafeRawPointer(base + place).loadUnaligned(as: SIMD16<UInt8>.self)
            let lanes = unsafeBitCast(some .< limits, to: SIMD2<UInt64>.self)
            if lanes[0] != 0 { return place + lanes[0].trailingZeroBitCount >> 3 }
            if lanes[1] != 0 { return place + 8 + lanes[1].trailingZeroBitCount >> 3 }
            place += 16
        }
        while place < end, numbers[place] >= limit { place += 1 }
        return place
    }

    @inline(__always)
    private static func scalar(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ end: Int) -> (Unicode.Scalar, Int) {
        let first = bytes[place]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        guard place + length <= end else { return ("\u{fffd}", end - place) }
        var value = UInt32(first) & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07)
        for i in 1..<length { value = value << 6 | UInt32(bytes[place + i] & 0x3f) }
        return (Unicode.Scalar(value) ?? "\u{fffd}", length)
    }
}
