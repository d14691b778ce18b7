import Text

/// A word of a request.
struct RequestToken: Sendable, Hashable {
    /// Folded.
    var text: String
    /// Without `'s` at the end: "tomorrow's lunch".
    var bare: String
    /// Every form under which it may stand in a text: folded, stems, other spellings.
    var forms: [String]
    /// Where it stands in the request, in Unicode scalars.
    var range: Range<Int>
    var isStopWord: Bool
    /// The sign right before it, if it isn't white space.
    var follows: Unicode.Scalar?

    /// What is read of a request at most.
    static let maximum = 64

    /// The words of a request; forms kept beside them are left out.
    static func tokens(of request: String, languages: [String]) -> [RequestToken] {
        let scalars = Array(request.unicodeScalars.prefix(maximum * 32))
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        var result: [RequestToken] = []
        for token in Analyzer.shared.queryTokens(String(view), languages: languages)
        where token.kind == .word || token.kind == .number || token.kind == .emoji {
            guard result.count < maximum else { break }
            var forms = [token.text] + token.alternates
            for stem in token.stems where !forms.contains(stem.text) { forms.append(stem.text) }
            var bare = token.text
            for ending in ["'s", "’s"] where token.exact.hasSuffix(ending) {
                bare = Analyzer.shared.fold(String(token.exact.dropLast(ending.count)))
                if !forms.contains(bare) { forms.insert(bare, at: 1) }
            }
            let before = token.range.lowerBound - 1
            result.append(
                RequestToken(
                    text: token.text, bare: bare, forms: forms, range: token.range, isStopWord: token.isStopWord,
                    follows: scalars.indices.contains(before) ? scalars[before] : nil))
        }
        return result
    }
}
