import Foundation
import TestSupport
import Testing

@testable import Text

@Suite("What holds for the tokens of any text")
struct TokenPropertyTests {
    private let analyzer = Analyzer.shared

    private func texts(seed: UInt64, count: Int, length: Int = 40) -> [String] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in Alphabet.text(length: length, using: &random) }
    }

    @Test("Ranges lie in the text, in order, and hold what the token says")
    func ranges() {
        for text in texts(seed: 1, count: 4_000) {
            let scalars = Array(text.unicodeScalars)
            var start = 0
            var position = 0
            for token in analyzer.tokens(text, language: "en") {
                #expect(!token.text.isEmpty && !token.exact.isEmpty)
                #expect(token.range.lowerBound >= start && token.range.upperBound <= scalars.count)
                #expect(!token.range.isEmpty)
                start = token.range.lowerBound
                guard token.kind == .word || token.kind == .number || token.kind == .ngram else { continue }
                let source = String(String.UnicodeScalarView(scalars[token.range]))
                #expect(Array(analyzer.caseFold(source).utf8) == Array(token.exact.utf8))
                if token.kind != .ngram {
                    #expect(token.position >= position)
                    position = token.position
                }
            }
        }
    }

    @Test("Every letter and digit is in a token")
    func coverage() {
        for text in texts(seed: 2, count: 2_000) {
            let scalars = Array(text.unicodeScalars)
            var covered = [Bool](repeating: false, count: scalars.count)
            for token in analyzer.tokens(text, language: nil) {
                for index in token.range { covered[index] = true }
            }
            for (index, scalar) in scalars.enumerated() where !covered[index] {
                let category = scalar.properties.generalCategory
                let isWord = [.uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber].contains(category)
                // Fillers of Hangul and marks on a tatweel are left out of every form.
                #expect(!isWord || analyzer.fold(String(scalar)).isEmpty, "\(scalar.value) in \(text)")
            }
        }
    }

    @Test("Folding a second time changes nothing, and forms do not depend on the normal form")
    func folding() {
        for text in texts(seed: 3, count: 4_000) {
            let folded = analyzer.fold(text)
            #expect(Array(analyzer.fold(folded).utf8) == Array(folded.utf8))
            let exact = analyzer.caseFold(text)
            #expect(Array(analyzer.caseFold(exact).utf8) == Array(exact.utf8))
            #expect(Array(analyzer.fold(exact).utf8) == Array(folded.utf8))
            // Foundation composes tags and the first old final of Hangul with what stands before them.
            if text.unicodeScalars.contains(where: { $0.value >= 0xE0000 || $0.value == 0x11C3 }) { continue }
            for form in [text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping] {
                #expect(Array(analyzer.fold(form).utf8) == Array(folded.utf8))
                #expect(Array(analyzer.caseFold(form).utf8) == Array(exact.utf8))
            }
        }
    }

    @Test("The words of a folded text are those of the text")
    func foldedTexts() {
        var random = SeededRandom(seed: 4)
        let letters: [ClosedRange<UInt32>] = [
            0x61...0x7A, 0x41...0x5A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F, 0x300...0x303, 0x391...0x3A1,
            0x3B1...0x3C9, 0x410...0x45F, 0x5D0...0x5EA, 0x621...0x64A, 0x64B...0x652, 0x904...0x939, 0x4E00...0x4E80,
            0x3042...0x3094, 0xAC00...0xAC80, 0xE01...0xE2E,
        ]
        for _ in 0..<3_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<8 {
                let block = letters.randomElement(using: &random) ?? 0x61...0x7A
                text.append(" ")
                // A word starts with a letter: a mark alone, or after white space, is no word.
                if block.lowerBound == 0x300 || block.lowerBound == 0x64B { text.append("a") }
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &random)) { text.append(scalar) }
                }
            }
            func words(_ text: String) -> [String] {
                analyzer.tokens(text, language: nil).filter { [.word, .ngram].contains($0.kind) }.map(\.text)
            }
            let source = String(text)
            #expect(words(analyzer.fold(source)) == words(source))
        }
    }

    @Test("On plain ASCII words the boundaries are ICU's")
    func asciiWordsAreICUs() {
        var random = SeededRandom(seed: 5)
        let characters = Array("abcXYZ019   ".utf8)
        for _ in 0..<3_000 {
            let bytes = (0..<40).map { _ in characters.randomElement(using: &random) ?? 0x20 }
            let text = String(decoding: bytes, as: UTF8.self)
            let words = analyzer.tokens(text, language: nil).filter { $0.kind == .word || $0.kind == .number }
            #expect(words.map(\.range) == icuWords(text, bytes))
        }
    }

    @Test("In any script no word goes over a boundary that ICU sees")
    func boundariesAreICUs() {
        for text in texts(seed: 6, count: 3_000) {
            var bytes = text
            let boundaries = bytes.withUTF8 { utf8 in Set(Scanner.with { $0.icuWords(utf8) } ?? []) }
            let utf8 = Array(text.utf8)
            let offsets = utf8.indices.filter { utf8[$0] & 0xC0 != 0x80 }
            let scalars = Array(text.unicodeScalars)
            for token in analyzer.tokens(text, language: nil) where token.kind == .word {
                for index in token.range.dropFirst() where boundaries.contains(offsets[index]) {
                    let pair = [scalars[index - 1], scalars[index]]
                    #expect(pair.contains(where: isApart), "\(pair) in \(text)")
                }
            }
        }
    }

    /// Where we differ from ICU on purpose or by chance: superscripts and symbols that are letters to people, Hangul in
    /// parts (ICU keeps it apart from whole syllables), and nonsense in the scripts that need a dictionary.
    private func isApart(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return !scalar.properties.isAlphabetic || value > 0xFFFF || (0x1100...0x11FF).contains(value)
            || (0xFFA0...0xFFDC).contains(value) || (0x1000...0x109F).contains(value)
            || (0x0E00...0x0EFF).contains(value)
            || (0x1780...0x17FF).contains(value)
    }

    private func icuWords(_ text: String, _ bytes: [UInt8]) -> [Range<Int>] {
        var text = text
        let boundaries = text.withUTF8 { utf8 in Scanner.with { $0.icuWords(utf8) } ?? [] }
        return zip(boundaries, boundaries.dropFirst()).map { $0..<$1 }.filter { bytes[$0.lowerBound] != 0x20 }
    }

    @Test("Tokens without strings are the same tokens")
    func visits() {
        for text in texts(seed: 7, count: 500) {
            var visited: [Token] = []
            analyzer.visitTokens(text, language: "de") { token, count in
                visited.append(
                    Token(
                        text: String(decoding: token.text, as: UTF8.self),
                        exact: String(decoding: token.exact, as: UTF8.self),
                        stem: token.stem.map { String(decoding: $0, as: UTF8.self) },
                        plainStem: token.plainStem.map { String(decoding: $0, as: UTF8.self) }, range: token.range,
                        kind: token.kind, position: token.position))
            }
            #expect(visited == analyzer.tokens(text, language: "de"))
        }
    }

    @Test("Huge and odd texts are tokenized in one go", .timeLimit(.minutes(1)))
    func hugeTexts() {
        let million = 1_000_000
        #expect(analyzer.tokens("", language: "en").isEmpty)
        #expect(analyzer.tokens("\u{0}\u{0}", language: "en").isEmpty)
        #expect(analyzer.tokens("\u{301}", language: "en").isEmpty)
        for unit in [
            "a", "a-", "a/", "\u{301}", "é", "学", "가", "ก", "🎉", "🇩", "'", "a'", "\u{200D}", "👩\u{200D}", "aB", "C++",
        ] {
            let tokens = analyzer.tokens(String(repeating: unit, count: million / 4), language: nil)
            #expect(tokens.count <= 2 * million)
        }
    }

    @Test("Many threads at once get what one gets")
    func threads() async {
        let texts = texts(seed: 8, count: 200)
        let expected = texts.map { analyzer.tokens($0, language: "en") }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { texts.map { Analyzer.shared.tokens($0, language: "en") } == expected }
            }
            for await same in group { #expect(same) }
        }
    }
}
