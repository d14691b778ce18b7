import CICU

extension Analyzer {
    /// The tokens of a query, each with its stems in several languages (at most eight are used).
    ///
    /// Other spellings are `alternates` of their word, not tokens. Where a group has a joined form, single letters
    /// left by splitting it are dropped: `c++` asks for `c++`, never for every `c`.
    public func queryTokens(_ text: String, languages: [String]) -> [QueryToken] {
        let primaries = languages.prefix(8).map(LanguageTag.primary)
        var text = text
        var result = text.withUTF8 { utf8 in
            Scanner.with { scanner in
                scanner.scan(utf8, options: .alternates).map { Self.plainTokens($0) } ?? []
            } ?? []
        }
        for index in result.indices where result[index].kind == .word || result[index].kind == .number {
            result[index].isStopWord = primaries.contains {
                StopWords.contains(result[index].exact, language: $0)
                    || StopWords.contains(result[index].text, language: $0)
            }
        }
        for language in primaries { addStems(language, to: &result) }
        return result
    }

    private static func plainTokens(_ tokens: Scanner.Tokens) -> [QueryToken] {
        var result: [QueryToken] = []
        result.reserveCapacity(tokens.records.count)
        var joined = Set<UInt32>()
        for record in tokens.records where record.kind == TokenKind.joined.rawValue { joined.insert(record.group) }
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
            if kind == .word, record.end - record.start == 1, record.ascii != 0, joined.contains(record.group) {
                continue
            }
            result.append(
                QueryToken(
                    text: text, exact: String(decoding: tokens.exact(record), as: UTF8.self), range: range,
                    kind: kind, position: Int(record.position), group: Int(record.group), isSingle: record.single != 0))
        }
        return result
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
