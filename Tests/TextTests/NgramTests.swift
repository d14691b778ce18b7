import Foundation
import Testing

@testable import Text

@Suite("Scripts without spaces")
struct NgramTests {
    private func texts(_ text: String, _ kind: TokenKind) -> [String] {
        Analyzer.shared.tokens(text, language: nil).filter { $0.kind == kind }.map(\.text)
    }

    @Test(
        "ICU's dictionaries find the words",
        arguments: [
            ("我们今天在学校", ["我们", "今天", "在", "学校"]), ("東京都庁の近く", ["東京", "都庁", "の", "近く"]),
            ("ภาษาไทยสวยมาก", ["ภาษา", "ไทย", "สวย", "มาก"]), ("重跑gen-itgc后", ["重", "跑", "gen", "itgc", "后"]),
            ("មនុស្សទាំងអស់", ["មនុស្ស", "ទាំងអស់"]), ("ພາສາລາວ", ["ພາສາ", "ລາວ"]), ("တူညီလွတ်လပ်", ["တူညီ", "လွတ်လပ်"]),
            ("第3回", ["第", "回"]), ("LG전자", ["lg", "전자"]),
        ])
    func dictionaryWords(_ text: String, _ words: [String]) {
        #expect(texts(text, .word) == words)
    }

    @Test(
        "Pairs of characters stand beside them, and single characters",
        arguments: [
            ("学校", ["学", "学校", "校"]), ("東京の", ["東", "東京", "京", "京の", "の"]), ("カフェ", ["カ", "カフ", "フ", "フェ", "ェ"]),
            ("학교에서", ["학", "학교", "교", "교에", "에", "에서", "서"]), ("책", ["책"]), ("ไทย", ["ไ", "ไท", "ท", "ทย", "ย"]),
            ("ที่นี่", ["ที่", "ที่นี่", "นี่"]), ("ລາວ", ["ລ", "ລາ", "າ", "າວ", "ວ"]), ("ខ្មែរ", ["ខ្", "ខ្មែ", "មែ", "មែរ", "រ"]),
            ("𠮷野", ["𠮷", "𠮷野", "野"]), ("㐂", ["㐂"]), ("々", ["々"]), ("word", []), ("が", ["が"]),
        ])
    func ngrams(_ text: String, _ expected: [String]) {
        #expect(texts(text, .ngram) == expected)
    }

    @Test("A query of one to six characters shares every pair with the text it is from")
    func shortQueries() {
        let texts = ["我昨天在北京大学图书馆看书", "国立国会図書館東京本館", "พรุ่งนี้ฉันจะไปตลาดกับเพื่อน", "도서관에서 친구를 만났다"]
        for text in texts {
            let document = Set(self.texts(text, .ngram))
            let characters = Array(text)
            for length in [1, 2, 3, 6] {
                for start in 0...(characters.count - length) {
                    let query = String(characters[start..<(start + length)])
                    guard !query.contains(" ") else { continue }
                    let pairs = Analyzer.shared.queryTokens(query, languages: []).filter { $0.kind == .ngram }
                    #expect(!pairs.isEmpty, "\(query) in \(text)")
                    #expect(pairs.allSatisfy { document.contains($0.text) }, "\(query) in \(text)")
                }
            }
        }
    }

    @Test("A query asks for a single character where it stands alone, for Han, and where a Hangul word begins")
    func singlesOfQueries() {
        func singles(_ query: String) -> [String] {
            Analyzer.shared.queryTokens(query, languages: []).filter(\.isSingle).map(\.text)
        }
        #expect(singles("カフェ の") == ["の"])
        #expect(singles("ไทย ที่") == ["ที่"])
        #expect(singles("도서관 관") == ["도", "관"])
        #expect(singles("学校") == ["学", "校"])
    }

    @Test("Neighbouring pairs have neighbouring positions, pairs of different runs have not")
    func positions() {
        let pairs = Analyzer.shared.tokens("学校教育、学校", language: nil).filter { $0.kind == .ngram && $0.range.count == 2 }
        #expect(pairs.map(\.text) == ["学校", "校教", "教育", "学校"])
        #expect(pairs[1].position == pairs[0].position + 1)
        #expect(pairs[3].position > pairs[2].position + 1)
    }

    @Test("Composed and decomposed Hangul and kana are the same")
    func decomposed() {
        for text in ["학교에서", "ガギグゲゴ", "がっこう"] {
            let decomposed = String(
                text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
                }.reduce(into: String.UnicodeScalarView()) { $0.append($1) })
            let composedTexts = Analyzer.shared.tokens(text, language: nil).map { Array($0.text.utf8) }
            #expect(Analyzer.shared.tokens(decomposed, language: nil).map { Array($0.text.utf8) } == composedTexts)
        }
    }
}
