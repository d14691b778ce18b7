import AlmagestEntities
import CJSON
import Foundation
import Testing

@Suite struct JSONDocumentTests {
    @Test func valuesAreWhatTheTextSays() throws {
        let root = try JSONDocument(
            #"{"a":[1,-2,2.5,1e3,true,false,null,"é\u00e9\ud83d\ude00\n"],"b":{"c":{}},"":0,"big":9223372036854775807}"#
        ).root
        let list = try #require(root["a"])
        #expect(list.count == 8)
        let elements = Array(list.elements)
        #expect(elements.map(\.kind) == [.integer, .integer, .number, .number, .bool, .bool, .null, .string])
        #expect(elements[1].integer == -2)
        #expect(elements[0].number == 1)
        #expect(elements[2].number == 2.5 && elements[2].integer == nil)
        #expect(elements[4].bool == true && elements[5].bool == false)
        #expect(elements[7].string == "éé😀\n")
        #expect(root["b"]?["c"]?.kind == .object)
        #expect(root["b"]?["d"] == nil && root["a"]?["x"] == nil)
        #expect(root[""]?.integer == 0)
        #expect(root["big"]?.integer == Int64.max)
        #expect(root.members.map(\.key) == ["a", "b", "", "big"])
    }

    @Test func aValueKeepsItsDocument() throws {
        func inner() throws -> JSONValue? { try JSONDocument(#"{"a":{"b":"kept"}}"#).root["a"]?["b"] }
        #expect(try inner()?.string == "kept")
    }

    @Test(arguments: [
        ("", 1, 1, "There is no JSON text"),
        (" \n ", 2, 2, "There is no JSON text"),
        ("{", 1, 2, "The JSON text ends where a key should be"),
        ("[1,2", 1, 5, "The JSON text ends inside an array"),
        ("{\"a\":1", 1, 7, "The JSON text ends inside an object"),
        ("{\"a\"", 1, 5, "where a colon should be"),
        ("{\"a\":", 1, 6, "The JSON text ends where a value should be"),
        ("{\"é\":1,\n \"b\" 2}", 2, 6, "Expected a colon, found “2”"),
        ("[1,]", 1, 4, "A comma stands before the end"),
        ("{\"a\":1,}", 1, 8, "A comma stands before the end"),
        ("{a:1}", 1, 2, "Expected a key in quotes, found “a”"),
        ("[1 2]", 1, 4, "Expected a comma or ], found “2”"),
        ("[1}", 1, 3, "Expected a comma or ]"),
        ("1 2", 1, 3, "Something follows the end"),
        ("[01]", 1, 2, "needless 0"),
        ("[1.]", 1, 4, "no digits after its point"),
        ("[1e]", 1, 4, "no digits in its exponent"),
        ("[-]", 1, 3, "A number has no digits"),
        ("[+1]", 1, 2, "Expected a value, found “+”"),
        ("[.5]", 1, 2, "Expected a value"),
        ("[NaN]", 1, 2, "Expected a value"),
        ("[-Infinity]", 1, 3, "A number has no digits"),
        ("[nul]", 1, 2, "Expected a value"),
        ("[truex]", 1, 6, "Expected a comma or an end"),
        ("['a']", 1, 2, "Expected a value"),
        ("\"abc", 1, 1, "A string has no closing quote"),
        ("\"a\nb\"", 1, 3, "A control character stands unescaped"),
        ("\"a\u{0}b\"", 1, 3, "A NUL byte stands in a string"),
        ("[\u{0}]", 1, 2, "found a control character"),
        ("\"\\x\"", 1, 3, "has no escape"),
        ("\"\\u12g4\"", 1, 6, "four hexadecimal digits"),
        ("\"\\ud800\"", 1, 2, "A high surrogate stands without"),
        ("\"\\ud800\\u0041\"", 1, 2, "A high surrogate stands without"),
        ("\"\\udc00\"", 1, 2, "A low surrogate stands without"),
        ("[18446744073709551616]", 1, 2, "An integer does not fit 64 bits"),
        ("[9223372036854775808]", 1, 2, "An integer does not fit 64 bits"),
        ("[1e400]", 1, 2, "A number is too large"),
        ("{\"a\":1,\"b\":2,\"\\u0061\":3}", 1, 14, "The key “a” stands twice in one object"),
        ("\u{FEFF}{}", 1, 1, "A byte order mark"),
    ])
    func aFaultHasLineAndColumn(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        let error = #expect(throws: AlmagestError.self) { try JSONDocument(text) }
        #expect(error?.name == .parseError)
        #expect(error?.line == line)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix(" (column \(column)).") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x5B, 0xE9, 0x5D], [0x22, 0xE2, 0x82],
    ])
    func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
        let error = #expect(throws: AlmagestError.self) { try JSONDocument(bytes) }
        #expect(error?.name == .parseError && error?.line == 1)
    }

    @Test func nestingBeyondTheLimitIsRefusedWhereItBegins() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONDocument(nested(64))
        for depth in [65, 1_000, 1_500, 10_000, 1_000_000] {
            let error = #expect(throws: AlmagestError.self) { try JSONDocument(nested(depth)) }
            #expect(error?.name == .tooDeep)
            #expect(error?.message == "More than 64 arrays and objects are nested (column 65).")
        }
        _ = try JSONDocument(nested(1_000), maximumDepth: 1_000)
        #expect(throws: AlmagestError.self) { try JSONDocument(nested(1_001), maximumDepth: 5_000) }
        let unclosed = #expect(throws: AlmagestError.self) { try JSONDocument(String(repeating: "[", count: 10_000)) }
        #expect(unclosed?.name == .tooDeep)
        let objects = String(repeating: #"{"a":"#, count: 10_000)
        #expect(throws: AlmagestError.self) { try JSONDocument(objects) }
    }

    @Test func aTextOfMoreBytesThanAllowedIsRefused() {
        let error = #expect(throws: AlmagestError.self) {
            try JSONDocument(Array("[1,2,3]".utf8), maximumBytes: 6)
        }
        #expect(error?.name == .tooLarge)
    }

    @Test func aMillionElementsAreCountedAndRead() throws {
        let root = try JSONDocument("[" + (0..<1_000_000).map(String.init).joined(separator: ",") + "]").root
        #expect(root.count == 1_000_000)
        #expect(root.elements.reduce(Int64(0)) { $0 + ($1.integer ?? 0) } == 499_999_500_000)
    }

    @Test func aSaturatedCountIsCompleted() throws {
        let count = 0xFF_FFFF + 5
        let bytes =
            [UInt8(ascii: "[")] + Array(repeatElement([UInt8(ascii: "0"), UInt8(ascii: ",")], count: count).joined())
        let root = try JSONDocument(bytes.dropLast() + [UInt8(ascii: "]")]).root
        #expect(root.count == count)
    }

    @Test func tenMegabytesOfOneWordAreRead() throws {
        let word = String(repeating: "ä", count: 5 << 20)
        #expect(try JSONDocument("\"\(word)\"").root.string == word)
    }

    @Test func manyKeysAreComparedWithoutEffort() throws {
        let keys = (0..<200_000).map { "\"key\($0)\":0" }
        _ = try JSONDocument("{" + keys.joined(separator: ",") + "}")
        let error = #expect(throws: AlmagestError.self) {
            try JSONDocument("{" + keys.joined(separator: ",") + ",\"key77\":1}")
        }
        #expect(error?.message.contains("The key “key77” stands twice") == true)
    }

    @Test(arguments: [1, 2, 24, 25, 100])
    func aKeyGivenTwiceIsFoundAtAnyNumberOfKeys(_ count: Int) throws {
        for place in 0..<count {
            let keys = (0..<count).map { "\"k\($0)\":[{\"x\":1}]" } + ["\"k\(place)\":2"]
            #expect(throws: AlmagestError.self) { try JSONDocument("{" + keys.joined(separator: ",") + "}") }
        }
        _ = try JSONDocument("{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}")
    }

    @Test func documentsOfAllThreadsAreTheirOwn() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let root = try JSONDocument(#"{"task":\#(task),"round":"\#(round)"}"#).root
                        #expect(root["task"]?.integer == Int64(task) && root["round"]?.string == "\(round)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func typedGettersSayWhatTheyFound() throws {
        let root = try JSONDocument(#"{"limit":"20","list":["a",3],"two":2.0}"#).root
        func message(_ body: () throws -> Void) -> String? {
            do { try body() } catch { return "\(error)" }
            return nil
        }
        #expect(
            message { _ = try root["limit"]?.integer(at: "params.limit") }
                == "params.limit: Expected a whole number, found text.")
        #expect(
            message { _ = try root["list"]?.strings(at: "params.list") }
                == "params.list[1]: Expected text, found a number.")
        #expect(message { _ = try root.required("query", at: "params") } == "params: “query” is missing.")
        #expect(
            message { _ = try root["two"]?.integer(at: "two", in: 3...9) }
                == "two: 2 is out of range: 3 to 9 are allowed.")
        #expect(try root["two"]?.integer(at: "two") == 2)
    }
}
