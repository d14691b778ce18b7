import TestSupport
import Testing

@testable import Text

@Suite("People's queries")
struct ParsedQueryTests {
    private func words(_ text: String) -> [String] { ParsedQuery(text).words.map(\.text) }

    @Test(
        "Words are runs without white space; operators of other systems are text",
        arguments: [
            ("sea otter", ["sea", "otter"]), ("cats AND dogs NOT birds", ["cats", "AND", "dogs", "NOT", "birds"]),
            ("a NEAR b", ["a", "NEAR", "b"]), ("*", ["*"]), ("wat*", ["wat*"]), ("col:x", ["col:x"]),
            ("^name", ["^name"]),
            ("it's a/b.swift C++", ["it's", "a/b.swift", "C++"]), ("user@host", ["user@host"]),
            ("(a OR b", ["(a", "OR", "b"]),
            ("INV-2024-0017", ["INV-2024-0017"]), ("a - b", ["a", "-", "b"]), ("-", ["-"]), ("--", ["--"]),
            ("--help", ["--help"]), ("x ->", ["x", "->"]), ("x -)", ["x", "-)"]), ("a\u{0}b", ["a", "b"]),
            ("a\u{3000}b\u{A0}c\n", ["a", "b", "c"]), ("", []), (" \t\n", []), ("\u{0}", []),
            ("重跑gen-itgc后", ["重跑gen-itgc后"]),
            ("👩🏽‍🚀", ["👩🏽‍🚀"]), ("5\" disk", ["5\"", "disk"]), ("rock'n'roll", ["rock'n'roll"]),
        ])
    func plainWords(_ text: String, _ expected: [String]) {
        let query = ParsedQuery(text)
        #expect(query.words.map(\.text) == expected)
        #expect(query.phrases.isEmpty && query.exclusions.isEmpty && query.ignored.isEmpty)
    }

    @Test(
        "Closed quotes make a phrase",
        arguments: [
            ("\"sea otter\"", ["sea otter"], []), ("say \"sea otter\" now", ["sea otter"], ["say", "now"]),
            ("“sea otter” x", ["sea otter"], ["x"]), ("„sea otter“", ["sea otter"], []),
            ("«sea otter»", ["sea otter"], []),
            ("「水族館」", ["水族館"], []), ("\"\" x", [], ["x"]), ("\" \" x", [], ["x"]), ("\"a\"\"b\"", ["a", "b"], []),
        ])
    func phrases(_ text: String, _ phrases: [String], _ words: [String]) {
        let query = ParsedQuery(text)
        #expect(query.phrases.map(\.text) == phrases)
        #expect(query.words.map(\.text) == words)
        #expect(query.phrases.allSatisfy { $0.isPhrase })
    }

    @Test("A quote that is not closed is text, and reported")
    func unbalancedQuotes() {
        let query = ParsedQuery("find \"sea otter")
        #expect(query.words.map(\.text) == ["find", "\"sea", "otter"])
        #expect(query.ignored == [.init(text: "\"", range: 5..<6, reason: .unbalancedQuote)])
    }

    @Test("A sign at the start of a word excludes it")
    func exclusions() {
        let query = ParsedQuery("otter -zoo -\"sea world\" well-known")
        #expect(query.words.map(\.text) == ["otter", "well-known"])
        #expect(query.exclusions.map(\.text) == ["zoo", "sea world"])
        #expect(query.exclusions.map(\.isPhrase) == [false, true])
        #expect(query.exclusions.first?.range == 7..<10)
    }

    @Test("With nothing but exclusions the words are looked for")
    func onlyExclusions() {
        let query = ParsedQuery("-zoo -\"sea world\"")
        #expect(query.words.map(\.text) == ["zoo"])
        #expect(query.phrases.map(\.text) == ["sea world"])
        #expect(query.exclusions.isEmpty)
    }

    @Test(
        "Only a last word that was not ended may go on",
        arguments: [
            ("sea ott", true), ("sea otter ", false), ("\"sea ott\"", false), ("x \"sea ott\"", false),
            ("sea -ott", false),
            ("", false), ("學", true), ("-ott", true),
        ])
    func prefixes(_ text: String, _ isPrefix: Bool) {
        let query = ParsedQuery(text)
        #expect(query.hasPrefix == isPrefix)
        #expect(query.words.dropLast().allSatisfy { !$0.isPrefix })
    }

    @Test("Past sixty-four parts the rest is reported with its place")
    func tooManyWords() {
        let query = ParsedQuery(Array(repeating: "ab", count: 70).joined(separator: " "))
        #expect(query.words.count == ParsedQuery.maximumParts)
        #expect(query.ignored.map(\.reason) == [.tooManyWords])
        #expect(query.ignored.first?.range == (64 * 3)..<(70 * 3 - 1))
        #expect(!query.hasPrefix)
    }

    @Test("Of a very long word or phrase only the beginning is used")
    func tooLong() {
        for text in [String(repeating: "a", count: 1_000_000), "\"" + String(repeating: "é", count: 3000) + "\""] {
            let query = ParsedQuery(text)
            #expect(query.wanted.map(\.range.count) == [ParsedQuery.maximumPartLength])
            #expect(query.ignored.map(\.reason) == [.tooLong])
        }
    }

    @Test("Of very many long words only so many letters are used in all")
    func tooMuch() {
        let word = String(repeating: "a", count: 1000)
        let query = ParsedQuery(Array(repeating: word, count: 30).joined(separator: " "))
        #expect(query.words.map(\.range.count).reduce(0, +) == ParsedQuery.maximumLength)
        #expect(query.words.dropLast().allSatisfy { $0.text == word })
        #expect(Set(query.ignored.map(\.reason)) == [.tooLong, .tooManyWords])
    }

    @Test("A megabyte of anything is read in one pass", .timeLimit(.minutes(1)))
    func megabytes() {
        for unit in ["\"", "-\"", "“", "a", " ", "-", "\" \"", "\"\"", "\u{0}", "\u{301}", "«»“„", "-a ", "\"a\" "] {
            let query = ParsedQuery(String(repeating: unit, count: 1_000_000 / unit.unicodeScalars.count))
            #expect(query.wanted.count + query.exclusions.count <= ParsedQuery.maximumParts)
        }
    }

    @Test("Two hundred thousand random texts parse, with every part where it says", .timeLimit(.minutes(2)))
    func fuzz() {
        var random = SeededRandom(seed: 42)
        let signs = Array(" \"\"--'*:^()[]{}aZ9é学가ก🎉\u{0}\u{301}\u{200D}“”„«»「」\t\n\\/+#@.\u{FF02}").map(String.init)
        for round in 0..<200_000 {
            var text = ""
            if round % 10 == 0 {
                text = Alphabet.text(length: 12, using: &random)
            } else {
                for _ in 0..<Int.random(in: 0...14, using: &random) {
                    text += signs.randomElement(using: &random) ?? ""
                }
            }
            let query = ParsedQuery(text)
            let scalars = Array(text.unicodeScalars)
            var isRight = query.words.count + query.phrases.count + query.exclusions.count <= ParsedQuery.maximumParts
            for part in query.words + query.phrases + query.exclusions {
                isRight =
                    isRight && !part.range.isEmpty && part.range.upperBound <= scalars.count
                    && scalars[part.range].elementsEqual(part.text.unicodeScalars)
            }
            for part in query.ignored { isRight = isRight && part.range.upperBound <= scalars.count }
            // White space is all that may be left over when nothing is asked for.
            if query.isEmpty {
                isRight =
                    isRight
                    && scalars.allSatisfy {
                        QueryReader.isSpace($0) || "\"“”„«»「」\u{FF02}-".unicodeScalars.contains($0)
                    }
            }
            #expect(isRight, "\(scalars)")
        }
    }
}
