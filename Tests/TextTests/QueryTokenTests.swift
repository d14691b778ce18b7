import Testing

@testable import Text

@Suite("Tokens of queries")
struct QueryTokenTests {
    private func tokens(_ text: String, _ languages: [String] = []) -> [QueryToken] {
        Analyzer.shared.queryTokens(text, languages: languages)
    }

    @Test("A word has a stem in every language that has a stemmer")
    func stems() {
        let word = tokens("studies", ["en", "de-AT", "zh", "fr"]).first
        #expect(
            word?.stems == [
                .init(language: "en", text: "studi"), .init(language: "de", text: "studi"),
                .init(language: "fr", text: "stud"),
            ])
    }

    @Test(
        "An Arabic word shares a stem with itself behind the article, and behind what is written to it",
        arguments: [
            ("سيارات", "السيارات"), ("سيارات", "والسيارات"), ("سيارة", "بالسيارة"), ("سيارات", "للسيارات"),
            ("يابان", "اليابان"), ("مدرسة", "المدرسة"), ("فنادق", "الفنادق"), ("أسعار", "الأسعار"), ("سُيّاح", "السياح"),
        ])
    func arabicArticle(_ word: String, _ withArticle: String) {
        let stems = Set(tokens(word, ["ar"]).flatMap(\.stems))
        #expect(!stems.isDisjoint(with: tokens(withArticle, ["ar"]).flatMap(\.stems)))
        let indexed = Analyzer.shared.tokens(withArticle, language: "ar").flatMap { [$0.stem, $0.plainStem] }
        #expect(!Set(stems.map(\.text)).isDisjoint(with: indexed.compactMap(\.self)))
    }

    @Test("Latin words among Arabic ones, and very long ones, have the stems they had")
    func notArabic() {
        #expect(tokens("Toyota", ["ar"]).first?.stems.map(\.text) == ["toyota"])
        let long = String(repeating: "سيار", count: 200)
        #expect(tokens(long, ["ar"]).count == 1)
        #expect(Analyzer.shared.tokens("x ا " + long, language: "ar").count == 3)
    }

    @Test("Other spellings belong to their word")
    func alternates() {
        let found = tokens("Möbius")
        #expect(found.map(\.text) == ["mobius"])
        #expect(found.map(\.alternates) == [["moebius"]])
    }

    @Test("No single letter is left of what is written together")
    func singleLetters() {
        #expect(tokens("C++").map(\.text) == ["c++"])
        #expect(tokens("C#").map(\.text) == ["c#"])
        #expect(tokens("U.S.").map(\.text) == ["u.s", "us"])
        #expect(tokens("a/b.swift").map(\.text) == ["a/b.swift", "b.swift", "swift"])
        #expect(tokens("a b").map(\.text) == ["a", "b"])
        #expect(tokens("l'avion").map(\.text) == ["lavion", "avion"])
        #expect(tokens("don't").map(\.text) == ["dont"])
    }

    @Test(
        "A number of one or two digits split off letters is a remnant; standing alone or among numbers it is a word",
        arguments: [
            ("wvx3d", ["3"]), ("zyxfresh1", ["1"]), ("INV-zzq-1", ["1"]), ("INV-2024-17", ["17"]), ("python3", ["3"]),
            ("3D", ["3"]), ("C3PO", ["3"]), ("B-2", ["2"]), ("7-zip", ["7"]), ("iPhone15", ["15"]), ("x٣y", ["3"]),
            ("c++11", ["11"]), ("report_v2.pdf", ["2"]), ("ubuntu24.04", ["24", "04"]),
            ("iPhone 15", []), ("WWDC 2024", []), ("WWDC2024", []), ("10:30", []), ("3.11", []), ("$15", []),
            ("#3", []),
            ("7", []), ("第3回", []), ("5€", []),
        ])
    func remnants(_ text: String, _ expected: [String]) {
        #expect(tokens(text).filter(\.isRemnant).map(\.text) == expected)
    }

    @Test("Phrases and exclusions keep single letters beside other words")
    func sequences() {
        func words(_ text: String) -> [String] {
            Analyzer.shared.sequenceTokens(text).filter { $0.kind == .word || $0.kind == .number }.map(\.text)
        }
        #expect(words("B-2") == ["b", "2"])
        #expect(words("C++ primer") == ["c", "primer"])
        #expect(words("C++").isEmpty)
        #expect(words("R&D").isEmpty)
        #expect(words("a b") == ["a", "b"])
    }

    @Test("Tokens of one written word share a group")
    func groups() {
        let found = tokens("pay INV-2024 重跑gen now")
        #expect(Dictionary(grouping: found, by: \.group).count == 4)
        #expect(Set(found.filter { $0.range.lowerBound >= 4 && $0.range.upperBound <= 12 }.map(\.group)) == [1])
    }

    @Test("Stop words are known in the languages asked for")
    func stopWords() {
        #expect(tokens("the otter", ["en"]).map(\.isStopWord) == [true, false])
        #expect(tokens("the otter", ["de"]).map(\.isStopWord) == [false, false])
        #expect(tokens("für uber", ["de"]).map(\.isStopWord) == [true, true])
        #expect(tokens("не книга", ["en", "ru"]).map(\.isStopWord) == [true, false])
        #expect(Analyzer.shared.isStopWord("THE", language: "en") == false)
        #expect(Analyzer.shared.isStopWord("και", language: "el-GR"))
    }

    @Test(
        "What a query is looked for by has no stop words, unless they are quoted or all there is",
        arguments: [
            ("something sweet for the picnic", ["en"], ["sweet", "picnic"]),
            ("anything from somebody else about otters", ["en"], ["otters"]),
            ("the who", ["en"], ["the", "who"]), ("it's \"the who\"", ["en"], ["the", "who"]),
            ("etwas Süßes für das Picknick", ["en", "de"], ["sußes", "picknick"]),
            // A word of the first language may be a stop word of another.
            ("car insurance", ["en", "fr"], ["car", "insurance"]), ("die hard", ["en", "de"], ["die", "hard"]),
            ("car il est fatigué", ["en", "fr"], ["fatigue"]), ("не книга", ["en", "ru"], ["книга"]),
        ])
    func telling(_ query: String, _ languages: [String], _ expected: [String]) {
        let tokens = Analyzer.shared.tellingTokens(of: ParsedQuery(query), languages: languages).flatMap(\.tokens)
        #expect(tokens.filter { $0.kind == .word }.map(\.text) == expected.map(Analyzer.shared.fold))
    }

    @Test("Ends of compounds have four letters or more, and leave as many")
    func compoundTails() {
        let tails = Analyzer.shared.compoundTails("slachtofferfiche", language: "nl")
        #expect(tails.contains("fiche"))
        #expect(tails.allSatisfy { (4...12).contains($0.count) })
        #expect(Analyzer.shared.compoundTails("slachtofferfiche", language: "en").isEmpty)
        #expect(Analyzer.shared.compoundTails("fiche", language: "nl").isEmpty)
        #expect(Analyzer.shared.compoundTails(String(repeating: "a", count: 100_000), language: nil).isEmpty)
        #expect(Analyzer.shared.compoundTails("", language: nil).isEmpty)
    }

    @Test("One list holds several languages, and one-word queries find their text")
    func severalLanguages() {
        let documents: [(String, String, String)] = [
            ("en", "The otters were swimming in rivers", "swim"), ("de", "Die Häuser am Fluss wurden gebaut", "haus"),
            ("fr", "Les rivières étaient gelées", "riviere"), ("ru", "Мы читали книги у реки", "книга"),
            ("es", "Las canciones más bonitas", "canción"), ("zh", "我们在学校学习", "学校"), ("ja", "東京の水族館", "水族館"),
            ("ko", "학교에서 배웠다", "학교"), ("th", "เราไปโรงเรียน", "โรงเรียน"), ("ar", "قرأت الكتاب في المدرسة", "كتاب"),
            ("tr", "ISPARTA'da güller", "ısparta"), ("vi", "Thành phố Đà Nẵng", "da nang"),
        ]
        let indexed = documents.map { Analyzer.shared.tokens($0.1, language: $0.0) }
        for (place, document) in documents.enumerated() {
            let query = tokens(document.2, ["en", "de", document.0])
            let found = indexed.indices.filter { index in
                query.contains { token in
                    indexed[index].contains { word in
                        word.text == token.text
                            || token.stems.contains {
                                $0.language == documents[index].0 && [word.stem, word.plainStem].contains($0.text)
                            }
                    }
                }
            }
            #expect(found.contains(place), "\(document.2)")
        }
    }
}
