import AlmagestEntities
import Text

/// Corrects the words of a query that no document has.
struct Correction {
    private let parsed: ParsedQuery
    private let languages: [String]
    private let analyzer: Analyzer

    init(_ parsed: ParsedQuery, languages: [String], analyzer: Analyzer) {
        self.parsed = parsed
        self.languages = languages
        self.analyzer = analyzer
    }

    /// The whole query corrected, nil if every word is there or none has a neighbour.
    func text(reader: isolated LexicalReader) throws(AlmagestError) -> String? {
        var changed = false
        var parts: [(at: Int, text: String)] = []
        for word in parsed.words {
            let corrected = try correct(word.text, prefix: word.isPrefix, reader: reader)
            changed = changed || corrected != nil
            parts.append((word.range.lowerBound, corrected ?? word.text))
        }
        for phrase in parsed.phrases {
            let words = phrase.text.split(whereSeparator: \.isWhitespace).map(String.init)
            var corrected: [String] = []
            for word in words {
                let better = try correct(word, prefix: false, reader: reader)
                changed = changed || better != nil
                corrected.append(better ?? word)
            }
            parts.append((phrase.range.lowerBound, "\"\(corrected.joined(separator: " "))\""))
        }
        guard changed else { return nil }
        for exclusion in parsed.exclusions {
            let text = exclusion.isPhrase ? "-\"\(exclusion.text)\"" : "-\(exclusion.text)"
            parts.append((exclusion.range.lowerBound, text))
        }
        return parts.sorted { $0.at < $1.at }.map(\.text).joined(separator: " ")
    }

    /// A word as written with its wrong pieces replaced, nil if it needs none or there is nothing near.
    private func correct(_ word: String, prefix: Bool, reader: isolated LexicalReader) throws(AlmagestError) -> String?
    {
        let tokens = analyzer.queryTokens(word, languages: languages).filter { $0.kind == .word }
        let scalars = Array(word.unicodeScalars)
        var result = String.UnicodeScalarView()
        var at = 0
        var changed = false
        for (number, token) in tokens.enumerated() {
            guard token.range.lowerBound >= at, token.range.upperBound <= scalars.count,
                try !isThere(token, prefix: prefix && number == tokens.count - 1, reader: reader),
                let nearest = try reader.nearest(token.text)
            else { continue }
            result.append(contentsOf: scalars[at..<token.range.lowerBound])
            result.append(contentsOf: nearest.unicodeScalars)
            at = token.range.upperBound
            changed = true
        }
        guard changed else { return nil }
        result.append(contentsOf: scalars[at...])
        return String(result)
    }

    private func isThere(_ token: QueryToken, prefix: Bool, reader: isolated LexicalReader) throws(AlmagestError)
        -> Bool
    {
        if try reader.exists(.word, token.text, prefix: prefix) { return true }
        for stem in token.stems {
            if try reader.exists(.word, stem.text) { return true }
            if try reader.exists(.stem, "\(stem.language):\(stem.text)") { return true }
        }
        for alternate in token.alternates where try reader.exists(.word, alternate) { return true }
        return false
    }
}
