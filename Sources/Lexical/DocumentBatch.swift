import AlmagestEntities
import CXapian
import Catalog
import Text

/// Documents in flat arrays, so that one call hands over many.
struct DocumentBatch {
    private var text: [UInt8] = []
    private var terms: [axp_term] = []
    private var sequence: [UInt16] = []
    private var documents: [axp_document] = []

    var count: Int { documents.count }

    init(_ changes: some Sequence<Change>, analyzer: Analyzer, fields: LexicalParameters.Fields) {
        for change in changes {
            switch change.kind {
            case .put(let entity):
                add(entity, row: change.row, revision: change.seq, analyzer: analyzer, fields: fields)
            case .delete: delete(row: change.row, revision: change.seq)
            }
        }
    }

    func withUnsafeBatch<R>(_ body: (UnsafePointer<axp_batch>) -> R) -> R {
        text.withUnsafeBytes { text in
            terms.withUnsafeBufferPointer { terms in
                sequence.withUnsafeBufferPointer { sequence in
                    documents.withUnsafeBufferPointer { documents in
                        var batch = axp_batch(
                            text: text.bindMemory(to: CChar.self).baseAddress, terms: terms.baseAddress,
                            sequence: sequence.baseAddress, documents: documents.baseAddress,
                            count: UInt32(documents.count))
                        return withUnsafePointer(to: &batch, body)
                    }
                }
            }
        }
    }

    private mutating func delete(row: RowID, revision: Seq) {
        documents.append(
            axp_document(
                row: row, deleted: true, revision: revision, length: 0, language: (0, 0, 0, 0, 0, 0, 0, 0),
                terms_begin: 0, terms_count: 0, sequence_begin: 0, sequence_count: 0))
    }

    private mutating func add(
        _ entity: Entity, row: RowID, revision: Seq, analyzer: Analyzer, fields: LexicalParameters.Fields
    ) {
        let texts = SearchableText(entity)
        let language = entity.language.map(primarySubtag) ?? detect(texts, analyzer: analyzer)
        let termsBegin = terms.count
        let sequenceBegin = sequence.count
        var length: UInt32 = 0
        func add(_ text: String, _ weight: UInt32) {
            length += self.index(text, language: language, weight: weight, analyzer: analyzer)
        }
        add(texts.title, fields.title)
        if let subtitle = texts.subtitle { add(subtitle, fields.subtitle) }
        for synonym in texts.synonyms { add(synonym, fields.synonym) }
        for keyword in texts.keywords { add(keyword, fields.keyword) }
        for property in texts.properties { add(property, fields.property) }
        if let body = texts.body { add(body, fields.body) }
        for passage in texts.passages { add(passage, fields.body) }
        documents.append(
            axp_document(
                row: row, deleted: false, revision: revision, length: length, language: languageCode(language),
                terms_begin: UInt32(termsBegin), terms_count: UInt32(terms.count - termsBegin),
                sequence_begin: UInt32(sequenceBegin), sequence_count: UInt32(sequence.count - sequenceBegin)))
    }

    /// A title alone is short; title, subtitle and the beginning of the body together say more.
    private func detect(_ texts: SearchableText, analyzer: Analyzer) -> String? {
        var sample = texts.title
        for text in [texts.subtitle, texts.body, texts.passages.first].compactMap(\.self) + texts.properties.prefix(8) {
            guard sample.utf8.count < 2048 else { break }
            sample += "\n"
            sample += text.prefix(2048)
        }
        return analyzer.detectLanguage(sample)
    }

    /// Adds the terms of one text; returns its words times `weight`.
    private mutating func index(_ source: String, language: String?, weight: UInt32, analyzer: Analyzer) -> UInt32 {
        var words: UInt32 = 0
        // Words and n-grams are numbered apart; each line ends in a gap.
        var grams: [UInt16] = []
        let lineBegin = sequence.count
        var lastWord = -1
        let stemPrefix = language.map { Array("\($0):".utf8) } ?? []
        analyzer.visitTokens(source, language: language) { token, _ in
            switch token.kind {
            case .ngram:
                append(.gram, token.text, weight)
                if !token.isSingle {
                    Self.place(sequenceCode(token.text), at: token.position, in: &grams, from: 0)
                }
            case .part, .alternate:
                append(.word, token.text, weight)
            case .word, .number, .joined, .symbol, .emoji:
                append(.word, token.text, weight)
                if token.exact.baseAddress != token.text.baseAddress, !token.exact.elementsEqual(token.text) {
                    append(.exact, token.exact, weight)
                    append(.refolded, token.text, weight)
                }
                if let stem = token.stem, !stem.elementsEqual(token.text) {
                    append(.stem, prefix: stemPrefix, stem, weight)
                }
                // The stem of the form without accents: who types none finds the word too.
                if let plain = token.plainStem, !plain.elementsEqual(token.text) {
                    append(.stem, prefix: stemPrefix, plain, weight)
                }
                if token.kind == .word, token.text.count >= 8, writesCompounds(language) {
                    let word = String(decoding: token.text, as: UTF8.self)
                    for tail in analyzer.compoundTails(word, language: language) {
                        var tail = tail
                        tail.withUTF8 { append(.compound, $0, weight) }
                    }
                }
                guard token.kind != .joined, token.kind != .symbol, token.position != lastWord else { return }
                words += 1
                lastWord = token.position
                Self.place(sequenceCode(token.text), at: token.position, in: &sequence, from: lineBegin)
            }
        }
        if sequence.count > lineBegin { sequence.append(0) }
        if !grams.isEmpty {
            sequence.append(contentsOf: grams)
            sequence.append(0)
        }
        return max(words, grams.isEmpty ? 0 : 1) * weight
    }

    /// Puts `code` at `position` after `start`, with gaps before it if need be; the first at a position stays.
    private static func place(_ code: UInt16, at position: Int, in line: inout [UInt16], from start: Int) {
        let index = start + position
        guard position >= 0, index >= line.count, position < 1 << 24 else { return }
        while line.count < index { line.append(0) }
        line.append(code)
    }

    private mutating func append(
        _ space: TermSpace, prefix: [UInt8] = [], _ form: UnsafeBufferPointer<UInt8>, _ weight: UInt32
    ) {
        let offset = text.count
        text.append(space.rawValue)
        text.append(contentsOf: prefix)
        text.append(contentsOf: form)
        terms.append(axp_term(offset: UInt32(offset), length: UInt32(text.count - offset), count: weight))
    }
}

/// Languages that write compounds as one word; in others no ends of words are indexed.
private func writesCompounds(_ language: String?) -> Bool {
    guard let language else { return true }
    return ["da", "de", "et", "fi", "fo", "fy", "hu", "is", "nb", "nl", "nn", "no", "sv", "af", "lb"].contains(language)
}

/// `pt` of `pt-BR`, lower case.
func primarySubtag(_ tag: String) -> String {
    tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
}

/// At most seven bytes, zero-terminated; an impossible language is none.
private func languageCode(_ language: String?) -> (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar) {
    var bytes = [CChar](repeating: 0, count: 8)
    if let language, language.utf8.count < 8 {
        for (index, byte) in language.utf8.enumerated() where byte < 128 { bytes[index] = CChar(byte) }
    }
    return (bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7])
}
