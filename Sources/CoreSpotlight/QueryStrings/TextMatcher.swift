import Foundation

/// Compares texts with a pattern of a query string.
struct TextMatcher: Sendable {
    private let pieces: [[Character]]
    private let pattern: TextPattern
    /// The words of the pattern, for `t`.
    private let words: [TextMatcher]

    init(_ pattern: TextPattern) {
        self.pattern = pattern
        var options = pattern
        if pattern.modifiers.contains(.tokens) {
            options.modifiers.remove(.tokens)
            words = Self.words(of: options)
        } else {
            words = []
        }
        pieces = pattern.pieces.map { Self.folded($0, pattern.modifiers).characters }
    }

    /// Whether a text passes.
    func matches(_ text: String) -> Bool {
        if pattern.modifiers.contains(.tokens) { return words.allSatisfy { $0.matches(text) } }
        let value = Self.folded(text, pattern.modifiers)
        return pattern.modifiers.contains(.words) ? matchesWithin(value) : matchesWhole(value.characters)
    }

    /// Each word of a pattern as a pattern of its own, which stands between boundaries.
    private static func words(of pattern: TextPattern) -> [TextMatcher] {
        var result: [TextPattern] = []
        for (place, piece) in pattern.pieces.enumerated() {
            let parts = piece.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            for (index, part) in parts.enumerated() {
                var word = TextPattern(pieces: [part], modifiers: pattern.modifiers.union(.words))
                let isFirst = index == 0 && (piece.first.map { $0.isLetter || $0.isNumber } ?? false)
                let isLast = index == parts.count - 1 && (piece.last.map { $0.isLetter || $0.isNumber } ?? false)
                word.startsOpen = isFirst && (place > 0 || pattern.startsOpen)
                word.endsOpen = isLast && (place < pattern.pieces.count - 1 || pattern.endsOpen)
                result.append(word)
            }
        }
        return result.map { TextMatcher($0) }
    }

    // MARK: The whole text

    private func matchesWhole(_ text: [Character]) -> Bool {
        guard var first = pieces.first else { return pattern.startsOpen || text.isEmpty }
        var start = 0
        var rest = pieces[...]
        if !pattern.startsOpen {
            guard text.starts(with: first) else { return false }
            start = first.count
            rest = rest.dropFirst()
            if rest.isEmpty { return pattern.endsOpen || start == text.count }
        }
        var end = text.count
        if !pattern.endsOpen, let last = rest.last {
            guard end - start >= last.count, text[(end - last.count)...].elementsEqual(last) else { return false }
            end -= last.count
            rest = rest.dropLast()
        }
        while let next = rest.first {
            first = next
            guard let found = Self.find(first, in: text, from: start), found + first.count <= end else { return false }
            start = found + first.count
            rest = rest.dropFirst()
        }
        return start <= end
    }

    // MARK: Between boundaries

    private func matchesWithin(_ value: Folded) -> Bool {
        let text = value.characters
        guard let first = pieces.first else { return pattern.startsOpen || text.isEmpty }
        var from = 0
        while let start = Self.find(first, in: text, from: from) {
            from = start + 1
            guard pattern.startsOpen || value.isBoundary(start) else { continue }
            if pieces.count == 1 {
                if pattern.endsOpen || value.isBoundary(start + first.count) { return true }
                continue
            }
            // The earliest beginning leaves most room for what follows.
            return restMatches(value, from: start + first.count)
        }
        return false
    }

    private func restMatches(_ value: Folded, from: Int) -> Bool {
        var start = from
        for piece in pieces.dropFirst().dropLast() {
            guard let found = Self.find(piece, in: value.characters, from: start) else { return false }
            start = found + piece.count
        }
        guard let last = pieces.last else { return true }
        while let found = Self.find(last, in: value.characters, from: start) {
            if pattern.endsOpen || value.isBoundary(found + last.count) { return true }
            start = found + 1
        }
        return false
    }

    private static func find(_ piece: [Character], in text: [Character], from: Int) -> Int? {
        guard let first = piece.first else { return from <= text.count ? from : nil }
        guard text.count >= piece.count else { return nil }
        var at = from
        while at <= text.count - piece.count {
            if text[at] == first, text[at..<(at + piece.count)].elementsEqual(piece) { return at }
            at += 1
        }
        return nil
    }

    // MARK: Folding

    /// A text folded, and where its words begin and end, which the unfolded text says.
    private struct Folded {
        var characters: [Character] = []
        var boundaries: [Bool] = []

        func isBoundary(_ place: Int) -> Bool {
            place <= 0 || place >= characters.count || boundaries[place]
        }
    }

    private static func folded(_ text: String, _ modifiers: TextPattern.Modifiers) -> Folded {
        var folded = Folded()
        var previous: Character?
        for character in text {
            let isBoundary = previous.map { boundary($0, character) } ?? true
            previous = character
            var isFirst = true
            for part in fold(character, modifiers) {
                folded.characters.append(part)
                folded.boundaries.append(isFirst && isBoundary)
                isFirst = false
            }
        }
        return folded
    }

    private static func fold(_ character: Character, _ modifiers: TextPattern.Modifiers) -> String {
        if let ascii = character.asciiValue {
            guard modifiers.contains(.ignoresCase), UInt8(ascii: "A")...UInt8(ascii: "Z") ~= ascii else {
                return String(character)
            }
            return String(UnicodeScalar(ascii | 0x20))
        }
        var options: String.CompareOptions = []
        if modifiers.contains(.ignoresCase) { options.insert(.caseInsensitive) }
        if modifiers.contains(.ignoresDiacritics) { options.insert(.diacriticInsensitive) }
        return options.isEmpty ? String(character) : String(character).folding(options: options, locale: nil)
    }

    /// Whether a word ends or begins between two neighbours: where letters and digits meet others, and from a small
    /// letter to a capital.
    private static func boundary(_ left: Character, _ right: Character) -> Bool {
        let isLeftWord = left.isLetter || left.isNumber
        let isRightWord = right.isLetter || right.isNumber
        if isLeftWord != isRightWord || !isLeftWord { return true }
        return left.isLowercase && right.isUppercase
    }
}
