import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

struct RankingTests {
    @Test("scores are BM25 with the lengths and frequencies of the documents")
    func formula() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        // The text counts 1, the title more; no word has another form.
        let texts = ["red box", "red red fox", "blue sky high", "sun"]
        try await index.fill(texts.map { text in entity("zz", text: text, language: nil) })
        let parameters = LexicalParameters()
        let lengths = texts.map { Double(parameters.fields.title) + Double($0.split(separator: " ").count) }
        let average = lengths.reduce(0, +) / 4
        let idf = log(1 + (4.0 - 2 + 0.5) / (2 + 0.5))
        func bm25(_ tf: Double, _ length: Double) -> Double {
            idf * tf * (parameters.k1 + 1)
                / (tf + parameters.k1 * (1 - parameters.b + parameters.b * length / average))
        }
        let hits = try await index.search(LexicalQuery("red", languages: [], prefix: false)).hits
        #expect(hits.map(\.row) == [2, 1])
        #expect(abs(hits[0].score - bm25(2, lengths[1])) < 1e-5)
        #expect(abs(hits[1].score - bm25(1, lengths[0])) < 1e-5)
    }

    @Test("memory lane and database give the scores of one fresh index")
    func twoLanes() async throws {
        let words = ["red", "fox", "box", "sky", "sun", "sea"]
        var generator = SeededRandom(seed: 7)
        let entities = (0..<60).map { _ in
            entity(
                (0..<4).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " "), language: "en"
            )
        }
        let wholeScratch = try Scratch()
        defer { withExtendedLifetime(wholeScratch) {} }
        let whole = try await wholeScratch.index()
        try await whole.fill(entities)
        let mixedScratch = try Scratch()
        let mixed = try await mixedScratch.index()
        // Twenty rows are replaced by what they should be, ten come anew, one is deleted, all in memory.
        try await mixed.fill(entities.prefix(50).enumerated().map { $0.offset < 20 ? entity("wrong red") : $0.element })
        try await mixed.applyUrgent((0..<20).map { put(RowID($0 + 1), entities[$0], seq: Seq(100 + $0)) })
        try await mixed.applyUrgent((50..<60).map { put(RowID($0 + 1), entities[$0], seq: Seq(100 + $0)) })
        try await mixed.applyUrgent([delete(30, seq: 200)])
        try await whole.apply([delete(30, seq: 200)], through: 200)
        try await whole.flush()
        for query in ["red", "red fox", "sun sea box", "\"red fox\"", "red -fox", "wrong"] {
            let a = try await whole.search(LexicalQuery(query, languages: ["en"]))
            let b = try await mixed.search(LexicalQuery(query, languages: ["en"]))
            #expect(a.total == b.total, "\(query)")
            #expect(a.hits.map(\.row) == b.hits.map(\.row), "\(query)")
            for (x, y) in zip(a.hits, b.hits) { #expect(abs(x.score - y.score) < 1e-5) }
        }
    }

    @Test("a word as written ranks before its other forms, and an exact word before a longer one")
    func exactFirst() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([
            entity("cafe"), entity("café"), entity("running"), entity("run"), entity("runs"), entity("cat"),
            entity("category"), entity("cats"),
        ])
        #expect(try await index.rows("café") == [2, 1])
        #expect(try await index.rows("cafe") == [1, 2])
        #expect(try await index.rows("CAFÉ").first == 2)
        #expect(try await index.rows("running").first == 3)
        #expect(try await Set(index.rows("running")) == [3, 4, 5])
        #expect(try await index.rows("run").first == 4)
        #expect(try await index.rows("cat", prefix: true).first == 6)
        #expect(try await index.rows("cat", prefix: true).contains(7))
        #expect(try await index.rows("categ", prefix: true) == [7])
    }

    @Test("several languages in one index answer one word each")
    func languages() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([
            entity("The dogs were barking", language: "en"), entity("Die Häuser am See", language: "de"),
            entity("Les chevaux galopent", language: "fr"), entity("красивые картины", language: "ru"),
            entity("今天天气很好我们去公园", language: "zh"), entity("東京タワーに行きました", language: "ja"),
            entity("สวัสดีชาวโลก", language: "th"), entity("السيارات الجديدة", language: "ar"),
            entity("안녕하세요 세계", language: "ko"),
        ])
        let all = ["en", "de", "fr", "ru"]
        #expect(try await index.rows("dog", languages: all) == [1])
        #expect(try await index.rows("Haus", languages: all) == [2])
        #expect(try await index.rows("chevaux", languages: ["fr"]) == [3])
        #expect(try await index.rows("картина", languages: all) == [4])
        for (query, row) in [
            ("天", 5), ("天气", 5), ("去公园", 5), ("我们去公园", 5), ("東京", 6), ("タワー", 6), ("โลก", 7), ("세계", 9),
        ] {
            #expect(try await index.rows(query, languages: all).first == RowID(row), "\(query)")
        }
        #expect(try await index.rows("السيارة", languages: ["ar"]).first == 8)
        let languages = await index.languages()
        #expect(languages.count == 9 && abs(languages[0].share - 1.0 / 9) < 1e-9)
        #expect(await index.queryLanguages().count == 4)
        #expect(await index.queryLanguages(within: RowSet([4])) == ["ru"])
        #expect(await Set(index.queryLanguages(within: RowSet([1, 8]))) == ["en", "ar"])
        #expect(await index.queryLanguages(within: RowSet()).isEmpty)
    }

    @Test("phrases need their words in order, exclusions remove")
    func conditions() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let entities = [
            entity("sea otter swims"), entity("otter sea swims"), entity("the sea and the otter"),
            entity("sea", text: "otter"), entity("我们去公园散步"), entity("公园我们去"), entity("C++ and a sea otter-like thing"),
        ]
        try await index.fill(entities)
        for _ in 0..<2 {
            #expect(try await index.rows("\"sea otter\"") == [1, 7])
            #expect(try await Set(index.rows("sea -swims")) == [3, 4, 7])
            #expect(try await Set(index.rows("sea -\"sea otter\"")) == [2, 3, 4])
            #expect(try await index.rows("\"sea otter\" -swims") == [7])
            #expect(try await index.rows("\"去公园\"") == [5])
            #expect(try await Set(index.rows("公园 -\"去公园\"")) == [6])
            #expect(try await index.rows("C++").first == 7)
            #expect(try await index.rows("\"no such\"").isEmpty)
            // The same from memory.
            try await index.applyUrgent(
                entities.enumerated().map { put(RowID($0.offset + 1), $0.element, seq: Seq(50 + $0.offset)) })
        }
    }

    @Test("a short number split off letters finds nothing alone, and tells apart what else is found")
    func remnants() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let entities =
            [
                entity("python 2 primer"), entity("python 3 primer"), entity("B-2 bomber"), entity("B2 vitamin"),
                entity("7-zip archiver"), entity("7zip"), entity("3D printer"), entity("C-3PO"),
                entity("iPhone 15 case"),
                entity("WWDC 2024"), entity("half past 10:30"),
            ] + (0..<30).map { entity("chapter \($0 % 16) of the book") }
        try await index.fill(entities)
        for _ in 0..<2 {
            for nonsense in ["wvx3d", "zyxfresh1", "qqz-zzq-1", "x7q", "qqz15"] {
                #expect(try await index.search(LexicalQuery(nonsense, languages: ["en"])).total == 0, "\(nonsense)")
            }
            #expect(try await index.rows("python3") == [2, 1])
            #expect(try await index.rows("python2") == [1, 2])
            #expect(try await index.rows("B-2") == [3])
            #expect(try await index.rows("7-zip").prefix(2) == [5, 6])
            #expect(try await index.rows("3D") == [7])
            #expect(try await index.rows("C3PO") == [8])
            #expect(try await index.rows("iPhone15") == [9])
            #expect(try await index.rows("iPhone 15").first == 9)
            #expect(try await index.rows("WWDC 2024") == [10])
            // A number by itself is a word, in quotes and exclusions too.
            #expect(try await index.rows("3").count == 5)
            #expect(try await index.rows("10:30").first == 11)
            #expect(try await index.rows("\"B-2\"") == [3])
            #expect(try await index.rows("\"python 3\"") == [2])
            #expect(try await index.rows("chapter -B-2").count == 30)
            #expect(try await index.rows("python -python-3") == [1])
            // The same from memory.
            try await index.applyUrgent(
                entities.enumerated().map { put(RowID($0.offset + 1), $0.element, seq: Seq(500 + $0.offset)) })
        }
    }

    @Test("a row set filters exactly, at any size, and scores stay the same")
    func within() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let words = ["red", "fox", "box", "sky"]
        try await index.fill((0..<2000).map { entity("\(words[$0 % 4]) \(words[$0 % 3]) n\($0)") })
        let all = try await index.search(LexicalQuery("red fox", languages: ["en"]), depth: 10_000)
        let scores = Dictionary(uniqueKeysWithValues: all.hits.map { ($0.row, $0.score) })
        for step in [1, 10, 100, 5000] {
            let rows = RowSet((1...2000).filter { $0 % step == 0 }.map { RowID($0) })
            for _ in 0..<2 {
                let some = try await index.search(
                    LexicalQuery("red fox", languages: ["en"]), within: rows, depth: 10_000)
                #expect(some.hits.map(\.row) == all.hits.map(\.row).filter { rows.contains($0) })
                #expect(some.total == some.hits.count)
                #expect(some.hits.allSatisfy { scores[$0.row] == $0.score })
            }
            let scored = try await index.score(LexicalQuery("red fox", languages: ["en"]), rows: rows)
            #expect(scored == scores.filter { rows.contains($0.key) })
            #expect(
                try await index.matchingRows(LexicalQuery("red fox", languages: ["en"]), within: rows).count
                    == scored.count)
        }
        #expect(try await index.rows("red", within: RowSet()).isEmpty)
        for depth in [1, 10, 1000] {
            #expect(try await index.search(LexicalQuery("red fox", languages: ["en"]), depth: depth).total == all.total)
            let hits = try await index.search(LexicalQuery("red fox", languages: ["en"]), depth: depth).hits
            #expect(hits == Array(all.hits.prefix(depth)))
        }
    }

    @Test("explains which words matched")
    func explain() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("bring oxygen bottles"), entity("nothing")])
        let query = LexicalQuery("bottle oxygen zebra", languages: ["en"])
        #expect(try await index.matchedTerms(query, row: 1) == ["bottle", "oxygen"])
        #expect(try await index.matchedTerms(query, row: 2).isEmpty)
        #expect(try await index.matchedTerms(query, row: 3_000_000_000).isEmpty)
    }

    @Test("corrects the whole query, in any alphabet")
    func spelling() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([
            entity("meteor shower watch party"), entity("красивые картины"), entity("photograph editor"),
        ])
        #expect(try await index.corrected("metoer shwoer") == "meteor shower")
        #expect(try await index.corrected("картынв", languages: ["ru"]) == nil)
        #expect(try await index.corrected("картыны", languages: []) == "картины")
        #expect(try await index.corrected("photograf party -zoo") == "photograph party -zoo")
        #expect(try await index.corrected("party") == nil)
        try await index.applyUrgent([put(9, entity("xylophone"))])
        #expect(try await index.corrected("xylofone") == "xylophone")
    }

    @Test("corrects each word that no row in scope has, by one that a row there has, and keeps the others")
    func spellingInScope() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("meteor shower"), entity("meter reading"), entity("shower curtain")])
        #expect(try await index.corrected("metoer shower") == "meteor shower")
        #expect(try await index.corrected("shower the metoer", within: RowSet([1])) == "shower the meteor")
        // There is such a word, but not there.
        #expect(try await index.corrected("metoer shower", within: RowSet([3])) == nil)
        #expect(try await index.corrected("meteor", within: RowSet([2])) == "meter")
        let many = (0..<20).map { "wrongg\($0 % 10)\($0 / 10)x" }.joined(separator: " ")
        #expect(try await index.corrected("metoer \(many)") == nil)
    }

    @Test("of words equally near the one is meant that stands with the rest of the query")
    func spellingBesideOthers() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill(
            [entity("meteor shower"), entity("horse show"), entity("meteor crater")]
                + (0..<5).map { entity("late shows \($0)") })
        #expect(try await index.corrected("showr") == "shows")
        #expect(try await index.corrected("meteor showr") == "meteor shower")
        #expect(try await index.corrected("showr the metoer") == "shower the meteor")
        #expect(try await index.corrected("horse showr") == "horse show")
        // In the memory lane too.
        try await index.applyUrgent([put(20, entity("crater showy"))])
        #expect(try await index.corrected("crater showr") == "crater showy")
    }

    @Test("a correction has the word itself, not another form of it")
    func spellingByTheWord() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("gardens gardened"), entity("gardener gardening")])
        #expect(try await index.corrected("gardenerr", within: RowSet([1])) == "gardened")
    }

    @Test("slips are corrected to words of the newest commit too")
    func spellingOfNewWords() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill((0..<50).map { entity("meteor \($0)") })
        #expect(try await index.corrected("metoer") == "meteor")
        try await index.apply([put(60, entity("xylophone"))], through: 60)
        try await index.flush()
        #expect(try await index.corrected("xylofone") == "xylophone")
        try await index.apply([delete(60, seq: 61)], through: 61)
        try await index.flush()
        #expect(try await index.corrected("xylofone") == nil)
    }

    @Test("whoever has more of the words comes before who has one of them often, or another form of it")
    func coverage() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let filler = (0..<20).map { "filler\($0)" }.joined(separator: " ")
        try await index.fill(
            [
                entity("Meteor Shower Watch Party", text: "Bring blankets and oxygen. \(filler)"),
                entity("Oxygen oxygen", text: "oxygen oxygen oxygen"), entity("Asleep in the blanket"),
                entity("Blankets", text: "blanket blanket"),
            ] + (0..<100).map { entity("Other thing \($0)") })
        for query in ["oxygen blankets", "blankets oxygen", "something with oxygen blankets for me"] {
            #expect(try await index.rows(query).first == 1, "\(query)")
            #expect(try await index.rows(query).count == 4, "\(query)")
        }
    }
}
