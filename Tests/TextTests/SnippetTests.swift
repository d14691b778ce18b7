import TestSupport
import Testing

@testable import Text

@Suite struct SnippetTests {
    @Test func plainTextIsShownAsTheLongWayShowsIt() {
        var random = SeededRandom(seed: 51)
        let pieces = ["a", "word", " ", " ", ".", "Z", "~", "\t", "\n", "\r\n", "é", "\u{7F}", "-", "0"]
        var plain = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces[Int.random(in: 0..<(Bool.random(using: &random) ? 7 : pieces.count), using: &random)]
            }.joined()
            let scalars = Array(text.unicodeScalars)
            let bytes = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
            var matches: [MatchFinder.Match] = []
            for _ in 0..<Int.random(in: 0..<4, using: &random) where !scalars.isEmpty {
                let start = Int.random(in: 0..<scalars.count, using: &random)
                let end = Int.random(in: start + 1...scalars.count, using: &random)
                matches.append(
                    MatchFinder.Match(scalars: start..<end, bytes: bytes[start]..<bytes[end], term: 0))
            }
            let snippet = Snippet(text: text, range: text.startIndex..<text.endIndex)
            guard let quick = snippet.plain(matches) else { continue }
            plain += 1
            let long = snippet.reshaped(matches)
            #expect(quick.snippet == long.snippet)
            #expect(quick.highlights == long.highlights)
        }
        #expect(plain > 1_000)
    }
}
