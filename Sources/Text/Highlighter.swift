/// Finds the place in a text that shows best why it matches, and marks the matches.
///
///     let highlighter = Highlighter(ParsedQuery("oxygen"), languages: ["en"])
///     highlighter.snippet(text: "Bring blankets and oxygen")  // ("Bring blankets and oxygen", [[19, 6]])
///
/// A word of the text matches by its folded form, another spelling, its stem in a language of the query, as the
/// continuation of the query's last word, and in scripts without spaces by pairs of characters in the query's order.
public struct Highlighter: Sendable {
    private let finder: MatchFinder

    /// The tokens looked for; with `prefix`, those that end the query also match longer words.
    public init(tokens: [QueryToken], prefix: Bool) {
        finder = MatchFinder(forms: MatchForms(tokens: tokens, prefix: prefix))
    }

    /// Words and phrases of a query, analyzed in the languages given.
    public init(_ query: ParsedQuery, languages: [String], analyzer: Analyzer = .shared) {
        var tokens: [QueryToken] = []
        var group = 0
        var position = 0
        for part in query.wanted {
            let shift = part.range.lowerBound
            for var token in analyzer.queryTokens(part.text, languages: languages) {
                token.group += group
                token.position += position
                token.range = (token.range.lowerBound + shift)..<(token.range.upperBound + shift)
                tokens.append(token)
            }
            group = (tokens.last?.group ?? 0) + 1
            position = (tokens.map(\.position).max() ?? 0) + 2
        }
        // A phrase after the last word ends the query: nothing is being typed then.
        self.init(tokens: tokens, prefix: query.hasPrefix)
    }

    /// A stretch of `text` around its best matches, as plain text, with `…` where it was cut.
    ///
    /// White space and controls are shown as single spaces. `highlights` are [start, length] in Unicode scalars of
    /// the snippet, in order and apart, on whole characters. Without a match the snippet is the beginning of the text.
    /// The snippet has at most `maximumScalars`. `language` is the text's, if known: only its stems are compared then.
    public func snippet(
        text: String, language: String? = nil, maximumScalars: Int = 200
    ) -> (snippet: String, highlights: [[Int]]) {
        var text = text
        let matches = finder.forms.isEmpty ? [] : text.withUTF8 { finder.matches($0, language: language) }
        let window = SnippetWindow(maximumScalars: max(maximumScalars, 8), weights: finder.forms.weights)
        return Snippet(text: text, range: window.range(in: text, around: matches)).rendered(matches)
    }
}
