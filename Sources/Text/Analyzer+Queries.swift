import CICU

extension Analyzer {
    /// The tokens of a query, each with its stems in several languages (at most eight are used).
    ///
    /// Other spellings are `alternates` of their word, not tokens. Where a group has a joined form, single letters
    /// left by splitting it are dropped: `c++` asks for `c++`, never for every `c`. Short numbers split off letters are
    /// remnants.
    public func queryTokens(_ text: String, languages: [String]) -> [QueryToken] {
        let primaries = languages.prefix(8).map(LanguageTag.primary)
        var result = plainTokens(text, keepsLetters: false)
        for index in result.indices where result[index].kind == .word || result[index].kind == .number {
            for (number, language) in primaries.enumerated()
            where StopWords.contains(result[index].exact, language: language)
                || StopWords.contains(result[index].text, language: language)
            {
                result[index].stopLanguages |= 1 << number
            }
        }
        let language = Self.stopLanguage(of: result)
        for index in result.indices { result[index].isStopWord = result[index].stopLanguages & language != 0 }
        for language in primaries { addStems(language, to: &result) }
        return result
    }

    /// The tokens of a phrase or an exclusion, whose words stand in a text one after the other: beside other words single
    /// letters are kept, `b` of `b-2` but not that of `b+`. Without stems.
    public func sequenceTokens(_ text: String) -> [QueryToken] { plainTokens(text, keepsLetters: true) }

    /// The tokens by which a query is looked for, for each of its words and phrases in the order they were written.
    ///
    /// Stop words, which say nothing, are left out unless they are quoted or there is nothing else.
    public func tellingTokens(
        of query: ParsedQuery, languages: [String]
    ) -> [(part: ParsedQuery.Part, tokens: [QueryToken])] {
        var parts = query.wanted.map { (part: $0, tokens: queryTokens($0.text, languages: languages)) }
        let language = Self.stopLanguage(of: parts.lazy.filter { !$0.part.isPhrase }.flatMap(\.tokens))
        func isStopWord(_ token: QueryToken) -> Bool { token.stopLanguages & language != 0 }
        let says = parts.contains { $0.part.isPhrase ? !$0.tokens.isEmpty : !$0.tokens.allSatisfy(isStopWord) }
        guard says else { return parts }
        for index in parts.indices where !parts[index].part.isPhrase {
            parts[index].tokens.removeAll(where: isStopWord)
        }
        return parts
    }

    /// The language whose stop words are those of a text, as a bit; 0 for none.
    ///
    /// A word may say nothing in one language and much in another (*car*, *die*), so it is one language alone: that in
    /// which most of the text's words are stop words, the earlier one where several are. For another than the first a
    /// word counts half unless it has a letter that is not ASCII, and one half is not enough: it may be chance.
    private static func stopLanguage(of tokens: some Sequence<QueryToken>) -> UInt8 {
        var counts = [Int](repeating: 0, count: 8)
        for token in tokens where token.stopLanguages != 0 {
            let isPlain = token.exact.utf8.allSatisfy { $0 < 0x80 }
            for number in counts.indices where token.stopLanguages >> number & 1 == 1 {
                counts[number] += number == 0 || !isPlain ? 2 : 1
            }
        }
        guard let most = counts.max(), most > 1, let language = counts.firstIndex(of: most) else { return 0 }
        return 1 << language
    }

    private func plainTokens(_ text: String, keepsLetters: Bool) -> [QueryToken] {
        var text = text
        return text.withUTF8 { utf8 in
            Scanner.with { scanner in
                scanner.scan(utf8, options: .alternates).map { Self.plainTokens($0, keepsLetters: keepsLetters) } ?? []
            } ?? []
        }
    }

    private static func plainTokens(_ tokens: Scanner.Tokens, keepsLetters: Bool) -> [QueryToken] {
        var result: [QueryToken] = []
        result.reserveCapacity(tokens.records.count)
        func isLetter(_ record: almagest_token) -> Bool {
            record.kind == TokenKind.word.rawValue && record.end - record.start == 1 && record.ascii != 0
        }
        var joined = Set<UInt32>()
        for record in tokens.records where record.kind == TokenKind.joined.rawValue { joined.insert(record.group) }
        let hasWords = tokens.records.contains { record in
            record.kind == TokenKind.number.rawValue || record.kind == TokenKind.word.rawValue && !isLetter(record)
        }
        if keepsLetters, hasWords { joined = [] }
        for record in tokens.records {
            let kind = TokenKind(rawValue: record.kind) ?? .word
            let text = String(decoding: tokens.text(record), as: UTF8.self)
            let range = Int(record.start)..<Int(record.end)
            if kind == .alternate {
                // Its word stands before it, with the same range.
                if let word = result.lastIndex(where: { $0.kind == .word && $0.range == range }) {
                    result[word].alternates.append(text)
                }
                continue
            }
            if isLetter(record), joined.contains(record.group) { continue }
            result.append(
                QueryToken(
                    text: text, exact: String(decoding: tokens.exact(record), as: UTF8.self), range: range,
                    kind: kind, position: Int(record.position), group: Int(record.group), isSingle: record.single != 0))
        }
        markRemnants(&result)
        return result
    }

    /// A number stands alone in `3`, `$15` and `10:30`, and not in `mp3` and `b-2`, where it belongs to letters.
    private static func markRemnants(_ tokens: inout [QueryToken]) {
        let wholes = tokens.filter { token in
            (token.kind == .word || token.kind == .joined)
                && token.text.unicodeScalars.contains { $0.properties.isAlphabetic }
        }
        for index in tokens.indices where tokens[index].kind == .number || tokens[index].kind == .part {
            let (text, range) = (tokens[index].text.utf8, tokens[index].range)
            guard text.count <= 2, text.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            tokens[index].isRemnant = wholes.contains { $0.range.overlaps(range) }
        }
    }

    private func addStems(_ language: String, to tokens: inout [QueryToken]) {
        FoldingStemmer.with(language) { stemmer in
            guard let stemmer else { return }
            for index in tokens.indices where tokens[index].kind == .word {
                var (exact, text) = (tokens[index].exact, tokens[index].text)
                let isASCII = exact.utf8.allSatisfy { $0 < 0x80 }
                let stems = exact.withUTF8 { exact in
                    text.withUTF8 { text in
                        let found = stemmer.stems(exact: exact, text: text, isASCII: isASCII)
                        return [found.stem, found.plain].compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
                    }
                }
                tokens[index].stems += stems.map { .init(language: stemmer.language, text: $0) }
            }
        }
    }
}
