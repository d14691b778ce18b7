import TestSupport
import Testing

@testable import Text

@Suite("Passages")
struct PassagesTests {
    private func texts(_ text: String, _ target: Int, _ overlap: Int, maximum: Int = 64) -> ([String], Bool) {
        let (ranges, cut) = passages(of: text, targetTokens: target, overlap: overlap, maximum: maximum)
        return (ranges.map { String(text[$0]) }, cut)
    }

    @Test("A short text is one passage, an empty one none")
    func short() {
        #expect(texts("  One sentence. Two!  ", 100, 20) == (["One sentence. Two!"], false))
        #expect(texts("", 100, 20) == ([], false))
        #expect(texts(" \n ", 100, 20) == ([], false))
    }

    @Test("Passages end with sentences and repeat the last one")
    func sentences() {
        let text = "Alpha beta gamma. Delta eps zeta. Eta theta iota. Kappa la mu."
        let (found, cut) = texts(text, 10, 5)
        #expect(
            found == [
                "Alpha beta gamma. Delta eps zeta.", "Delta eps zeta. Eta theta iota.", "Eta theta iota. Kappa la mu.",
            ])
        #expect(!cut)
    }

    @Test("Sentences of scripts without spaces are told apart")
    func chinese() {
        let (found, _) = texts("我们今天学习。你们明天休息。他们后天工作。", 8, 0)
        #expect(found == ["我们今天学习。", "你们明天休息。", "他们后天工作。"])
    }

    @Test("A sentence that is too long is divided between words")
    func longSentences() {
        let text = Array(repeating: "word", count: 1_000).joined(separator: " ")
        let (found, cut) = texts(text, 100, 25)
        #expect(!cut)
        #expect(found.allSatisfy { $0.split(separator: " ").allSatisfy { $0 == "word" } })
        #expect(found.allSatisfy { $0.split(separator: " ").count <= 100 })
    }

    @Test("There are at most as many as asked for, and the rest is said to be cut")
    func cut() {
        let text = Array(repeating: "A sentence of some words.", count: 10_000).joined(separator: " ")
        let (found, cut) = texts(text, 50, 10)
        #expect(found.count == 64)
        #expect(cut)
        #expect(texts(text, 50, 10, maximum: 0) == ([], true))
    }

    @Test("Passages cover every word, in order, on whole characters, for any text")
    func properties() {
        var random = SeededRandom(seed: 77)
        for _ in 0..<400 {
            let text = Alphabet.text(length: Int.random(in: 0...600, using: &random), using: &random)
            let target = Int.random(in: 1...60, using: &random)
            let (ranges, cut) = passages(
                of: text, targetTokens: target, overlap: Int.random(in: 0...60, using: &random), maximum: 1_000)
            #expect(!cut)
            var end = text.startIndex
            for (range, before) in zip(ranges, [nil] + ranges.map(Optional.some)) {
                #expect(String.Index(range.lowerBound, within: text) != nil)
                #expect(String.Index(range.upperBound, within: text) != nil)
                if let before { #expect(range.lowerBound > before.lowerBound && range.upperBound > before.upperBound) }
                if end < range.lowerBound {
                    #expect(text.unicodeScalars[end..<range.lowerBound].allSatisfy { $0.value <= 0x20 })
                }
                end = range.upperBound
            }
            #expect(text.unicodeScalars[end...].allSatisfy { $0.value <= 0x20 })
        }
    }

    @Test("Odd numbers and huge texts are taken", .timeLimit(.minutes(1)))
    func oddities() {
        for (target, overlap, maximum) in [
            (0, 0, 1), (-5, -5, 64), (1, 100, 64), (Int.max, 0, 64), (100, Int.max, 64), (5, 2, -1),
        ] {
            let (ranges, _) = passages(
                of: "One two. Three four.", targetTokens: target, overlap: overlap, maximum: maximum)
            #expect(ranges.count <= 64)
        }
        for unit in ["a", "\u{301}", "学", "a. ", "\n", "👩\u{200D}"] {
            let text = String(repeating: unit, count: 2_000_000)
            #expect(passages(of: text, targetTokens: 100, overlap: 20).passages.count <= 64)
        }
    }
}
