import AlmagestEntities
import Catalog
import Testing

@testable import Suggest

@Suite("Suggestions")
struct SuggestionTests {
    struct Finding: Sendable, CustomTestStringConvertible {
        var titles: [String]
        var typed: String
        var expected: [String]
        init(_ titles: [String], _ typed: String, _ expected: [String]) {
            (self.titles, self.typed, self.expected) = (titles, typed, expected)
        }
        var testDescription: String { "\(typed) in \(titles)" }
    }

    static let words: [Finding] = [
        Finding(["Apple Watch", "Apple Pie", "Watch an Apple"], "app wat", ["Apple Watch", "Watch an Apple"]),
        Finding(["Apple Watch"], "wat app", ["Apple Watch"]),
        Finding(["The Little Mermaid"], "little mer", ["The Little Mermaid"]),
        Finding(["The Little Mermaid"], "little merm", ["The Little Mermaid"]),
        Finding(
            ["library", "lib", "GNU lib", "lib tools", "GNU library"], "lib",
            ["lib", "lib tools", "GNU lib", "library", "GNU library"]),
        Finding(["carpet", "car park", "my car"], "car", ["car park", "my car", "carpet"]),
        Finding(["libgtk-3-dev", "gtk"], "gtk", ["gtk", "libgtk-3-dev"]),
        Finding(["C++", "C", "C++ Primer"], "c++", ["C++", "C++ Primer", "C"]),
        Finding(["a/b.swift"], "b.sw", ["a/b.swift"]),
        Finding(["user@host"], "user@host", ["user@host"]),
        Finding(["???", "what?"], "?", ["???"]),
        Finding(["tea"], "   TEA  ", ["tea"]),
        Finding(["tea"], "", []),
        Finding(["tea"], " \n\t", []),
    ]

    static let scripts: [Finding] = [
        Finding(["Café", "Cafe", "Cafeteria"], "cafe", ["Cafe", "Café", "Cafeteria"]),
        Finding(["Cafe", "Café"], "café", ["Café", "Cafe"]),
        Finding(["CAFÉ"], "cafe\u{301}", ["CAFÉ"]),
        Finding(["Straße"], "strasse", ["Straße"]),
        Finding(["ＦＵＬＬ"], "full", ["ＦＵＬＬ"]),
        Finding(["中国地图", "地铁"], "地", ["地铁", "中国地图"]),
        Finding(["中国地图"], "国地", ["中国地图"]),
        Finding(["重跑gen-itgc后"], "gen", ["重跑gen-itgc后"]),
        Finding(["重跑gen-itgc后"], "跑 itg", ["重跑gen-itgc后"]),
        Finding(["東京タワー"], "タワ", ["東京タワー"]),
        Finding(["한국어", "하늘"], "하", ["하늘", "한국어"]),
        Finding(["한국어"], "한ㄱ", ["한국어"]),
        Finding(["한국어"], "ㅎ", ["한국어"]),
        Finding(["ภาษาไทย"], "ไทย", ["ภาษาไทย"]),
        Finding(["الكتاب"], "الك", ["الكتاب"]),
        Finding(["كِتَاب"], "كتا", ["كِتَاب"]),
        Finding(["Ёлка"], "елк", ["Ёлка"]),
        Finding(["Ελλάδα"], "ελλαδ", ["Ελλάδα"]),
        Finding(["🍎 Apple"], "🍎", ["🍎 Apple"]),
        Finding(["हिन्दी"], "हिन", ["हिन्दी"]),
    ]

    static let typos: [Finding] = [
        Finding(["Calendar"], "calnedar", ["Calendar"]),
        Finding(["Calendar"], "calndar", ["Calendar"]),
        Finding(["Calendar"], "calendarr", ["Calendar"]),
        Finding(["Calendar"], "xalen", ["Calendar"]),
        Finding(["Calendar"], "clanedar", ["Calendar"]),
        Finding(["Calendar"], "cul", []),
        Finding(["Meteor Shower"], "metoer sh", ["Meteor Shower"]),
        Finding(["Meteor Shower"], "meteor shwoer", ["Meteor Shower"]),
        Finding(["slachtofferfiche"], "fiche", ["slachtofferfiche"]),
        Finding(["slachtofferfiche"], "fiche offer", ["slachtofferfiche"]),
        Finding(["watch", "wtach"], "wtach", ["wtach", "watch"]),
    ]

    @Test("find what is meant, the best first", arguments: words + scripts + typos)
    func finding(_ finding: Finding) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(finding.titles)
        #expect(try await fixture.texts(index, finding.typed) == finding.expected)
        await index.close()
    }

    @Test("follow the static order: title before synonym, priority, length, row")
    func order() async throws {
        let fixture = try Fixture()
        let index = try await fixture.open()
        let changes = [
            fixture.put(1, .titled("other", synonyms: ["tea one"])), fixture.put(2, .titled("tea three")),
            fixture.put(3, .titled("tea two")), fixture.put(4, .titled("tea four!", priority: 5)),
            fixture.put(5, .titled("tea two")),
        ]
        try await index.apply(changes, through: 5)
        let found = try await index.suggest("tea", within: nil, limit: 8, isLive: fixture.isLive)
        #expect(found.map(\.row) == [4, 3, 5, 2, 1])
        #expect(found.last?.text == "tea one")
        await index.close()
    }

    @Test("leave out typos and parts of words where there is enough without them")
    func enough() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(["form", "reform", "forn"])
        #expect(try await fixture.texts(index, "form", limit: 1) == ["form"])
        #expect(try await fixture.texts(index, "form", limit: 2) == ["form", "reform"])
        #expect(try await fixture.texts(index, "form", limit: 3) == ["form", "reform", "forn"])
        await index.close()
    }

    @Test("show nothing that was deleted or changed, from the moment the catalog knows")
    func liveness() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(["apple", "apricot"])
        _ = fixture.delete(1)
        #expect(try await fixture.texts(index, "ap") == ["apricot"])
        let change = fixture.put(2, .titled("banana"))
        #expect(try await fixture.texts(index, "ap") == [])
        try await index.applyUrgent([change])
        #expect(try await fixture.texts(index, "ban") == ["banana"])
        #expect(try await fixture.texts(index, "apricot") == [])
        await index.close()
    }

    @Test("show no hidden entity, and each row once")
    func rows() async throws {
        let fixture = try Fixture()
        let index = try await fixture.open()
        var hidden = Entity.titled("tea hidden")
        hidden.hidden = true
        let changes = [fixture.put(1, hidden), fixture.put(2, .titled("tea", synonyms: ["tea time", "tea", "teas"]))]
        try await index.apply(changes, through: 2)
        #expect(try await fixture.texts(index, "tea") == ["tea"])
        await index.close()
    }

    @Test("stay within the rows given")
    func within() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index((1...500).map { "tea \($0)" })
        let found = try await index.suggest("te", within: RowSet([77, 400]), limit: 8, isLive: fixture.isLive)
        #expect(found.map(\.row) == [77, 400])
        await index.close()
    }

    @Test("take any text at all")
    func anyText() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(["tea", "\u{202e}\u{1}\u{0}", "", String(repeating: "長", count: 4000)])
        var random = Seeded(11)
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<random.int(0..<12) {
                let value = random.chance(50) ? UInt32(random.int(0..<128)) : UInt32(random.int(0..<0x11_0000))
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            _ = try await fixture.texts(index, text)
        }
        for text in ["\"", "*", "AND", "NOT (", String(repeating: "x", count: 1_000_000), "\0", "col:x", "^a"] {
            _ = try await fixture.texts(index, text)
        }
        #expect(try await fixture.texts(index, String(repeating: "長", count: 60)).count == 1)
        #expect(try await fixture.texts(index, "tea", limit: -1) == [])
        await index.close()
    }
}
