import CICU

/// Turns text into tokens: the same way for indexing, for queries and for highlights.
///
/// Words follow Unicode's word boundaries, with ICU's dictionaries for scripts without spaces. What people write
/// together is kept together beside its words (`TokenKind.joined`, `.part`); `docs/text.md` has the rules.
///
///     Analyzer.shared.tokens("Cafés near C++", language: "en").map(\.text)   // ["cafes", "near", "c", "c++"]
public final class Analyzer: Sendable {
    public static let shared = Analyzer()

    public init() {}

    /// The tokens of a text to index, ordered by where they begin.
    ///
    /// `language` is a BCP 47 tag (only its primary subtag counts) and chooses the stemmer; nil gives no stems.
    public func tokens(_ text: String, language: String?) -> [Token] {
        var result: [Token] = []
        visitTokens(text, language: language) { token, count in
            if result.isEmpty { result.reserveCapacity(count) }
            let folded = String(decoding: token.text, as: UTF8.self)
            let same = token.text.baseAddress == token.exact.baseAddress
            result.append(
                Token(
                    text: folded,
                    exact: same ? folded : String(decoding: token.exact, as: UTF8.self),
                    stem: token.stem.map { String(decoding: $0, as: UTF8.self) },
                    plainStem: token.plainStem.map { String(decoding: $0, as: UTF8.self) },
                    range: token.range, kind: token.kind, position: token.position))
        }
        return result
    }

    /// A token as bytes of UTF-8, without a copy; its buffers are valid during the visit only.
    public struct TokenBytes {
        public let text: UnsafeBufferPointer<UInt8>
        public let exact: UnsafeBufferPointer<UInt8>
        public let stem: UnsafeBufferPointer<UInt8>?
        public let plainStem: UnsafeBufferPointer<UInt8>?
        public let range: Range<Int>
        public let kind: TokenKind
        public let position: Int
        /// An n-gram of one character.
        public let isSingle: Bool
    }

    /// As `tokens`, without making strings: for indexing at full speed. `count` is how many there will be.
    public func visitTokens(_ text: String, language: String?, _ body: (_ token: TokenBytes, _ count: Int) -> Void) {
        var text = text
        let options = Self.options(language: language)
        text.withUTF8 { utf8 in
            _ = Scanner.with { scanner in
                guard let tokens = scanner.scan(utf8, options: options) else { return }
                FoldingStemmer.with(language) { stemmer in
                    for record in tokens.records {
                        let exact = tokens.exact(record)
                        let text = tokens.text(record)
                        let kind = TokenKind(rawValue: record.kind) ?? .word
                        let stems =
                            kind == .word
                            ? stemmer?.stems(exact: exact, text: text, isASCII: record.ascii != 0) : nil
                        body(
                            TokenBytes(
                                text: text, exact: exact, stem: stems?.stem, plainStem: stems?.plain,
                                range: Int(record.start)..<Int(record.end), kind: kind,
                                position: Int(record.position), isSingle: record.single != 0),
                            tokens.records.count)
                    }
                }
            }
        }
    }

    private static func options(language: String?) -> Scanner.Options {
        guard let language else { return [.singles, .alternates] }
        return LanguageTag.withoutUmlautSpelling.contains(LanguageTag.primary(language))
            ? .singles : [.singles, .alternates]
    }

    /// The form that is matched: compatibility-composed, case-folded, without diacritics.
    public func fold(_ s: String) -> String { image(s, diacritics: false) }

    /// The form that ranks first: compatibility-composed and case-folded, diacritics kept.
    public func caseFold(_ s: String) -> String { image(s, diacritics: true) }

    private func image(_ s: String, diacritics: Bool) -> String {
        var s = s
        let result = s.withUTF8 { utf8 in
            Scanner.with { scanner in
                scanner.fold(utf8, diacritics: diacritics).map { String(decoding: $0, as: UTF8.self) }
            }
        }
        return result.flatMap { $0 } ?? s.lowercased()
    }

    /// The language of a text as a primary subtag (`en`, `pt`, `zh`), nil if it is short or unclear.
    public func detectLanguage(_ text: String) -> String? { LanguageDetector.detect(text) }

    /// The folded stem of a word, nil if there is no stemmer for the language.
    public func stem(_ word: String, language: String) -> String? {
        FoldingStemmer.with(language) { stemmer in
            guard let stemmer else { return nil }
            var exact = caseFold(word)
            return exact.withUTF8 { utf8 in
                stemmer.stem(utf8, isASCII: false).map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    /// Whether a folded or exact word is so common in the language that it says nothing alone.
    public func isStopWord(_ word: String, language: String) -> Bool {
        StopWords.contains(word, language: LanguageTag.primary(language))
    }
}
