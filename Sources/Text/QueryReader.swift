/// Reads the parts of a person's query one by one; one pass, whatever the text.
struct QueryReader {
    enum Item {
        case word(ParsedQuery.Part, excluded: Bool)
        case phrase(ParsedQuery.Part, excluded: Bool)
        case ignored(ParsedQuery.Ignored)
    }

    private let scalars: String.UnicodeScalarView
    private var index: String.UnicodeScalarView.Index
    /// How many scalars were read.
    private(set) var position = 0
    private var used = 0
    /// Scalars that may still be used.
    private var room = ParsedQuery.maximumLength
    private var pending: [Item] = []
    /// Where the search for a closing quote found none: later quotes of the kind have none either.
    private var unclosed: Set<Unicode.Scalar> = []

    init(_ text: String) {
        scalars = text.unicodeScalars
        index = scalars.startIndex
    }

    private static let closing: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\"", "\u{201D}"], "\u{201C}": ["\u{201D}", "\"", "\u{201C}"], "\u{201E}": ["\u{201C}", "\u{201D}"],
        "\u{201D}": ["\u{201D}"], "\u{AB}": ["\u{BB}"], "\u{BB}": ["\u{AB}"], "\u{300C}": ["\u{300D}"],
        "\u{FF02}": ["\u{FF02}"],
    ]

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            || scalar.value == 0x200B
    }

    private mutating func advance() {
        index = scalars.index(after: index)
        position += 1
    }

    mutating func next() -> Item? {
        while true {
            if !pending.isEmpty { return pending.removeFirst() }
            if let item = read() { return item }
            if index == scalars.endIndex, pending.isEmpty { return nil }
        }
    }

    /// The next part; nil at the end, and where a pair of quotes holds nothing.
    private mutating func read() -> Item? {
        while index < scalars.endIndex, Self.isSpace(scalars[index]) { advance() }
        guard index < scalars.endIndex else { return nil }
        if used == ParsedQuery.maximumParts || room == 0 { return rest() }
        var excluded = false
        let before = (index, position)
        if scalars[index] == "-" {
            let after = scalars.index(after: index)
            // A lone or doubled sign is text.
            if after < scalars.endIndex, !Self.isSpace(scalars[after]), scalars[after] != "-", scalars[after] != ">" {
                excluded = true
                advance()
            }
        }
        switch phrase(excluded: excluded) {
        case .item(let phrase): return phrase
        case .empty: return nil
        case .none: break
        }
        if excluded, !hasContent() { (index, position, excluded) = (before.0, before.1, false) }
        return word(excluded: excluded)
    }

    /// Whether a letter, a number or a symbol comes before the next white space.
    private func hasContent() -> Bool {
        var at = index
        while at < scalars.endIndex, !Self.isSpace(scalars[at]) {
            if scalars[at].value >= 0x80 || scalars[at].properties.isAlphabetic
                || scalars[at].properties.numericType != nil
            {
                return true
            }
            at = scalars.index(after: at)
        }
        return false
    }

    private mutating func word(excluded: Bool) -> Item {
        let start = index
        let from = position
        var cut: (String.UnicodeScalarView.Index, Int)?
        let longest = min(ParsedQuery.maximumPartLength, room)
        while index < scalars.endIndex, !Self.isSpace(scalars[index]) {
            if position - from == longest { cut = (index, position) }
            advance()
        }
        used += 1
        room -= min(position - from, longest)
        return .word(part(start, from, cut, (index, position), isPhrase: false), excluded: excluded)
    }

    private enum Phrase { case item(Item), empty, none }

    /// A phrase in quotes, if one begins here and is closed. An unclosed quote is reported, and read as text.
    private mutating func phrase(excluded: Bool) -> Phrase {
        guard let closing = Self.closing[scalars[index]], !unclosed.contains(scalars[index]) else { return .none }
        var end = scalars.index(after: index)
        var length = 0
        while end < scalars.endIndex, !closing.contains(scalars[end]) {
            end = scalars.index(after: end)
            length += 1
        }
        guard end < scalars.endIndex else {
            unclosed.insert(scalars[index])
            pending.append(
                .ignored(
                    .init(
                        text: String(scalars[index]), range: position..<(position + 1), reason: .unbalancedQuote)))
            return .none
        }
        let start = scalars.index(after: index)
        let from = position + 1
        var cut: (String.UnicodeScalarView.Index, Int)?
        let longest = min(ParsedQuery.maximumPartLength, room)
        if length > longest { cut = (scalars.index(start, offsetBy: longest), from + longest) }
        index = scalars.index(after: end)
        position = from + length + 1
        guard scalars[start..<end].contains(where: { !Self.isSpace($0) }) else { return .empty }
        used += 1
        room -= min(length, longest)
        return .item(.phrase(part(start, from, cut, (end, from + length), isPhrase: true), excluded: excluded))
    }

    private mutating func part(
        _ start: String.UnicodeScalarView.Index, _ from: Int, _ cut: (String.UnicodeScalarView.Index, Int)?,
        _ end: (String.UnicodeScalarView.Index, Int), isPhrase: Bool
    ) -> ParsedQuery.Part {
        if let cut { pending.append(.ignored(ignored(cut, end, .tooLong))) }
        let to = cut ?? end
        return .init(text: String(scalars[start..<to.0]), range: from..<to.1, isPhrase: isPhrase)
    }

    /// All that is left, when enough parts were used.
    private mutating func rest() -> Item {
        let start = (index, position)
        position += scalars[index...].count
        index = scalars.endIndex
        return .ignored(ignored(start, (index, position), .tooManyWords))
    }

    private func ignored(
        _ start: (String.UnicodeScalarView.Index, Int), _ end: (String.UnicodeScalarView.Index, Int),
        _ reason: ParsedQuery.Ignored.Reason
    ) -> ParsedQuery.Ignored {
        let text = String(scalars[start.0..<end.0].prefix(ParsedQuery.maximumIgnoredLength))
        return .init(text: text, range: start.1..<end.1, reason: reason)
    }
}
