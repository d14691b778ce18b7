/// Finds the place in a text that shows best why it matches, and marks the matches.
///
///     let highlighter = Highlighter(ParsedQuery("oxygen"), languages: ["en"])
///     highlighter.extract(of: "Bring blankets and oxygen").highlights  // [[19, 6]]
///
/// A word of the text matches by its folded form, another spelling, its stem in a language of the query, as the
/// continuation of the query's last word, and in scripts without spaces by pairs of characters in the query's order.
/// Words that stand in a phrase alone match where the whole phrase stands.
public struct Highlighter: Sendable {
    private let finder: MatchFinder

    /// A stretch of a text, as it is shown.
    public struct Extract: Sendable {
        public let text: String
        /// [start, length] in Unicode scalars of `text`, in order and apart, on whole characters.
        public let highlights: [[Int]]
        /// What the words of the query in it say together, 0 without any; comparable between texts.
        public let weight: Double
    }

    /// The weight of a stretch that has every word of the query.
    public var wholeWeight: Double { finder.forms.weights.reduce(0, +) }

    /// Words and phrases of a query, analyzed in the languages given.
    ///
    /// Stop words are not marked, unless they are quoted (and stand so) or all there is. `rarity` is what having a word says, by its
    /// folded form; only its proportions matter, and a word without one counts as the rarest.
    public init(
        _ query: ParsedQuery, languages: [String], rarity: [String: Double] = [:], analyzer: Analyzer = .shared
    ) {
        var tokens: [QueryToken] = []
        var group = 0
        var position = 0
        var prefix = false
        var phrases: [Range<Int>] = []
        for (part, own) in analyzer.tellingTokens(of: query, languages: languages) {
            let shift = part.range.lowerBound
            for var token in own {
                token.group += group
                token.position += position
                token.range = (token.range.lowerBound + shift)..<(token.range.upperBound + shift)
                tokens.append(token)
            }
            if part.isPhrase { phrases.append((tokens.count - own.count)..<tokens.count) }
            prefix = part.isPrefix && !own.isEmpty
            group = (tokens.last?.group ?? 0) + 1
            position = (tokens.map(\.position).max() ?? 0) + 2
        }
        // A phrase after the last word ends the query: nothing is being typed then.
        finder = MatchFinder(forms: MatchForms(tokens: tokens, phrases: phrases, prefix: prefix, rarity: rarity))
    }

    /// A stretch of `text` around its best matches, as plain text, with `…` where it was cut.
    ///
    /// White space and controls are shown as single spaces. Without a match it is the beginning of the text. It has at
    /// most `maximumScalars`. `language` is the text's, if known: only its stems are compared then.
    public func extract(of text: String, language: String? = nil, maximumScalars: Int = 200) -> Extract {
        var text = text
        let matches = finder.forms.isEmpty ? [] : text.withUTF8 { finder.matches($0, language: language) }
        let window = SnippetWindow(maximumScalars: max(maximumScalars, 8), weights: finder.forms.weights)
        let (range, weight) = window.range(in: text, around: matches)
        let (shown, highlights) = Snippet(text: text, range: range).rendered(matches)
        return Extract(text: shown, highlights: highlights, weight: weight)
    }
}
