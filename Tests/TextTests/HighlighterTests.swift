import TestSupport
import Testing

@testable import Text

@Suite("Snippets and highlights")
struct HighlighterTests {
    /// The snippet with its highlights in brackets.
    private func marked(_ query: String, _ text: String, languages: [String] = [], maximum: Int = 200) -> String {
        let highlighter = Highlighter(ParsedQuery(query), languages: languages)
        let extract = highlighter.extract(of: text, maximumScalars: maximum)
        var scalars = Array(extract.text.unicodeScalars)
        for highlight in extract.highlights.reversed() {
            scalars.insert("]", at: highlight[0] + highlight[1])
            scalars.insert("[", at: highlight[0])
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test(
        "Matches are marked in every script",
        arguments: [
            ("oxygen", "Bring blankets and oxygen", "Bring blankets and [oxygen]"),
            ("oxy", "Oxygen tanks, oxygenated", "[Oxygen] tanks, [oxygenated]"),
            ("oxy ", "Oxygen, oxy", "Oxygen, [oxy]"),
            ("cafe", "Le CAFE\u{301} du café", "Le [CAFE\u{301}] du [café]"), ("café", "a cafe", "a [cafe]"),
            ("moebius", "Möbius strip", "[Möbius] strip"), ("Möbius", "Moebius strip", "[Moebius] strip"),
            ("STRASSE", "Lange Straße", "Lange [Straße]"), ("istanbul", "İSTANBUL", "[İSTANBUL]"),
            ("学校", "我们在学校学习", "我们在[学校]学习"), ("学", "我们在学校学习", "我们在[学]校[学]习"),
            ("图书馆", "北京大学图书馆看书", "北京大学[图书馆]看书"), ("图书馆", "图像处理", "图像处理"),
            ("東京都庁", "今日は東京都へ", "今日は[東京都]へ"), ("東京都庁", "今日は東の都へ", "今日は東の都へ"), ("哈哈哈", "他哈哈哈地笑", "他[哈哈哈]地笑"),
            ("학교 ", "우리 학교에서 만나", "우리 [학교]에서 만나"),
            ("교", "우리 학교에서", "우리 학[교]에서"), ("フ", "小さなカフェ", "小さなカ[フ]ェ"), ("ท", "ภาษาไทย", "ภาษาไ[ท]ย"),
            ("학교에서", "집에서", "집에서"), ("โรงเรียน", "เราไปโรงเรียนกัน", "เราไป[โรงเรียน]กัน"),
            ("gen-itgc", "重跑gen-itgc后", "重跑[gen-itgc]后"), ("c++", "C and C++ code", "C and [C++] code"),
            ("INV-2024-0017", "paid INV-2024-0017.", "paid [INV-2024-0017]."), ("محمد", "قال مُحَمَّد", "قال [مُحَمَّد]"),
            ("елка", "Наша ёлка", "Наша [ёлка]"), ("da nang", "Thành phố Đà Nẵng", "Thành phố [Đà] [Nẵng]"),
            ("👩‍🚀", "an 👩🏽‍🚀!", "an [👩🏽‍🚀]!"), ("user", "call getUserName()", "call get[User]Name()"),
            ("\"sea otter\"", "A sea otter", "A [sea] [otter]"),
            ("\"sea otter\"", "An otter, a sea otter, the sea", "An otter, a [sea] [otter], the sea"),
            ("\"sea otter\" otter", "An otter, a sea otter, the sea", "An [otter], a [sea] [otter], the sea"),
            ("\"the end\"", "The road to the end of the world", "The road to [the] [end] of the world"),
            ("\"a b a\"", "a b c a b a b", "a b c [a] [b] [a] b"), ("\"otter\"", "The otter", "The [otter]"),
            ("\"O'Brien lives\"", "O'Brien died, O'Brien lives", "O'Brien died, [O'Brien] [lives]"),
            ("မြန်", "မြန်မာစာ", "[မြန်]မာစာ"), ("မာ", "မြန်မာစာ", "မြန်[မာ]စာ"), ("န်", "မြန်မာစာ", "[မြန်]မာစာ"),
            ("မန္တ", "မန္တလေးမြို့", "[မန္တ]လေးမြို့"), ("មែ", "ភាសាខ្មែរ", "ភាសា[ខ្មែ]រ"), ("otter -zoo", "zoo otter", "zoo [otter]"),
            ("wvx3d", "chapter 3", "chapter 3"), ("python3", "Python 3, part 3", "[Python] [3], part [3]"),
            ("zebra", "Nothing here", "Nothing here"), ("", "Nothing here", "Nothing here"), ("x", "", ""),
        ])
    func marks(_ query: String, _ text: String, _ expected: String) {
        #expect(marked(query, text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(marked(query, text))")
    }

    @Test("Stems match in the languages of the query, or in the text's own")
    func stems() {
        #expect(marked("swims ", "They were swimming", languages: ["en"]) == "They were [swimming]")
        #expect(marked("swims ", "They were swimming", languages: ["ru"]) == "They were swimming")
        let highlighter = Highlighter(ParsedQuery("книга "), languages: ["en", "ru"])
        #expect(highlighter.extract(of: "две книги", language: "ru").highlights == [[4, 5]])
        #expect(highlighter.extract(of: "две книги", language: "en").highlights == [])
    }

    @Test("A long text is cut around its best matches, at words, with ellipses")
    func cuts() {
        let filler = String(repeating: "lorem ipsum dolor ", count: 50)
        let text = filler + "First an otter. " + filler + "End. Then a sea otter swam by. " + filler
        let shown = marked("sea otter ", text, maximum: 80)
        #expect(shown.contains("[sea] [otter]"))
        #expect(shown.hasPrefix("…") && shown.hasSuffix("…"))
        #expect(shown.unicodeScalars.count <= 80 + 4)
        #expect(shown.hasPrefix("…Then a"))
    }

    @Test("Stop words are marked only where they are quoted or all there is")
    func stopWords() {
        let text = "The otter in the sea"
        #expect(marked("the otter ", text, languages: ["en"]) == "The [otter] in the sea")
        #expect(marked("otter in \"the sea\"", text, languages: ["en"]) == "The [otter] in [the] [sea]")
        #expect(marked("in the ", text, languages: ["en"]) == "[The] otter [in] [the] sea")
        // The word that is being typed is left out, so the one before it is finished.
        #expect(marked("ott in", "otter ott", languages: ["en"]) == "otter [ott]")
    }

    @Test("The stretch is shown whose different words say most, however often one of them comes")
    func weights() {
        let filler = String(repeating: "lorem ipsum dolor ", count: 50)
        let text = "Sea, sea and sea again. " + filler + "An otter at sea. " + filler
        #expect(marked("sea otter ", text, maximum: 60).contains("[otter] at [sea]"))
        // Of two stretches with one word each, the one with the rarer word.
        let apart = "By the sea. The sea. " + filler + "One otter swam by. " + filler
        let rarity = ["sea": 0.5, "otter": 4.0]
        let rare = Highlighter(ParsedQuery("sea otter "), languages: [], rarity: rarity)
            .extract(of: apart, maximumScalars: 60)
        #expect(rare.text.contains("otter") && !rare.text.contains("sea"))
        #expect(
            rare.weight
                > Highlighter(ParsedQuery("sea otter "), languages: [], rarity: rarity)
                .extract(of: "The sea and the sea").weight)
    }

    @Test("White space and controls are shown as single spaces, turns of direction not at all")
    func whiteSpace() {
        #expect(marked("b", " a\n\n\tb\u{0}c\u{202E}d ") == "a [b] cd")
    }

    @Test("A megabyte is read in bounded time", .timeLimit(.minutes(1)))
    func megabytes() {
        for unit in ["word ", "a", "学", "\u{301}", "é", "🇩🇪", "👩\u{200D}", "\n", "word-", "ก"] {
            let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
            for query in ["zebra", "word", "学学", "a"] {
                let extract = Highlighter(ParsedQuery(query), languages: ["en"]).extract(of: text)
                #expect(extract.text.unicodeScalars.count <= 200)
                #expect(extract.highlights.count <= 200)
            }
        }
    }

    @Test("Highlights lie in the snippet, apart and on whole characters, for any text", arguments: 0..<8)
    func properties(_ seed: UInt64) {
        var random = SeededRandom(seed: 100 + seed)
        for _ in 0..<400 {
            let text = Alphabet.text(length: Int.random(in: 0...300, using: &random), using: &random)
            let scalars = Array(text.unicodeScalars)
            var query = Alphabet.text(length: 3, using: &random)
            if !scalars.isEmpty {
                let start = Int.random(in: 0..<scalars.count, using: &random)
                let end = min(scalars.count, start + Int.random(in: 1...8, using: &random))
                query = String(String.UnicodeScalarView(scalars[start..<end]))
            }
            let maximum = Int.random(in: 8...120, using: &random)
            let highlighter = Highlighter(ParsedQuery(query), languages: ["en", "de"])
            let extract = highlighter.extract(of: text, maximumScalars: maximum)
            #expect(extract.text.unicodeScalars.count <= maximum)
            #expect(Self.areSound(extract.highlights, in: extract.text))
        }
    }

    static func areSound(_ highlights: [[Int]], in snippet: String) -> Bool {
        var boundaries: Set<Int> = [0]
        var at = 0
        for character in snippet {
            at += character.unicodeScalars.count
            boundaries.insert(at)
        }
        var end = 0
        for highlight in highlights {
            guard highlight.count == 2, highlight[0] >= end, highlight[1] > 0 else { return false }
            end = highlight[0] + highlight[1]
            guard boundaries.contains(highlight[0]), boundaries.contains(end) else { return false }
        }
        return end <= at
    }
}
