import CXapian
import Catalog
import Text

/// A query in the flat arrays of the engine: a group for every word, with its forms, and conditions for phrases and
/// exclusions.
struct QueryPlan {
    private(set) var text: [UInt8] = []
    private(set) var forms: [axp_form] = []
    private(set) var groups: [axp_group] = []
    private(set) var conditionTerms: [axp_term] = []
    private(set) var sequence: [UInt16] = []
    private(set) var conditions: [axp_condition] = []
    /// The word of the query that each form stands for, and each group.
    private(set) var formWords: [String] = []
    private(set) var groupWords: [String] = []

    let settings: LexicalParameters

    var isEmpty: Bool { groups.isEmpty }

    init(_ query: LexicalQuery, settings: LexicalParameters, analyzer: Analyzer) {
        self.settings = settings
        var seen: Set<String> = []
        var remnants: [(token: QueryToken, prefix: Bool)] = []
        func isNew(_ token: QueryToken) -> Bool { seen.insert("\(token.kind.rawValue) \(token.text)").inserted }
        for (part, tokens) in analyzer.tellingTokens(of: query.parsed, languages: query.languages) {
            let last = tokens.lastIndex { $0.kind == .word || $0.kind == .number }
            for (index, token) in tokens.enumerated() {
                let prefix = query.prefix && part.isPrefix && index == last
                if token.isRemnant, !part.isPhrase {
                    remnants.append((token, prefix))
                } else if isNew(token) {
                    addGroup(token, prefix: prefix)
                }
            }
            if part.isPhrase { addCondition(analyzer.sequenceTokens(part.text), negated: false) }
        }
        // They count for what the others have found.
        for (token, prefix) in remnants where isNew(token) { addGroup(token, prefix: prefix, beside: true) }
        for exclusion in query.parsed.exclusions {
            addCondition(analyzer.sequenceTokens(exclusion.text), negated: true)
        }
    }

    /// What an exclusion keeps out, to be found: the same condition the other way round.
    init(exclusion: ParsedQuery.Part, settings: LexicalParameters, analyzer: Analyzer) {
        self.settings = settings
        let tokens = analyzer.sequenceTokens(exclusion.text)
        addCondition(tokens, negated: true)
        if conditions.isEmpty { return }
        for index in conditions.indices { conditions[index].negated = false }
        for token in tokens { addGroup(token, prefix: false) }
    }

    /// - Parameter reach: the rows that statistics are counted in; nil for all.
    func withUnsafeQuery<R>(
        within: RowSet?, counting reach: RowSet?, deadline: Double, _ body: (UnsafePointer<axp_query>) -> R
    ) -> R {
        withBitmap(within) { within in
            withBitmap(reach) { reach in withUnsafeQuery(within, reach, deadline: deadline, body) }
        }
    }

    private func withUnsafeQuery<R>(
        _ within: UnsafeBufferPointer<UInt64>, _ reach: UnsafeBufferPointer<UInt64>, deadline: Double,
        _ body: (UnsafePointer<axp_query>) -> R
    ) -> R {
        text.withUnsafeBytes { text in
            forms.withUnsafeBufferPointer { forms in
                groups.withUnsafeBufferPointer { groups in
                    conditionTerms.withUnsafeBufferPointer { conditionTerms in
                        sequence.withUnsafeBufferPointer { sequence in
                            conditions.withUnsafeBufferPointer { conditions in
                                var query = axp_query(
                                    text: text.bindMemory(to: CChar.self).baseAddress, forms: forms.baseAddress,
                                    groups: groups.baseAddress, group_count: UInt32(groups.count),
                                    condition_terms: conditionTerms.baseAddress, sequence: sequence.baseAddress,
                                    conditions: conditions.baseAddress, condition_count: UInt32(conditions.count),
                                    expansions: UInt32(settings.prefixExpansions), within: within.baseAddress,
                                    within_words: UInt64(within.count), reach: reach.baseAddress,
                                    reach_words: UInt64(reach.count), k1: settings.k1, b: settings.b,
                                    coverage: settings.coverage, deadline: deadline)
                                return withUnsafePointer(to: &query, body)
                            }
                        }
                    }
                }
            }
        }
    }

    private mutating func addGroup(_ token: QueryToken, prefix: Bool, beside: Bool = false) {
        let begin = forms.count
        var weight: Float = 1
        func form(_ space: TermSpace, _ form: String, _ weight: Double, max: Bool = false, prefix: Bool = false) {
            addForm(space, form, Float(weight), max: max, prefix: prefix, word: token.text)
        }
        switch token.kind {
        case .ngram:
            form(.gram, token.text, 1)
            weight = Float(settings.gramWeight)
        case .alternate, .part, .joined, .symbol, .emoji, .number, .word:
            // Occurrences of every form add up, those that are not as written a little less.
            let other = settings.otherForm
            let stems = token.stems
            let stemIsWord = stems.contains { $0.text == token.text }
            if stems.isEmpty || stemIsWord {
                form(.word, token.text, 1)
            } else {
                // The stem's postings include the word's: only the difference is added.
                form(.word, token.text, stems.isEmpty ? 1 : 1 - other, max: false)
            }
            if token.exact != token.text {
                form(.exact, token.exact, settings.exactBonus)
            } else {
                form(.refolded, token.text, -settings.exactBonus)
            }
            var words: Set<String> = [token.text]
            for stem in stems {
                form(.stem, "\(stem.language):\(stem.text)", other)
                if words.insert(stem.text).inserted { form(.word, stem.text, other) }
            }
            // A text in a language without stemmer, or of unknown language, has the word alone.
            if !stems.isEmpty, !stemIsWord { form(.word, token.text, 1, max: true) }
            // A stemmer may cut the bare word further than a longer one: Turkish harita to hari, haritalar to harita.
            let settled = Set(stems.lazy.filter { $0.text == token.text }.map(\.language))
            for language in Set(stems.map(\.language)).subtracting(settled).sorted() {
                form(.stem, "\(language):\(token.text)", other, max: true)
            }
            for alternate in token.alternates { form(.word, alternate, other, max: true) }
            if token.kind == .word, token.text.unicodeScalars.count >= 4 {
                form(.compound, token.text, settings.compoundWeight, max: true)
            }
            if prefix, token.text.unicodeScalars.count >= settings.shortestPrefix {
                form(.word, token.text, settings.prefixWeight, max: true, prefix: true)
            }
        }
        groupWords.append(token.text)
        groups.append(
            axp_group(
                forms_begin: UInt32(begin), forms_count: UInt32(forms.count - begin), weight: weight, beside: beside))
    }

    private mutating func addForm(
        _ space: TermSpace, _ form: String, _ weight: Float, max: Bool, prefix: Bool, word: String
    ) {
        let offset = text.count
        text.append(space.rawValue)
        text.append(contentsOf: form.utf8)
        forms.append(
            axp_form(
                offset: UInt32(offset), length: UInt32(text.count - offset), weight: weight,
                mode: UInt8(max ? AXP_MAX.rawValue : AXP_SUM.rawValue), prefix: prefix))
        formWords.append(word)
    }

    /// A condition for the words in a row, and one for the n-grams of scripts without spaces, which are more exact
    /// there than words whose ends depend on what stands around them.
    private mutating func addCondition(_ tokens: [QueryToken], negated: Bool) {
        let grams = tokens.filter { $0.kind == .ngram }
        let coveredByGrams = grams.map(\.range)
        let words = tokens.filter { token in
            switch token.kind {
            case .word, .number, .emoji:
                !coveredByGrams.contains {
                    $0.overlaps(token.range) && token.text.unicodeScalars.allSatisfy(\.isUnspaced)
                }
            default: false
            }
        }
        let wholes = Self.wholes(tokens)
        let signs = tokens.filter { $0.kind == .symbol } + wholes
        if negated, words.isEmpty, grams.isEmpty, signs.isEmpty { return }
        // What is left out stands between words in the document.
        let runs = Self.runs(words)
        if negated, runs.count > 1 {
            addCondition(words, space: .word, inOrder: false, negated: true)
        } else {
            for run in runs { addCondition(run, space: .word, inOrder: true, negated: negated) }
        }
        if words.isEmpty, grams.isEmpty, !signs.isEmpty {
            addCondition(signs, space: .word, inOrder: false, negated: negated)
        } else if !negated, !wholes.isEmpty {
            addCondition(wholes, space: .word, inOrder: false, negated: false)
        }
        if negated, !words.isEmpty { return }
        let pairs = grams.filter { !$0.isSingle }
        // Characters that stand alone.
        let singles = grams.filter { single in !pairs.contains { $0.range.overlaps(single.range) } }
        if !pairs.isEmpty { addCondition(pairs, space: .gram, inOrder: true, negated: negated) }
        if !singles.isEmpty, !(negated && !pairs.isEmpty) {
            addCondition(singles, space: .gram, inOrder: false, negated: negated)
        }
    }

    /// What is written together of single letters and signs: `c++`, and `us` of `u.s`.
    private static func wholes(_ tokens: [QueryToken]) -> [QueryToken] {
        let worded = Set(tokens.lazy.filter { $0.kind != .joined && $0.text.utf8.count > 1 }.map(\.group))
            .union(tokens.lazy.filter { $0.kind == .number }.map(\.group))
        let joined = tokens.filter { $0.kind == .joined && !worded.contains($0.group) }
        return Dictionary(grouping: joined, by: \.group).values.compactMap { forms in
            forms.max { ($0.range.count, $1.text.utf8.count) < ($1.range.count, $0.text.utf8.count) }
        }.sorted { $0.group < $1.group }
    }

    /// Words that follow each other, apart from others.
    private static func runs(_ words: [QueryToken]) -> [[QueryToken]] {
        var runs: [[QueryToken]] = []
        for word in words {
            if let last = runs.last?.last, word.position <= last.position + 1 {
                runs[runs.count - 1].append(word)
            } else {
                runs.append([word])
            }
        }
        return runs
    }

    private mutating func addCondition(_ tokens: [QueryToken], space: TermSpace, inOrder: Bool, negated: Bool) {
        let termsBegin = conditionTerms.count
        let sequenceBegin = sequence.count
        var seen: Set<String> = []
        var positions: Set<Int> = []
        var last: Int?
        for token in tokens {
            if seen.insert(token.text).inserted {
                let offset = text.count
                text.append(space.rawValue)
                text.append(contentsOf: token.text.utf8)
                conditionTerms.append(
                    axp_term(offset: UInt32(offset), length: UInt32(text.count - offset), count: 1))
            }
            if positions.insert(token.position).inserted {
                // Between runs of n-grams there are gaps, in the document too.
                if let last, token.position > last + 1 {
                    sequence.append(contentsOf: repeatElement(0, count: token.position - last - 1))
                }
                sequence.append(sequenceCode(token.text.utf8))
                last = token.position
            }
        }
        // One word alone has no order.
        if !inOrder || positions.count < 2 { sequence.removeLast(sequence.count - sequenceBegin) }
        conditions.append(
            axp_condition(
                terms_begin: UInt32(termsBegin), terms_count: UInt32(conditionTerms.count - termsBegin),
                sequence_begin: UInt32(sequenceBegin), sequence_count: UInt32(sequence.count - sequenceBegin),
                negated: negated))
    }
}

extension Unicode.Scalar {
    /// Of a script that is written without spaces.
    fileprivate var isUnspaced: Bool {
        switch value {
        case 0x2E80...0x30FF, 0x3100...0x312F, 0x31A0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xAC00...0xD7AF: true
        default: false
        }
    }
}
