import AlmagestEntities
import Testing

@testable import CommandLineTool

@Suite("The conditions of --where")
struct WhereGrammarTests {
    private func comparison(_ property: String, _ op: Predicate.Comparator, _ value: PropertyValue) -> Predicate {
        .comparison(.init(property: property, op: op, value: value))
    }

    @Test("comparisons, joined and nested, read as they are written")
    func reads() throws {
        #expect(
            try WhereGrammar.parse("startDate >= 2026-06-01")
                == comparison("startDate", .greaterOrEqual, .text("2026-06-01")))
        #expect(
            try WhereGrammar.parse("a = 1 and not b == true or c exists")
                == .any([
                    .all([comparison("a", .equal, .integer(1)), .not(comparison("b", .equal, .bool(true)))]),
                    comparison("c", .exists, .bool(true)),
                ]))
        #expect(
            try WhereGrammar.parse("d between 1 and 2.5 and (t contains \"a (b)\" or t hasPrefix 'x')")
                == .all([
                    comparison("d", .between, .list([.integer(1), .number(2.5)])),
                    .any([comparison("t", .contains, .text("a (b)")), comparison("t", .hasPrefix, .text("x"))]),
                ]))
    }

    @Test(
        "an error points at the character",
        arguments: [
            ("a >> 1", 3), ("a", 2), ("a ==", 5), ("a == 1 b", 8), ("(a == 1", 8), ("a == 'x", 6), ("== 1", 1),
            ("d between 1", 12), ("a likes b", 3),
        ])
    func pointsAtTheCharacter(text: String, character: Int) {
        do {
            _ = try WhereGrammar.parse(text)
            Issue.record("“\(text)” was read")
        } catch {
            #expect(error.name == .invalidPredicate)
            #expect(error.message.hasPrefix("character \(character):"), "\(error.message)")
        }
    }

    @Test("whatever is typed is read or refused, in bounded depth")
    func anything() {
        var state: UInt64 = 42
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let pieces = [
            "a", " ", "(", ")", "==", "<", "and", "or", "not", "between", "'", "\"", "1", "é", "\\", "exists", "\0",
        ]
        for _ in 0..<100_000 {
            let text = (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined(
                separator: random(2) == 0 ? " " : "")
            _ = try? WhereGrammar.parse(text)
        }
        #expect(throws: AlmagestError.self) {
            try WhereGrammar.parse(String(repeating: "(", count: 10_000) + "a == 1")
        }
    }
}

@Suite("Text on a terminal")
struct DisplayWidthTests {
    @Test(
        "columns are counted as a terminal shows them",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("中文", 4), ("ｱ", 1), ("한국", 4), ("👍", 2), ("", 0), ("สวัสดี", 4),
        ])
    func width(text: String, columns: Int) { #expect(DisplayWidth.of(text) == columns) }

    @Test("a cut text fits, and no character is divided")
    func cut() {
        for text in ["a long line of text", "中文字符很多的一行", "e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"] {
            for columns in 2...8 {
                let cut = DisplayWidth.cut(text, to: columns)
                #expect(DisplayWidth.of(cut) <= columns)
                #expect(cut == text || (cut.hasSuffix("…") && text.hasPrefix(cut.dropLast())))
            }
        }
    }

    @Test("nothing in a text can steer the terminal or turn its direction")
    func harmless() {
        let text = DisplayWidth.harmless("a\u{1B}[31mb\u{202E}c\u{0}\nd\u{9B}e\u{2066}f\tg")
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        #expect(
            !text.unicodeScalars.contains {
                (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            })
        #expect(text.contains("b") && text.contains("d") && text.hasSuffix("f g"))
    }
}

@Suite("The table of commands")
struct CommandTableTests {
    @Test("help, man page and completions know every command and every option")
    func complete() {
        for command in CommandTable.commands {
            let help = Help.of(command)
            #expect(Help.overview.contains("  \(command.name) "))
            for option in command.allOptions {
                #expect(help.contains("--\(option.name)"))
                #expect(Completions.bash.contains("--\(option.name)"))
                #expect(Completions.zsh.contains("--\(option.name)"))
                #expect(Completions.fish.contains("-l \(option.name)"))
            }
            #expect(ManPage.text.contains(".SS almagest \(command.name) "))
        }
    }

    @Test("what is typed wrongly is told with what is wrong")
    func wrongUsage() throws {
        let search = try #require(CommandTable.command("search"))
        for (arguments, words) in [
            ([], "missing"), (["x", "--limit"], "value is missing"), (["x", "--nonsense"], "no option --nonsense"),
            (["x", "--mode", "magic"], "hybrid"), (["x", "--limit", "1", "--limit", "2"], "twice"),
            (["x", "--json=1"], "takes no value"),
        ] as [([String], String)] {
            do {
                _ = try Invocation(search, arguments)
                Issue.record("\(arguments) was taken")
            } catch {
                #expect(error.message.contains(words), "\(error.message)")
            }
        }
        let invocation = try Invocation(search, ["--limit=3", "a", "--", "--b", "-"])
        #expect(try invocation.number("limit") == 3)
        #expect(invocation.operands == ["a", "--b", "-"])
    }
}
