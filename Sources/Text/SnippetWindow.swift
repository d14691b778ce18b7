/// Chooses which stretch of a text to show.
struct SnippetWindow {
    let maximumScalars: Int
    let weights: [Double]

    /// What is kept free for an ellipsis at each end.
    private var room: Int { maximumScalars - 2 }

    /// A range of whole characters, with the matches that say most, and what they say.
    func range(in text: String, around matches: [MatchFinder.Match]) -> (Range<String.Index>, weight: Double) {
        guard let best = best(of: matches) else { return (end(in: text, from: text.startIndex, atLeast: 0), 0) }
        let span = best.last.scalars.upperBound - best.first.scalars.lowerBound
        let lead = max(0, room - span) / 3
        let index = text.utf8.index(text.startIndex, offsetBy: best.first.bytes.lowerBound)
        let start = start(in: text, before: index, lead: lead, offset: best.first.scalars.lowerBound)
        return (end(in: text, from: start.index, atLeast: start.lead + min(span, room)), best.weight)
    }

    /// The stretch of matches, short enough to be shown, with the greatest weight of different terms; the earliest.
    private func best(
        of matches: [MatchFinder.Match]
    ) -> (first: MatchFinder.Match, last: MatchFinder.Match, weight: Double)? {
        guard let first = matches.first else { return nil }
        // Longer matches of the same term come after their beginnings: order by start, longest first.
        let matches = matches.sorted {
            ($0.scalars.lowerBound, $1.scalars.upperBound) < ($1.scalars.lowerBound, $0.scalars.upperBound)
        }
        var counts = [Int](repeating: 0, count: max(weights.count, 1))
        var weight = 0.0
        var best = (weight: -1.0, from: 0, to: 0)
        var from = 0
        for to in matches.indices {
            let term = matches[to].term
            if counts[term] == 0 { weight += weights[term] }
            counts[term] += 1
            while from < to, matches[to].scalars.upperBound - matches[from].scalars.lowerBound > room {
                let left = matches[from].term
                counts[left] -= 1
                if counts[left] == 0 { weight -= weights[left] }
                from += 1
            }
            // More matches of the same terms are worth a little.
            let total = weight + 0.01 * Double(min(to - from, 20))
            if total > best.weight + 0.000_1 { best = (total, from, to) }
        }
        guard best.weight >= 0 else { return (first, first, 0) }
        let last = matches[best.from...best.to].max { $0.scalars.upperBound < $1.scalars.upperBound }
        return (matches[best.from], last ?? matches[best.to], best.weight)
    }

    /// Where to begin, at most `lead` scalars before a match: after a sentence, else after white space.
    private func start(
        in text: String, before match: String.Index, lead: Int, offset: Int
    ) -> (index: String.Index, lead: Int) {
        let scalars = text.unicodeScalars
        var index = match
        var steps = 0
        var space: (String.Index, Int)?
        var sentence: (String.Index, Int)?
        // White space before what was read last.
        var spaceAfter = false
        while steps < lead, index > scalars.startIndex {
            let before = scalars.index(before: index)
            let scalar = scalars[before]
            if QueryReader.isSpace(scalar) {
                if !spaceAfter { space = (index, steps) }
                if scalar == "\n", sentence == nil { sentence = space }
                spaceAfter = true
            } else {
                if spaceAfter, sentence == nil, Self.endsSentence(scalar) { sentence = space }
                if Self.endsFullWidthSentence(scalar), sentence == nil { sentence = (index, steps) }
                spaceAfter = false
            }
            index = before
            steps += 1
        }
        if index == scalars.startIndex { return (index, steps) }
        let chosen = sentence ?? space ?? (index, steps)
        return Self.aligned(in: text, chosen, before: match)
    }

    private static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "!" || scalar == "?" || scalar == "…"
    }

    private static func endsFullWidthSentence(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "。" || scalar == "！" || scalar == "？" || scalar == "।"
    }

    /// The place, or, if it divides a character, that character's end; its beginning when the match lies in it.
    private static func aligned(
        in text: String, _ place: (index: String.Index, lead: Int), before match: String.Index
    ) -> (index: String.Index, lead: Int) {
        if String.Index(place.index, within: text) != nil { return place }
        let end = text.index(after: place.index)
        let index = end <= match ? end : text.index(before: end)
        return (index, text.unicodeScalars.distance(from: index, to: match))
    }

    /// As much as fits from `start`, in whole characters and, where that loses little, whole words.
    private func end(in text: String, from start: String.Index, atLeast needed: Int) -> Range<String.Index> {
        var index = start
        var count = 0
        var word: String.Index?
        let limit = start == text.startIndex ? room + 1 : room
        while index < text.endIndex {
            let next = text.index(after: index)
            let scalars = text.unicodeScalars
            let first = scalars[index]
            var length = 1
            if scalars.index(after: index) != next { length = scalars[index..<next].count }
            if count + length > limit {
                // All that is left may fit without an ellipsis.
                if count + length <= limit + 1, next == text.endIndex { return start..<next }
                break
            }
            if QueryReader.isSpace(first), count >= max(needed, limit * 3 / 4) { word = index }
            index = next
            count += length
        }
        if index == text.endIndex { return start..<index }
        return start..<(word ?? index)
    }
}
