import AlmagestEntities
import Catalog
import Text

/// Corrects the words of a query that none of the rows searched has.
struct Correction {
    private let query: LexicalQuery
    /// The words that nothing has, folded.
    private let missing: Set<String>
    private let within: RowSet?
    private let deadline: Double
    private let settings: LexicalParameters
    private let analyzer: Analyzer

    /// With more words that nothing has it is no slip but another matter, or another language.
    static let mostWords = 8

    init(
        _ query: LexicalQuery, missing: Set<String>, within: RowSet?, deadline: Double, settings: LexicalParameters,
        analyzer: Analyzer
    ) {
        self.query = query
        self.missing = missing
        self.within = within
        self.deadline = deadline
        self.settings = settings
        self.analyzer = analyzer
    }

    /// The whole query corrected, nil if no missing word has a neighbour.
    func text(reader: isolated LexicalReader) throws(AlmagestError) -> String? {
        var changed = false
        var parts: [(at: Int, text: String)] = []
        for word in query.parsed.words {
            let corrected = try correct(word.text, reader: reader)
            changed = changed || corrected != nil
            parts.append((word.range.lowerBound, corrected ?? word.text))
        }
        for phrase in query.parsed.phrases {
            let words = phrase.text.split(whereSeparator: \.isWhitespace).map(String.init)
            var corrected: [String] = []
            for word in words {
                let better = try correct(word, reader: reader)
                changed = changed || better != nil
                corrected.append(better ?? word)
            }
            parts.append((phrase.range.lowerBound, "\"\(corrected.joined(separator: " "))\""))
        }
        guard changed else { return nil }
        for exclusion in query.parsed.exclusions {
            let text = exclusion.isPhrase ? "-\"\(exclusion.text)\"" : "-\(exclusion.text)"
            parts.append((exclusion.range.lowerBound, text))
        }
        return parts.sorted { $0.at < $1.at }.map(\.text).joined(separator: " ")
    }

    /// A word as written with its wrong pieces replaced, nil if it needs none or there is nothing near.
    private func correct(_ word: String, reader: isolated LexicalReader) throws(AlmagestError) -> String? {
        let tokens = analyzer.queryTokens(word, languages: query.languages).filter { $0.kind == .word }
        let scalars = Array(word.unicodeScalars)
        var result = String.UnicodeScalarView()
        var at = 0
        var changed = false
        for token in tokens {
            guard token.range.lowerBound >= at, token.range.upperBound <= scalars.count, missing.contains(token.text),
                let nearest = try reader.nearest(token.text), try isThere(nearest, reader: reader)
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

    /// Whether one of the rows has the word: that the index knows it does not say where.
    private func isThere(_ word: String, reader: isolated LexicalReader) throws(AlmagestError) -> Bool {
        let plan = QueryPlan(
            LexicalQuery(word, languages: query.languages, prefix: false), settings: settings, analyzer: analyzer)
        return try reader.search(plan, within: within, depth: 1, deadline: deadline).total > 0
    }
}
