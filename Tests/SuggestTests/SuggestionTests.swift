import AlmagestEntities
import Catalog
import TestSupport
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
        Finding(["C++", "C", "C++ Primer"], "c++", ["C++", "C++ Primer"]),
        Finding(["C", "Learning C++", "C++11"], "c++", ["C++11", "Learning C++"]),
        Finding(["C", "Vitamin C", "Car"], "c++", []),
        Finding(["Primer in C", "C++ Primer", "A primer"], "c++ prim", ["C++ Primer"]),
        Finding(["C", "Music in C#"], "c#", ["Music in C#"]),
        Finding(["Rock and Roll", "Rock & Roll"], "rock & roll", ["Rock & Roll", "Rock and Roll"]),
        Finding(["The Internet", "ASP.NET Core", "net"], ".net", ["ASP.NET Core", "net", "The Internet"]),
        Finding(["node js", "Using Node.js"], "node.js", ["Using Node.js", "node js"]),
        Finding(["1.2 dev", "v1.2.3", "v12.3"], "1.2", ["1.2 dev", "v1.2.3"]),
        Finding(["v1.2.3 of tool", "v1.3.2 of tool"], "tool 1.2", ["v1.2.3 of tool"]),
        Finding(["a -> b", "a - b > c"], "->", ["a -> b"]),
        Finding(["a/b.swift"], "b.sw", ["a/b.swift"]),
        Finding(["user@host"], "user@host", ["user@host"]),
        Finding(["what?", "???"], "?", ["???", "what?"]),
        Finding(["tea"], "   TEA  ", ["tea"]),
        Finding(["tea"], "", []),
        Finding(["tea"], " \n\t", []),
    ]

    @Test("persons are suggested by their name, once each and after titles")
    func persons() async throws {
        let fixture = try Fixture()
        let index = try await fixture.open()
        func message(_ title: String, _ names: String...) -> Entity {
            var entity = Entity.titled(title)
            let people = names.map { PropertyValue.record([.init("person", .person(.init(name: $0)))]) }
            entity.properties = [.init("people", .list(people))]
            return entity
        }
        let changes = [
            fixture.put(1, message("Lunch on Friday", "Anna Müller", "Glow")), fixture.put(2, message("Anna", "Zoë")),
            fixture.put(3, message("Invoice", "Anna Müller", "anna.m@example.org")),
            fixture.put(4, message("Anna", "Anna")),
        ]
        try await index.apply(changes, through: changes.last?.seq ?? 0)
        #expect(try await fixture.texts(index, "ann") == ["Anna", "Anna", "Anna Müller", "anna.m@example.org"])
        #expect(try await fixture.texts(index, "mull") == ["Anna Müller"])
        let found = try await index.suggest("muller", within: nil, limit: 8, isLive: fixture.isLive)
        #expect(found.map(\.row) == [1])
        #expect(try await fixture.texts(index, "muller", within: RowSet([3])) == ["Anna Müller"])
        #expect(try await fixture.texts(index, "glwo") == ["Glow"])
        try await index.apply([fixture.delete(1)], through: 100)
        #expect(try await fixture.texts(index, "muller") == ["Anna Müller"])
        await index.close()
        #expect(try await fixture.texts(fixture.open(), "zoe") == ["Zoë"])
    }

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
        Finding(["A party for Ann 🎉🎊", "A party"], "🎊", ["A party for Ann 🎉🎊"]),
        Finding(["A party for Ann 🎉🎊", "A party"], "ann 🎊", ["A party for Ann 🎉🎊"]),
        Finding(["To 🇫🇷 and 🇩🇪", "To 🇩🇰"], "🇩🇪", ["To 🇫🇷 and 🇩🇪"]),
        Finding(["We ❤️ tea", "We and tea"], "❤️", ["We ❤️ tea"]),
        Finding(["Us 👩‍👩‍👧 at home", "Us at home"], "👩‍👩‍👧", ["Us 👩‍👩‍👧 at home"]),
        Finding(["한국어"], "국", ["한국어"]),
        Finding(["東京タワー"], "ワ", ["東京タワー"]),
        Finding(["ภาษาไทย"], "ท", ["ภาษาไทย"]),
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
        var random = SeededRandom(seed: 11)
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

    @Test("find a title that is one very long word, typed in part or as a whole", arguments: [40, 50, 200, 600, 3000])
    func longWords(length: Int) async throws {
        let fixture = try Fixture()
        var random = SeededRandom(seed: UInt64(length))
        let title = String((0..<length).map { _ in random.pick(Array("abcdefghij")) })
        let index = try await fixture.index([title, "a" + title, "short"])
        for typed in [title, String(title.prefix(30)), String(title.prefix(length - 1))] {
            #expect(try await fixture.texts(index, typed).first?.prefix(30) == title.prefix(30), "\(typed.count)")
        }
        await index.close()
    }

    @Test("find names that no beginning leads to as fast as others, whatever the order of the names")
    func many() async throws {
        let fixture = try Fixture()
        // The matches come last: their names are the longest.
        let titles = (0..<5000).map { "tea \($0)" } + (0..<2000).map { "library of the number \($0) of all" }
        let index = try await fixture.index(titles)
        let found = try await index.suggest("lib number", within: nil, limit: 8, isLive: fixture.isLive)
        #expect(found.map(\.row) == (5001...5008).map { $0 })
        let within = RowSet([6999, 7000])
        #expect(
            try await index.suggest("lib", within: within, limit: 8, isLive: fixture.isLive).map(\.row)
                == [6999, 7000])
        #expect(try await fixture.texts(index, "tea library").isEmpty)
        await index.close()
    }
}
