import Testing

@testable import Text

/// Forms of one text that must find each other.
struct Spelling: Sendable, CustomTestStringConvertible {
    var written: String
    var text: String
    var exact: String

    init(_ written: String, _ text: String, exact: String) {
        (self.written, self.text, self.exact) = (written, text, exact)
    }

    var testDescription: String { written }
}

@Suite("Tokens of words in every script")
struct TokenTests {
    private func token(_ text: String, language: String? = nil) -> Token? {
        Analyzer.shared.tokens(text, language: language).first { $0.kind == .word || $0.kind == .number }
    }

    @Test(
        "A word is matched without diacritics and ranked with them",
        arguments: [
            Spelling("café", "cafe", exact: "café"), Spelling("CAFÉ", "cafe", exact: "café"),
            Spelling("cafe\u{301}", "cafe", exact: "café"), Spelling("cafe", "cafe", exact: "cafe"),
            Spelling("Österreich", "osterreich", exact: "österreich"),
            Spelling("O\u{308}sterreich", "osterreich", exact: "österreich"),
            Spelling("Straße", "strasse", exact: "strasse"), Spelling("STRASSE", "strasse", exact: "strasse"),
            Spelling("STRAẞE", "strasse", exact: "strasse"),
            Spelling("ＡＢＣ", "abc", exact: "abc"), Spelling("ﬁsh", "fish", exact: "fish"),
            Spelling("İstanbul", "istanbul", exact: "istanbul"), Spelling("ISTANBUL", "istanbul", exact: "istanbul"),
            Spelling("ışık", "isik", exact: "ışık"), Spelling("IŞIK", "isik", exact: "işik"),
            Spelling("łódź", "lodz", exact: "łódź"), Spelling("smørrebrød", "smorrebrod", exact: "smørrebrød"),
            Spelling("Þór", "thor", exact: "þór"), Spelling("œuvre", "oeuvre", exact: "œuvre"),
            Spelling("Đặng", "dang", exact: "đặng"), Spelling("Đa\u{323}\u{306}ng", "dang", exact: "đặng"),
            Spelling("ёлка", "елка", exact: "ёлка"), Spelling("Е\u{308}лка", "елка", exact: "ёлка"),
            Spelling("мой", "мой", exact: "мой"), Spelling("за\u{301}мок", "замок", exact: "за\u{301}мок"),
            Spelling("Ἀθῆναι", "αθηναι", exact: "ἀθῆναι"), Spelling("ΟΔΟΣ", "οδοσ", exact: "οδοσ"),
            Spelling("οδός", "οδοσ", exact: "οδόσ"),
            Spelling("مُحَمَّد", "محمد", exact: "مُحَمَّد"), Spelling("مـــحمد", "محمد", exact: "محمد"),
            Spelling("أحمد", "احمد", exact: "أحمد"), Spelling("إسلام", "اسلام", exact: "إسلام"),
            Spelling("آمال", "امال", exact: "آمال"), Spelling("مدرسة", "مدرسه", exact: "مدرسة"),
            Spelling("کتاب", "كتاب", exact: "کتاب"), Spelling("٢٠٢٤", "2024", exact: "٢٠٢٤"),
            Spelling("שָׁלוֹם", "שלום", exact: "שָׁלוֹם"), Spelling("צה\"ל", "צהל", exact: "צה\"ל"),
            Spelling("क़लम", "कलम", exact: "क\u{93C}लम"), Spelling("हिन्दी", "हिन्दी", exact: "हिन्दी"),
            Spelling("don’t", "dont", exact: "don't"), Spelling("п'ять", "пять", exact: "п'ять"),
            Spelling("x²", "x2", exact: "x2"), Spelling("soft\u{AD}ware", "software", exact: "software"),
            Spelling("𝐁𝐨𝐥𝐝", "bold", exact: "bold"), Spelling("𐐀𐐁", "𐐨𐐩", exact: "𐐨𐐩"),
        ])
    func wordForms(_ spelling: Spelling) {
        let token = token(spelling.written)
        #expect(token?.text == spelling.text)
        // Canonically equal strings are equal in Swift: the bytes must be, too.
        #expect(token.map { Array($0.exact.utf8) } == Array(spelling.exact.utf8))
        #expect(token?.range == 0..<spelling.written.unicodeScalars.count)
    }

    @Test(
        "Kana and vowel signs are letters, not diacritics",
        arguments: [("がぎ", "がぎ"), ("か\u{3099}", "が"), ("ｶﾞ", "ガ"), ("กำ", "ก\u{E4D}า"), ("한", "한")])
    func lettersThatLookLikeMarks(_ written: String, _ folded: String) {
        #expect(Array(Analyzer.shared.fold(written).utf8) == Array(folded.utf8))
    }

    @Test("Umlauts have their other spelling beside them, except where they are letters of their own")
    func umlauts() {
        func alternates(_ text: String, _ language: String?) -> [String] {
            Analyzer.shared.tokens(text, language: language).filter { $0.kind == .alternate }.map(\.text)
        }
        #expect(alternates("Möbius", "de") == ["moebius"])
        #expect(alternates("Mo\u{308}bius", nil) == ["moebius"])
        #expect(alternates("Århus Ærø", "da") == ["aarhus", "aeroe"])
        #expect(alternates("gözlük", "tr") == [])
        #expect(alternates("können", "sv-SE") == [])
    }

    @Test("Stems follow the language of the text")
    func stems() {
        func stem(_ text: String, _ language: String?) -> String? { token(text, language: language)?.stem }
        #expect(stem("running", "en") == "run")
        #expect(stem("running", "en-GB") == "run")
        #expect(stem("running", nil) == nil)
        #expect(stem("running", "xx") == nil)
        #expect(stem("Häuser", "de") == "haus")
        #expect(stem("cafés", "fr") == "caf")
        #expect(stem("книгами", "ru") == "книг")
        #expect(stem("løpende", "nb") == stem("løpende", "no"))
        #expect(stem("2024", "en") == nil)
        // For those who type no accents.
        #expect(token("rivières", language: "fr")?.plainStem == Analyzer.shared.stem("riviere", language: "fr"))
        #expect(token("rivieres", language: "fr")?.plainStem == nil)
    }

    @Test("Every language with a stemmer stems", arguments: LanguageTag.stemmed.sorted())
    func allStemmers(_ language: String) {
        #expect(Analyzer.shared.stem("testing", language: language) != nil)
    }
}
