import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

struct HostileTextTests {
    @Test("any query gives results or none, and literal text is found")
    func anything() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        var titles: [String] = []
        for code in UInt8(0x20)..<0x7F {
            let sign = String(UnicodeScalar(code))
            titles += [sign, sign + sign, "word" + sign, sign + "word", "a\(sign)b"]
        }
        titles += [
            "AND", "NOT", "NEAR", "*", "col:x", "^name", "it's", "a/b.swift", "user@host", "C++", "don't use agents",
            "114-3941689-8772232", "\"unbalanced", "(((", "😀", "👩‍👩‍👧", "\u{0}", "a\u{0}b", "重跑gen-itgc后", "مرحبا",
            "e\u{301}",
            "\u{202E}rtl", String(repeating: "x", count: 1000), String(repeating: "\u{0}", count: 500) + "z",
        ]
        try await index.fill(titles.map { entity($0.isEmpty ? "x" : $0, language: nil) })
        for (number, title) in titles.enumerated() {
            for prefix in [false, true] {
                let result = try await index.search(
                    LexicalQuery(title, languages: ["en", "de"], prefix: prefix), depth: 1000)
                let meaning = title.unicodeScalars.contains {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }
                if meaning, !title.hasPrefix("-"), !title.contains("\u{0}"), title.count < 900 {
                    #expect(result.hits.contains { $0.row == RowID(number + 1) }, "\(title.debugDescription)")
                }
            }
        }
    }

    @Test("queries and documents of a megabyte are taken as they are")
    func megabyte() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let word = String(repeating: "x", count: 1 << 20)
        let words = String(repeating: "alpha beta gamma ", count: 1 << 16)
        try await index.fill([entity("one", text: word), entity("two", text: words), entity("three")])
        for query in [
            word, words, String(repeating: "\"", count: 1 << 20), String(repeating: "中", count: 1 << 18),
            String(repeating: "-a ", count: 1 << 18),
        ] {
            _ = try await index.search(LexicalQuery(query, languages: ["en"]))
        }
        #expect(try await index.rows("beta") == [2])
        #expect(try await index.rows("\"gamma alpha\"") == [2])
    }

    @Test("random strings never fail", arguments: [1, 2, 3])
    func random(_ seed: UInt64) async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        var generator = SeededRandom(seed: seed)
        let alphabet: [Character] = Array("ab \"-'*()[]{}:/\\.,\u{0}\n\té中文字ไทยعر한국😀ßİı０Ａ")
        func text() -> String {
            String(
                (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                })
        }
        let entities = (0..<100).map { _ in
            entity(text(), text: text(), language: ["en", "zh", nil].randomElement(using: &generator) ?? nil)
        }
        try await index.fill(entities)
        for _ in 0..<300 { _ = try await index.search(LexicalQuery(text(), languages: ["en", "de", "ar", "th"])) }
    }

    @Test("words longer than a term may be are found by the whole word only")
    func longWords() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let long = String(repeating: "ab", count: 120)
        try await index.fill([entity(long + "c"), entity(long + "d")])
        #expect(try await index.rows(long + "c") == [1])
        #expect(try await index.rows(long + "d") == [2])
    }
}
