/// Packs sentences, or pieces of long ones, into passages.
struct PassageCutter {
    let target: Int
    let overlap: Int
    let maximum: Int

    /// A piece that is not divided further, in bytes of UTF-8, with its estimated tokens.
    private struct Unit {
        var range: Range<Int>
        var cost: Int
    }

    /// Text this many bytes a token past what fits is not even looked at.
    private static let mostBytesPerToken = 32

    func passages(of text: String) -> (passages: [Range<String.Index>], cut: Bool) {
        guard maximum > 0 else { return ([], text.contains { !$0.isWhitespace }) }
        let (limit, overflow) = (maximum + 1).multipliedReportingOverflow(by: (target + 8) * Self.mostBytesPerToken)
        var whole = text
        let (ranges, cut) = whole.withUTF8 { utf8 -> ([Range<Int>], Bool) in
            var end = overflow ? utf8.count : min(utf8.count, limit)
            if end < utf8.count { while end > 0, utf8[end] & 0xC0 == 0x80 { end -= 1 } }
            let seen = UnsafeBufferPointer(rebasing: utf8[..<end])
            let (ranges, cut) = pack(units(of: seen))
            return (ranges, cut || utf8[end...].contains { $0 > 0x20 })
        }
        let utf8 = text.utf8
        var characters = CharacterBoundaries(text)
        var result: [Range<String.Index>] = []
        for range in ranges {
            let lower = characters.roundedDown(utf8.index(utf8.startIndex, offsetBy: range.lowerBound))
            let upper = characters.roundedDown(utf8.index(utf8.startIndex, offsetBy: range.upperBound))
            // A character of many scalars may have been several pieces.
            if let last = result.last {
                if lower <= last.lowerBound {
                    result[result.count - 1] = last.lowerBound..<max(last.upperBound, upper)
                } else if last.upperBound < upper {
                    result.append(lower..<upper)
                }
            } else if lower != upper {
                result.append(lower..<upper)
            }
        }
        return (result, cut)
    }

    private func units(of utf8: UnsafeBufferPointer<UInt8>) -> [Unit] {
        let boundaries = Scanner.with { $0.sentences(utf8) } ?? [0, utf8.count]
        var result: [Unit] = []
        for (from, to) in zip(boundaries, boundaries.dropFirst()) {
            var range = from..<to
            while let last = range.last, utf8[last] <= 0x20 { range = from..<last }
            while let first = range.first, utf8[first] <= 0x20 { range = (first + 1)..<range.upperBound }
            if range.isEmpty { continue }
            append(range, of: utf8, to: &result)
        }
        return result
    }

    /// Adds a sentence; one longer than a quarter of a passage in pieces, at white space where there is any.
    private func append(_ range: Range<Int>, of utf8: UnsafeBufferPointer<UInt8>, to units: inout [Unit]) {
        let most = max(1, target / 4)
        var counter = TokenEstimate()
        var start = range.lowerBound
        var index = start
        var space: (at: Int, cost: Int)?
        var sentence: [Unit] = []
        while index < range.upperBound {
            let byte = utf8[index]
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            if byte <= 0x20 { space = (index, counter.tokens) }
            counter.add(byte)
            index += length
            if counter.tokens >= most, index < range.upperBound {
                let end = space?.at ?? index
                sentence.append(Unit(range: start..<end, cost: space?.cost ?? counter.tokens))
                start = end
                index = end
                while index < range.upperBound, utf8[index] <= 0x20 { index += 1 }
                start = index
                counter = TokenEstimate()
                space = nil
            }
        }
        if start < range.upperBound { sentence.append(Unit(range: start..<range.upperBound, cost: counter.tokens)) }
        let total = sentence.reduce(0) { $0 + $1.cost }
        // Sentences that fit are kept whole.
        if total <= target, let first = sentence.first, let last = sentence.last {
            units.append(Unit(range: first.range.lowerBound..<last.range.upperBound, cost: total))
        } else {
            units.append(contentsOf: sentence)
        }
    }

    private func pack(_ units: [Unit]) -> (ranges: [Range<Int>], cut: Bool) {
        var result: [Range<Int>] = []
        var first = 0
        while first < units.count {
            if result.count == maximum { return (result, true) }
            var cost = 0
            var next = first
            while next < units.count, next == first || cost + units[next].cost <= target {
                cost += units[next].cost
                next += 1
            }
            result.append(units[first].range.lowerBound..<units[next - 1].range.upperBound)
            if next == units.count { break }
            var again = next
            var repeated = 0
            while again > first + 1, repeated + units[again - 1].cost <= overlap {
                again -= 1
                repeated += units[again].cost
            }
            first = again
        }
        return (result, false)
    }
}

/// Counts about how many tokens a WordPiece model makes of UTF-8, byte by leading byte.
private struct TokenEstimate {
    private(set) var tokens = 0
    private var letters = 0

    mutating func add(_ byte: UInt8) {
        let isLetter = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || (0xC3...0xC9).contains(byte)
        if isLetter {
            if letters % 6 == 0 { tokens += 1 }
            letters += 1
        } else {
            letters = 0
            if byte > 0x20 { tokens += 1 }
        }
    }
}

/// Rounds places to whole characters; one of a million scalars is looked through once.
private struct CharacterBoundaries {
    private let text: String
    private var last: Range<String.Index>

    init(_ text: String) {
        self.text = text
        last = text.startIndex..<text.startIndex
    }

    /// The place itself, or the beginning of the character it would divide.
    mutating func roundedDown(_ index: String.Index) -> String.Index {
        if last.contains(index) { return last.lowerBound }
        if index == last.upperBound || String.Index(index, within: text) != nil { return index }
        let end = text.index(after: index)
        last = text.index(before: end)..<end
        return last.lowerBound
    }
}
