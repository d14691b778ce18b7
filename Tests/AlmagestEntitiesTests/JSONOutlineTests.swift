import TestSupport
import Testing

@testable import AlmagestEntities

@Suite struct JSONOutlineTests {
    private func outline<R>(_ text: String, _ body: (JSONOutline) throws -> R) rethrows -> R {
        try Array(text.utf8).withUnsafeBytes { try body(JSONOutline($0)) }
    }

    private func members(_ text: String) -> (names: [String], isWhole: Bool) {
        outline(text) { outline in
            let (members, isWhole) = outline.members(in: outline.whole)
            return (members.map { outline.string($0.key) ?? "?" }, isWhole)
        }
    }

    @Test func membersAreFoundWhateverTheyHold() {
        let whole = members(#" {"a":"\ud800","b":[1,{"]":"}\""}],"c":tru , "d" : 1e999} "#)
        #expect(whole.names == ["a", "b", "c", "d"])
        #expect(whole.isWhole)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"a""#, #"{"a":1"#, #"{"a":[1}"#, #"{"a":1,}"#, #"{"a":1}x"#, #"{"a":"b}"#, #"{a:1}"#,
    ])
    func whatBreaksOffIsNotWhole(text: String) {
        #expect(!members(text).isWhole)
    }

    @Test func whatCameBeforeABreakIsThere() {
        #expect(members(#"{"id":1,"method":"x","params":{"a":["#).names == ["id", "method"])
    }

    /// How many elements are looked at, and whether they are whole and all.
    private func elements(_ text: String, most: Int = .max) -> (count: Int, areAll: Bool) {
        outline(text) { outline in
            var count = 0
            let areAll = outline.forEachElement(in: outline.whole) { _ in
                count += 1
                return count <= most
            }
            return (count, areAll)
        }
    }

    @Test(arguments: [
        (#"[1, {"a":[2,3]} ,"x,y", nul]"#, Int.max, 4, true), (#"[1, {"a":[2,3]} ,"x,y", nul]"#, 2, 3, false),
        ("[]", 0, 0, true), ("[1,]", .max, 1, false), ("[1,2", .max, 2, false), ("{}", .max, 0, false),
    ])
    func elementsAreLookedAtInOrderUntilItIsEnough(text: String, most: Int, count: Int, areAll: Bool) {
        let found = elements(text, most: most)
        #expect(found.count == count)
        #expect(found.areAll == areAll)
    }

    @Test(arguments: [
        (#"{"a":{"b":[0,{"c":§1}]}}"#, "a.b[1].c"), (#"{"a":1,§"a":2}"#, "a"), (#"[[1,2],[3,§4]]"#, "[1][1]"),
        (#"{"a b":[§"}{"]}"#, "[“a b”][0]"), (#"§{"a":1}"#, ""), (#"{"a":{"x":"]"},"b":§1}"#, "b"),
        (#"{"\ud800":§1}"#, #"[“\ud800”]"#),
        (#"{"a":[§"#, "a[0]"),
    ])
    func theByteAtTheMarkIsAtThePath(text: String, path: String) throws {
        let mark = try #require(text.range(of: "§"))
        let offset = text.utf8.distance(from: text.startIndex, to: mark.lowerBound)
        #expect(outline(text.replacing("§", with: "")) { $0.path(to: offset, in: $0.whole) } == path)
    }

    @Test(arguments: 1...20)
    func anyBytesAtAllAreGoneThroughWithoutHarm(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let parts = Array(#"{}[]",:\ 1ae"#.utf8) + [0xC3, 0xFF, 0x00]
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in parts.randomElement(using: &random) ?? 0
            }
            bytes.withUnsafeBytes { raw in
                let outline = JSONOutline(raw)
                let whole = outline.whole
                let (members, isWhole) = outline.members(in: whole)
                let isElements = outline.forEachElement(in: whole) { _ in true }
                for member in members { _ = outline.string(member.key) }
                let fault = JSONDocument.fault(in: raw)
                if let fault { _ = outline.path(to: fault.offset, in: whole) }
                // What is right is whole.
                if fault == nil, bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "[")),
                    raw[whole].first == UInt8(ascii: "{") || raw[whole].first == UInt8(ascii: "[")
                {
                    #expect(isWhole || isElements)
                }
            }
        }
    }
}
