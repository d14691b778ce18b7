import AlmagestEntities
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct WhereGrammarTests {
    @Test(arguments: [
        ("a == 1", #"{"property":"a","op":"==","value":1}"#), ("a = 1", #"{"property":"a","op":"==","value":1}"#),
        ("a!=1.5", #"{"property":"a","op":"!=","value":1.5}"#),
        ("startDate >= 2026-06-01", #"{"property":"startDate","op":">=","value":"2026-06-01"}"#),
        ("a == true", #"{"property":"a","op":"==","value":true}"#),
        ("title contains \"two words\"", #"{"property":"title","op":"contains","value":"two words"}"#),
        ("title == 'it\\'s'", #"{"property":"title","op":"==","value":"it's"}"#),
        ("calendar.title HASPREFIX 東", #"{"property":"calendar.title","op":"hasPrefix","value":"東"}"#),
        ("a == '2026-02-31'", #"{"property":"a","op":"==","value":"2026-02-31"}"#),
        ("a == 2026-02-31-b", #"{"property":"a","op":"==","value":"2026-02-31-b"}"#),
        ("a exists", #"{"property":"a","op":"exists","value":true}"#),
        (
            "a between 1 and 2 and b == 3",
            #"{"all":[{"property":"a","op":"between","value":[1,2]},{"property":"b","op":"==","value":3}]}"#
        ),
        (
            "a == 1 or b == 2 and c == 3",
            #"{"any":[{"property":"a","op":"==","value":1},{"all":[{"property":"b","op":"==","value":2},{"property":"c","op":"==","value":3}]}]}"#
        ),
        (
            "not (a == 1 or b == 2)",
            #"{"not":{"any":[{"property":"a","op":"==","value":1},{"property":"b","op":"==","value":2}]}}"#
        ),
    ])
    func conditionsAreRead(_ text: String, _ json: String) throws {
        let expected = try Predicate(json: JSONDocument(Array(json.utf8)).root, path: "where")
        #expect(try WhereGrammar.parse(text) == expected)
    }

    @Test(arguments: [
        ("", 1), ("   ", 4), ("a", 2), ("a ==", 5), ("a == 1 b", 8), ("a == 'x", 6), ("(a == 1", 8), ("a == 1)", 7),
        ("a likes 1", 3),
        ("== 1", 1), ("a => 1", 3), ("a between 1", 12), ("a == 1 and", 11), ("not", 4), ("東 ~ 1", 3),
        ("a == 2026-02-31", 6), ("a between 2026-02-01 and 2026-13-01", 26), ("a < 2026-02-01T25:00", 5),
    ])
    func faultsPointAtTheCharacter(_ text: String, _ character: Int) throws {
        let error = try #require(throws: AlmagestError.self) { _ = try WhereGrammar.parse(text) }
        #expect(error.name == .invalidPredicate)
        #expect(error.message.hasPrefix("character \(character): "), "\(error.message)")
    }

    @Test func aHundredThousandRandomTextsAreReadOrRefused() throws {
        let parts = [
            "a", "b.c", "==", "!=", "<", ">=", "=", "(", ")", "and", "or", "not", "between", "exists", "contains", "'",
            "\"", "\\", " ", "  ", "1",
            "-1.5", "1e999", "nan", "true", "2026-02-31", "東京", "💡", "\u{0}", "\u{202E}", "e\u{301}", "🇩🇪", "~", "&&",
        ]
        var random = SeededRandom(seed: 41)
        var read = 0
        for _ in 0..<100_000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }.joined(
                separator: Bool.random(using: &random) ? " " : "")
            let predicate: Predicate
            do { predicate = try WhereGrammar.parse(text) } catch {
                let digits = error.message.dropFirst("character ".count).prefix { $0.isNumber }
                let position = try #require(Int(digits), "\(text): \(error.message)")
                #expect((1...text.count + 1).contains(position), "\(text): \(error.message)")
                continue
            }
            read += 1
            var json = JSONWriter()
            predicate.write(to: &json)
            // What is written can be read, unless the daemon would refuse a name or value.
            do {
                #expect(try Predicate(json: JSONDocument(json.bytes).root, path: "where") == predicate, "\(text)")
            } catch {
                #expect(error.path?.hasPrefix("where") == true, "\(text): \(error)")
            }
        }
        #expect(read > 50)
    }

    @Test func nestingHasALimit() throws {
        let deep = String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)
        #expect(throws: AlmagestError.self) { try WhereGrammar.parse(deep) }
        #expect(throws: AlmagestError.self) {
            try WhereGrammar.parse(String(repeating: "not ", count: 100_000) + "a == 1")
        }
    }
}
