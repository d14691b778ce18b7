/// A stretch of a text as it is shown.
struct Snippet {
    let text: String
    let range: Range<String.Index>

    /// White space as single spaces, no controls, `…` where text was cut; and the matches that fall into it.
    func rendered(_ matches: [MatchFinder.Match]) -> (snippet: String, highlights: [[Int]]) {
        plain(matches) ?? reshaped(matches)
    }

    func reshaped(_ matches: [MatchFinder.Match]) -> (snippet: String, highlights: [[Int]]) {
        var shown = String.UnicodeScalarView()
        // Per scalar of the range, where it is shown; one more for the end.
        var places: [Int] = []
        let isCut = text.unicodeScalars[..<range.lowerBound].contains { !QueryReader.isSpace($0) }
        var count = 0
        if isCut {
            shown.append("…")
            count = 1
        }
        var spaced = true
        for scalar in text.unicodeScalars[range] {
            places.append(count)
            if QueryReader.isSpace(scalar) {
                if !spaced {
                    shown.append(" ")
                    count += 1
                }
                spaced = true
            } else if !Self.isDirectional(scalar) {
                shown.append(scalar)
                count += 1
                spaced = false
            }
        }
        if spaced, shown.last == " " {
            shown.removeLast()
            count -= 1
        }
        for index in places.indices.reversed() {
            if places[index] <= count { break }
            places[index] = count
        }
        places.append(count)
        if text.unicodeScalars[range.upperBound...].contains(where: { !QueryReader.isSpace($0) }) { shown.append("…") }
        let snippet = String(shown)
        return (snippet, highlights(matches, places: places, in: snippet, from: isCut ? 1 : 0, to: count))
    }

    /// The same where every byte is shown as it is, which most texts of one line allow: ASCII with single spaces between
    /// words. Nil where not.
    func plain(_ matches: [MatchFinder.Match]) -> (snippet: String, highlights: [[Int]])? {
        let utf8 = text.utf8
        let start = utf8.distance(from: text.startIndex, to: range.lowerBound)
        let end = utf8.distance(from: text.startIndex, to: range.upperBound)
        guard start == 0, end == utf8.count else { return nil }
        let space = UInt8(ascii: " ")
        let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
            guard let last = bytes.last, last != space else { return false }
            var before = space
            for byte in bytes {
                guard byte > space || (byte == space && before != space), byte < 0x7F else { return false }
                before = byte
            }
            return true
        }
        guard isPlain == true else { return nil }
        let spans = matches.map { $0.bytes }.filter { !$0.isEmpty && $0.upperBound <= end }
        let merged = Self.merged(spans.sorted { $0.lowerBound < $1.lowerBound })
        return (text, merged.map { [$0.lowerBound, $0.count] })
    }

    /// Controls of writing direction: unbalanced by a cut they would turn what follows.
    private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private func highlights(
        _ matches: [MatchFinder.Match], places: [Int], in snippet: String, from: Int, to: Int
    ) -> [[Int]] {
        guard !matches.isEmpty else { return [] }
        let utf8 = text.utf8
        let start = utf8.distance(from: text.startIndex, to: range.lowerBound)
        let end = utf8.distance(from: text.startIndex, to: range.upperBound)
        guard let anchor = matches.first(where: { $0.bytes.upperBound > start && $0.bytes.lowerBound < end }) else {
            return []
        }
        // The scalar at which the range begins, from a match whose both offsets are known.
        let anchorIndex = utf8.index(text.startIndex, offsetBy: anchor.bytes.lowerBound)
        let base =
            anchor.scalars.lowerBound
            - text.unicodeScalars.distance(from: range.lowerBound, to: anchorIndex)
        var spans: [Range<Int>] = []
        for match in matches where match.bytes.upperBound > start && match.bytes.lowerBound < end {
            let first = max(0, match.scalars.lowerBound - base)
            let last = min(places.count - 1, match.scalars.upperBound - base)
            guard first < last, places[first] < places[last] else { continue }
            spans.append(places[first]..<places[last])
        }
        return Self.merged(Self.onCharacters(spans.sorted { $0.lowerBound < $1.lowerBound }, of: snippet, from, to))
            .map { [$0.lowerBound, $0.count] }
    }

    /// Widens spans to whole characters of the snippet, in Burmese and Khmer to whole syllables, within its text.
    private static func onCharacters(_ spans: [Range<Int>], of snippet: String, _ from: Int, _ to: Int) -> [Range<Int>]
    {
        var starts: [Int] = []
        var at = 0
        var before: Unicode.Scalar?
        for character in snippet {
            let scalars = character.unicodeScalars
            if !Syllables.goesOn(scalars, after: before) { starts.append(at) }
            at += scalars.count
            before = scalars.last
        }
        starts.append(at)
        // Every scalar a character: nothing to widen.
        if starts.count == at + 1 { return spans }
        var result: [Range<Int>] = []
        var index = 0
        for span in spans {
            while index + 1 < starts.count, starts[index + 1] <= span.lowerBound { index += 1 }
            var end = index
            while end + 1 < starts.count, starts[end] < span.upperBound { end += 1 }
            let widened = max(starts[index], 0)..<min(starts[end], at)
            if !widened.isEmpty { result.append(widened) }
        }
        return result
    }

    private static func merged(_ spans: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for span in spans {
            if let last = result.last, span.lowerBound < last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                result.append(span)
            }
        }
        return result
    }
}
