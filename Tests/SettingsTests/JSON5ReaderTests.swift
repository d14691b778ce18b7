import AlmagestEntities
import TestSupport
import Testing

@testable import Settings

@Suite("JSON5")
struct JSON5ReaderTests {
    /// A value as a test writes it.
    indirect enum Model: Equatable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([Model])
        case object([String: Model])

        init(_ value: ConfigurationValue) {
            self =
                switch value.content {
                case .null: .null
                case .bool(let value): .bool(value)
                case .number(let value, _): .number(value)
                case .string(let text): .string(text)
                case .array(let values): .array(values.map(Model.init))
                case .object(let members):
                    .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key, Model($0.value)) }))
                }
        }
    }

    private func read(_ text: String) throws(AlmagestError) -> Model { Model(try JSON5Reader.read(Array(text.utf8))) }

    @Test(
        "Numbers in every form",
        arguments: [
            ("1", 1), ("-0", 0), ("+5", 5), (".5", 0.5), ("5.", 5), ("5.25e-1", 0.525), ("1E3", 1000), ("0x1f", 31),
            ("-0XA", -10), ("Infinity", .infinity), ("-Infinity", -.infinity), ("1e999", .infinity), ("1e-999", 0),
        ] as [(String, Double)])
    func numbers(text: String, value: Double) throws {
        #expect(try read(text) == .number(value))
    }

    @Test(
        "What is no number is refused",
        arguments: [
            "01", ".", "+", "-", "0x", "1e", "1e+", "1.2.3", "--1", "0x1.5", "1_000", "٣", "+-1", "infinity", "1f",
        ])
    func noNumbers(text: String) {
        #expect(throws: AlmagestError.self) { try read(text) }
    }

    @Test(
        "Texts with every escape",
        arguments: [
            (#"'it"s'"#, "it\"s"), (#""it's""#, "it's"),
            (#"'\b\f\n\r\t\v\0\'\"\\\/\a'"#, "\u{8}\u{C}\n\r\t\u{B}\0'\"\\/a"),
            (#"'\x41é\u00e9'"#, "Aéé"), (#"'\ud83c\udf89'"#, "🎉"), ("'a\\\nb\\\r\nc\\\u{2028}d'", "abcd"),
            ("'\u{2028}'", "\u{2028}"),
        ])
    func texts(text: String, value: String) throws {
        #expect(try read(text) == .string(value))
    }

    @Test(
        "Texts that are wrong are refused",
        arguments: [
            "'", "'a\nb'", #"'\x4'"#, #"'\u12'"#, #"'\1'"#, #"'\00'"#, #"'\ud800'"#, #"'\ud800A'"#, #"'\udc00'"#,
            #"'\"#,
        ])
    func wrongTexts(text: String) {
        #expect(throws: AlmagestError.self) { try read(text) }
    }

    @Test("Keys without quotes, comments and commas at the end are taken")
    func looseness() throws {
        let text =
            "\u{FEFF}// first\n{ $a_1: [1,/* two */2,], größe: {}, \\u0061b: null, 'c d': true, \"\": [] ,}\u{A0}// last"
        #expect(
            try read(text)
                == .object([
                    "$a_1": .array([.number(1), .number(2)]), "größe": .object([:]), "ab": .null, "c d": .bool(true),
                    "": .array([]),
                ]))
    }

    @Test(
        "What has no form is refused",
        arguments: [
            "{,}", "[,]", "[1,,2]", "{a 1}", "{1a: 1}", "{a: 1 b: 2}", "[1 2]", "{a}", "/", "1 /", "{a-b: 1}",
            "undefined",
        ])
    func formless(text: String) {
        #expect(throws: AlmagestError.self) { try read(text) }
    }

    @Test("Nesting has an end")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(nested(64))
        #expect(throws: AlmagestError.self) { try read(nested(65)) }
        #expect(throws: AlmagestError.self) { try read(String(repeating: "{a:[", count: 100_000)) }
    }

    @Test("What was written in any spelling is read, and damage is an error with its line", arguments: 1...20)
    func spellingsAndDamage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let signs = Array(#"{}[]",':\/*ux0123456789-+.eE naN"#.unicodeScalars) + ["\n", "\r", "é", "🎉", "\u{2028}"]
        for _ in 0..<300 {
            let model = Self.model(&random, depth: 0)
            let text = Self.spelled(model, &random)
            let same = try? read(text)
            #expect(same == model, "\(text)")
            var damaged = Array(text.unicodeScalars)
            for _ in 0..<random.int(1..<4) {
                let at = random.int(0..<damaged.count + 1)
                if random.chance(50) || at == damaged.count {
                    damaged.insert(random.pick(signs), at: at)
                } else {
                    damaged.remove(at: at)
                }
            }
            var bytes = Array(String(String.UnicodeScalarView(damaged)).utf8)
            if random.chance(10), !bytes.isEmpty { bytes[random.int(0..<bytes.count)] ^= 0x80 }
            do throws(AlmagestError) { _ = try JSON5Reader.read(bytes) } catch {
                #expect(error.name == .parseError)
                #expect(error.line != nil)
                #expect(error.message.contains("(column "))
            }
        }
    }

    private static func model(_ random: inout SeededRandom, depth: Int) -> Model {
        switch random.int(0..<(depth < 4 ? 7 : 5)) {
        case 0: .null
        case 1: .bool(random.chance(50))
        case 2: .number(Double(random.int(-1_000..<1_000)) / 8)
        case 3, 4: .string(word(&random))
        case 5: .array((0..<random.int(0..<4)).map { _ in model(&random, depth: depth + 1) })
        default:
            .object(
                Dictionary(
                    (0..<random.int(0..<4)).map { _ in (word(&random), model(&random, depth: depth + 1)) },
                    uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func word(_ random: inout SeededRandom) -> String {
        let letters: [Unicode.Scalar] = ["a", "b", "_", "é", "🎉", "\n", "\"", "'", "\\", " ", "\0", "/", "中"]
        return String(String.UnicodeScalarView((0..<random.int(0..<5)).map { _ in random.pick(letters) }))
    }

    private static func spelled(_ model: Model, _ random: inout SeededRandom) -> String {
        let text =
            switch model {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .number(let number): spelled(number, &random)
            case .string(let text): quoted(text, &random)
            case .array(let values):
                "[" + values.map { spelled($0, &random) }.joined(separator: ",") + comma(values, &random) + "]"
            case .object(let members):
                "{"
                    + members.map {
                        space(&random) + key($0.key, &random) + space(&random) + ":" + spelled($0.value, &random)
                    }
                    .joined(separator: ",") + comma(members, &random) + "}"
            }
        return space(&random) + text + space(&random)
    }

    private static func comma(_ values: some Collection, _ random: inout SeededRandom) -> String {
        !values.isEmpty && random.chance(30) ? "," : ""
    }

    private static func spelled(_ number: Double, _ random: inout SeededRandom) -> String {
        let sign = number >= 0 && random.chance(20) ? "+" : ""
        if number == number.rounded(), random.chance(30) {
            return (number < 0 ? "-" : sign) + "0x" + String(Int(abs(number)), radix: 16)
        }
        if random.chance(20) { return sign + "\(number * 100)e-2" }
        return sign + (random.chance(50) ? "\(number)".replacing(/\.0$/, with: ".") : "\(number)")
    }

    private static func key(_ key: String, _ random: inout SeededRandom) -> String {
        let isName = !key.isEmpty && key.unicodeScalars.allSatisfy { "ab_é中".unicodeScalars.contains($0) }
        return isName && random.chance(60) ? key : quoted(key, &random)
    }

    private static func quoted(_ text: String, _ random: inout SeededRandom) -> String {
        let quote = random.pick(["'", "\""])
        var result = quote
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += random.pick(["\\n", "\\x0a", "\\u000A"])
            case "\0": result += random.pick(["\\x00", "\\u0000"])
            case "\\": result += "\\\\"
            case "\"", "'": result += (String(scalar) == quote || random.chance(30) ? "\\" : "") + String(scalar)
            case _ where random.chance(15):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
            if random.chance(5) { result += "\\\n" }
        }
        return result + quote
    }

    private static func space(_ random: inout SeededRandom) -> String {
        random.chance(70) ? "" : random.pick([" ", "\t", "\n", "\r\n", "/* * / */", "// é\n", "\u{FEFF}", "\u{3000}"])
    }
}
