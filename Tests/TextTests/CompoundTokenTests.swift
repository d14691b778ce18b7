import Testing

@testable import Text

@Suite("Tokens of what is written together")
struct CompoundTokenTests {
    private func texts(_ text: String, _ kinds: Set<TokenKind>) -> [String] {
        Analyzer.shared.tokens(text, language: nil).filter { kinds.contains($0.kind) }.map(\.text)
    }

    @Test(
        "Words stand beside the joined form",
        arguments: [
            ("INV-2024-0017", ["inv", "2024", "0017"], ["inv-2024-0017"]),
            ("3.11.7", ["3", "11", "7"], ["3.11.7"]),
            ("user@host.com", ["user", "host", "com"], ["user@host.com", "host.com"]),
            ("a/b.swift", ["a", "b", "swift"], ["a/b.swift", "b.swift"]),
            ("well-known", ["well", "known"], ["well-known"]),
            ("well\u{2011}known", ["well", "known"], ["well-known"]),
            ("report_final_v2.pdf", ["report", "final", "v2", "pdf"], ["report_final_v2.pdf"]),
            ("10:30", ["10", "30"], ["10:30"]), ("1,234.56", ["1", "234", "56"], ["1,234.56", "1234.56"]),
            ("U.S.A.", ["u", "s", "a"], ["u.s.a", "usa"]),
            ("C++", ["c"], ["c++"]), ("C#.", ["c"], ["c#"]), ("c++11", ["c", "11"], ["c++", "c++11"]),
            ("notepad++", ["notepad"], ["notepad++"]), ("(.NET)", ["net"], [".net"]), ("#tag", ["tag"], ["#tag"]),
            ("@anna", ["anna"], ["@anna"]), ("$100", ["100"], ["$100"]),
            ("a - b", ["a", "b"], []), ("end. Start", ["end", "start"], []), ("one,two", ["one", "two"], []),
            ("std::vector", ["std", "vector"], ["std::vector"]),
            ("https://example.com/a", ["https", "example", "com", "a"], ["https://example.com/a", "example.com"]),
        ])
    func joined(_ text: String, _ words: [String], _ joined: [String]) {
        #expect(texts(text, [.word, .number]) == words)
        #expect(texts(text, [.joined]) == joined)
    }

    @Test(
        "Pieces of one word share its position",
        arguments: [
            ("getUserName", "getusername", ["get", "user", "name"]), ("HTMLParser", "htmlparser", ["html", "parser"]),
            ("iPhone15", "iphone15", ["iphone", "phone", "15"]), ("10kg", "10kg", ["10", "kg"]),
            ("O'Brien", "obrien", ["brien"]), ("O'Brien's", "obriens", ["o'brien", "brien"]),
            ("l'avion", "lavion", ["avion"]), ("l'été", "lete", ["ete"]), ("John's", "johns", ["john"]),
            ("don't", "dont", []), ("NASA", "nasa", []), ("a3f9c2", "a3f9c2", []), ("Straße", "strasse", []),
        ])
    func parts(_ text: String, _ word: String, _ parts: [String]) {
        #expect(texts(text, [.word]) == [word])
        let found = Analyzer.shared.tokens(text, language: nil).filter { $0.kind == .part }
        #expect(found.map { $0.exact.replacing("é", with: "e") } == parts || found.map(\.text) == parts)
        #expect(found.allSatisfy { $0.position == 0 })
    }

    @Test(
        "Signs and emoji that stand alone are tokens",
        arguments: [
            ("a -> b", ["->"]), ("&&", ["&&"]), ("5€", ["€"]), ("R & D", ["&"]), ("x ≤ y", ["≤"]),
            ("❤️", ["❤"]), ("👩🏽‍🚀", ["👩‍🚀"]), ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]), ("party🎉!", ["🎉"]), ("!!!", ["!!!"]),
        ])
    func signs(_ text: String, _ expected: [String]) {
        #expect(texts(text, [.symbol, .emoji]) == expected)
    }

    @Test("Every printable ASCII sign, alone or doubled, is found as written")
    func everySign() {
        for value in UInt8(0x21)...0x7E {
            let sign = String(Unicode.Scalar(value))
            for text in [sign, sign + sign] {
                #expect(Analyzer.shared.tokens(text, language: nil).first?.exact == text.lowercased(), "\(text)")
            }
        }
    }

    @Test("Positions number the words, so that phrases hold")
    func positions() {
        let tokens = Analyzer.shared.tokens("INV-2024 isn't -> paid 東京", language: nil)
        let words = tokens.filter { $0.kind == .word || $0.kind == .number }
        #expect(words.map(\.text) == ["inv", "2024", "isnt", "paid", "東京"])
        #expect(words.map(\.position) == [0, 1, 2, 3, 4])
    }

    @Test("A long chain of words has no joined form of the whole")
    func longChains() {
        let chain = Array(repeating: "word", count: 5_000).joined(separator: "-")
        let tokens = Analyzer.shared.tokens(chain, language: nil)
        #expect(tokens.count { $0.kind == .word } == 5_000)
        #expect(tokens.count { $0.kind == .joined } < 5_000 / 8)
        #expect(tokens.allSatisfy { $0.range.count <= 64 })
    }
}
