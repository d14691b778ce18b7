import AlmagestEntities
import Catalog
import Text

/// Corrects the words of a query that none of the rows searched has.
struct Correction {
    private let query: LexicalQuery
    /// The words that nothing has, and those that something has, folded, in the order of the query.
    private let missing: [String]
    private let found: [String]
    /// What is meant by those that nothing has.
    private var meant: [String: String] = [:]
    private let within: RowSet?
    private let deadline: Double
    private let settings: LexicalParameters
    private let analyzer: Analyzer

    /// With more words that nothing has it is no slip but another matter, or another language.
    static let mostWords = 8
    /// So many of the best rows for the rest of the query are looked at.
    private static let restRows = 1000

    /// Nil where there is nothing to correct.
    init?(
        _ query: LexicalQuery, words: [LexicalWord], within: RowSet?, deadline: Double, settings: LexicalParameters,
        analyzer: Analyzer
    ) {
        missing = words.filter { !$0.isFound }.map(\.text)
        found = words.filter(\.isFound).map(\.text)
        if missing.isEmpty || missing.count > Self.mostWords { return nil }
        self.query = query
        self.within = within
        self.deadline = deadline
        self.settings = settings
        self.analyzer = analyzer
    }

    /// The whole query corrected, nil if no missing word has a neighbour.
    mutating func text(reader: isolated LexicalReader) throws(AlmagestError) -> String? {
        try understand(reader: reader)
        if meant.isEmpty { return nil }
        var changed = false
        var parts: [(at: Int, text: String)] = []
        for word in query.parsed.words {
            let corrected = correct(word.text)
            changed = changed || corrected != nil
            parts.append((word.range.lowerBound, corrected ?? word.text))
        }
        for phrase in query.parsed.phrases {
            let words = phrase.text.split(whereSeparator: \.isWhitespace).map(String.init)
            var corrected: [String] = []
            for word in words {
                let better = correct(word)
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
    private func correct(_ word: String) -> String? {
        let tokens = analyzer.queryTokens(word, languages: query.languages).filter { $0.kind == .word }
        let scalars = Array(word.unicodeScalars)
        var result = String.UnicodeScalarView()
        var at = 0
        var changed = false
        for token in tokens {
            guard token.range.lowerBound >= at, token.range.upperBound <= scalars.count,
                let nearest = meant[token.text]
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

    /// Looks for what is meant by each word beside the rest of the query, once more when all others are known.
    private mutating func understand(reader: isolated LexicalReader) throws(AlmagestError) {
        for _ in 0..<min(missing.count, 2) {
            for word in missing {
                // A word that stands with the rest somewhere is likelier meant than a commoner one.
                let rest = found + missing.filter { $0 != word }.compactMap { meant[$0] }
                meant[word] = try reader.nearest(
                    word, within: within, together: rows(with: rest, reader: reader), deadline: deadline)
            }
            if meant.isEmpty { return }
        }
    }

    /// The rows that have most of the words; nil if that says nothing.
    private func rows(with words: [String], reader: isolated LexicalReader) throws(AlmagestError) -> RowSet? {
        let text = words.filter { $0.unicodeScalars.contains { $0.properties.isAlphabetic } }.joined(separator: " ")
        let plan = QueryPlan(
            LexicalQuery(text, languages: query.languages, prefix: false), settings: settings, analyzer: analyzer)
        if plan.isEmpty { return nil }
        let result = try reader.search(plan, within: within, counting: within, depth: Self.restRows, deadline: deadline)
        return result.hits.isEmpty ? nil : RowSet(result.hits.lazy.map(\.row))
    }
}
