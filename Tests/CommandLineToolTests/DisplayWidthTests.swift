import Testing

@testable import CommandLineTool

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("한국", 4), ("カ", 2), ("ｶ", 1), ("１", 2), ("💡", 2),
        ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
        ("❤️", 2), ("สวัสดี", 4), ("עברית", 5), ("a\u{200B}b", 2),
        // A conjunct has the columns of its letters, and a vowel beside its letter one of its own.
        ("क", 1), ("क्ष", 2), ("स्त्र", 3), ("की", 2), ("कि", 2), ("कु", 1), ("हिन्दी", 5), ("বাংলা", 5), ("தமிழ்", 4),
        ("👍🏽", 2), ("👩🏽‍🚀", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("🇩🇪🇫🇷", 4), ("1️⃣", 2), ("#️⃣", 2), ("1⃣", 1), ("☺", 1),
        ("☺️", 2), ("⌚", 2), ("a\u{FE0F}", 1), ("㉈", 1), ("㊗", 2), ("각", 2), ("한", 2), ("𠮷", 2), ("〒", 2), ("…", 1),
        ("\u{1F1E9}", 2), ("ا\u{64B}", 1), ("ﷺ", 1),
    ])
    func charactersTakeTheColumnsThatATerminalGivesThem(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func nothingThatSteersATerminalIsLeft() {
        for value in (0...0x2FF).map({ UInt32($0) }) + Array(0x2000...0x206F) + [0x061C, 0xFEFF] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = DisplayWidth.harmless("a\(Character(scalar))b").unicodeScalars
            for left in shown {
                #expect(left.properties.generalCategory != .control, "U+\(String(value, radix: 16))")
                #expect(!(0x202A...0x202E).contains(left.value) && !(0x2066...0x2069).contains(left.value))
            }
            #expect(!shown.contains("\n"))
        }
    }

    @Test func wrappedTextFitsAndKeepsEveryWord() {
        for text in [
            "plain text that is longer than a line", "東京タワーの写真 東京 タワー", "unbroken" + String(repeating: "x", count: 70),
            "",
            "क्षत्रियों का इतिहास", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 👩‍👩‍👧‍👦", "a bb ccc dddd eeeee",
        ] {
            for columns in 6...40 {
                for first in ["", "> ", "usage:     "] {
                    let lines = TextLayout.wrapped(text, first: first, indent: "  ", columns: columns)
                    #expect(lines[0].hasPrefix(first))
                    for line in lines where line != first { #expect(DisplayWidth.of(line) <= columns, "\(lines)") }
                    let kept = ([lines[0].dropFirst(first.count)] + lines.dropFirst().map { $0.dropFirst(2) }).joined()
                    #expect(kept.filter { $0 != " " } == text.filter { $0 != " " })
                }
            }
        }
        let words = TextLayout.wrapped(
            words: ["a", "[--limit N]", "[--type T]"], first: "> ", indent: "  ", columns: 14)
        #expect(words == ["> a", "  [--limit N]", "  [--type T]"])
        #expect(TextLayout.padded("東京", 6) == "東京  " && TextLayout.padded("long", 3) == "long ")
    }

    @Test func cutTextFitsAndKeepsWholeCharacters() {
        for text in [
            "plain text that is long", "東京タワーの写真", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "e\u{301}e\u{301}e\u{301}e\u{301}", "a東b京c",
            "क्षत्रियों का इतिहास", "🇩🇪🇫🇷🇮🇸🇩🇰", "1️⃣2️⃣3️⃣", "❤️❤️❤️",
        ] {
            for columns in 1...30 {
                let cut = DisplayWidth.cut(text, to: columns)
                #expect(DisplayWidth.of(cut) <= columns, "\(text) to \(columns)")
                if cut != text { #expect(cut.last == "…" && text.hasPrefix(cut.dropLast())) }
            }
        }
    }
}
