import Testing

@testable import Text

@Suite("Real texts", .enabled(if: SharedData.isThere))
struct CollectionTests {
    @Test("Every text is tokenized, and its own words are highlighted in it", .timeLimit(.minutes(2)))
    func everyText() throws {
        let texts = try SharedData.texts()
        #expect(texts.count > 10_000)
        for (collection, text) in texts {
            let tokens = Analyzer.shared.tokens(text, language: Analyzer.shared.detectLanguage(text))
            let count = text.unicodeScalars.count
            #expect(tokens.allSatisfy { $0.range.upperBound <= count && !$0.text.isEmpty })
            guard let word = tokens.first(where: { $0.kind == .word && $0.text.count > 1 }) else { continue }
            let scalars = Array(text.unicodeScalars)
            let query = String(String.UnicodeScalarView(scalars[word.range]))
            let extract = Highlighter(ParsedQuery(query + " "), languages: []).extract(of: text)
            #expect(HighlighterTests.areSound(extract.highlights, in: extract.text))
            #expect(!extract.highlights.isEmpty, "\(query) in \(collection): \(text.prefix(100))")
        }
    }

    @Test("Passages of every text cover it")
    func everyPassage() throws {
        for (_, text) in try SharedData.texts() {
            let (ranges, cut) = passages(of: text, targetTokens: 128, overlap: 24)
            #expect(!cut || ranges.count == 64)
            let covered = ranges.reduce(into: Set<Int>()) { result, range in
                result.formUnion(
                    text.utf8.distance(
                        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
                            from: text.startIndex, to: range.upperBound))
            }
            #expect(
                cut
                    || zip(text.utf8.indices, text.utf8).enumerated().allSatisfy {
                        $1.1 <= 0x20 || covered.contains($0)
                    })
        }
    }

    @Test(
        "Paragraphs in five languages are told apart",
        arguments: [("xquad-ar", "ar"), ("xquad-de", "de"), ("xquad-en", "en"), ("xquad-ru", "ru"), ("xquad-zh", "zh")])
    func languages(_ collection: String, _ language: String) throws {
        let texts = try SharedData.texts().filter { $0.collection == collection && $0.text.count > 200 }
        let right = texts.count { Analyzer.shared.detectLanguage($0.text) == language }
        #expect(right * 100 >= texts.count * 97)
    }
}
