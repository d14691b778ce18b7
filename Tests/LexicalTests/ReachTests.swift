import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

/// Who sees some rows alone gets the answers of an index that has no others.
struct ReachTests {
    private static let words = [
        "meteor", "shower", "shows", "show", "comet", "comets", "oxygen", "blanket", "star", "starling", "party",
        "watch", "watches", "garden", "gardener", "music", "musik", "straße", "canção", "桜の花",
    ]

    private static func text(_ generator: inout SeededRandom, from words: [String], _ count: Int) -> String {
        (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    /// A word with one letter changed, dropped or doubled.
    private static func slip(_ word: String, _ generator: inout SeededRandom) -> String {
        var letters = Array(word)
        let place = Int.random(in: 0..<letters.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: letters[place] = "e"
        case 1: letters.remove(at: place)
        default: letters.insert(letters[place], at: place)
        }
        return String(letters)
    }

    @Test("what other rows have changes nothing", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func others(seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        let (wholeScratch, ownScratch) = (try Scratch(), try Scratch())
        defer { withExtendedLifetime((wholeScratch, ownScratch)) {} }
        let whole = try await wholeScratch.index()
        let own = try await ownScratch.index()
        // Of both some lie in the database, some in memory, and some in both, replaced or deleted.
        var reach = RowSet()
        var (bulk, urgent): ([Change], [Change]) = ([], [])
        // The others' words are the same ones, slips of them, and longer ones.
        let others = Self.words.flatMap { [$0, Self.slip($0, &generator), $0 + "aa", $0 + "ab"] }
        for row in RowID(1)...200 {
            let isOwn = row % 5 == 0
            if isOwn { reach.insert(row) }
            func made() -> Entity {
                let words = isOwn ? Self.words : others
                return entity(
                    Self.text(&generator, from: words, 3), text: Self.text(&generator, from: words, isOwn ? 8 : 30),
                    language: ["en", "de", "pt", nil].randomElement(using: &generator) ?? nil)
            }
            if row % 3 != 0 { bulk.append(put(row, made(), seq: Seq(row))) }
            if row % 3 == 0 || row % 4 == 0 { urgent.append(put(row, made(), seq: Seq(1000 + Int(row)))) }
            if row % 35 == 0 { urgent.append(delete(row, seq: Seq(2000 + Int(row)))) }
        }
        try await whole.apply(bulk, through: 200)
        try await whole.flush()
        try await whole.applyUrgent(urgent)
        try await own.apply(bulk.filter { reach.contains($0.row) }, through: 200)
        try await own.flush()
        try await own.applyUrgent(urgent.filter { reach.contains($0.row) })

        let view = LexicalView(whole) { [reach] in reach }
        let part = RowSet(reach.rows.filter { $0 % 10 == 0 })
        for _ in 0..<150 {
            var text = Self.text(&generator, from: Self.words, Int.random(in: 1...3, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: text = Self.slip(text, &generator)
            case 1: text = "\"\(text)\" oxygen"
            case 2: text = String(text.prefix(2))
            case 3: text += " -comet"
            default: break
            }
            let within = Bool.random(using: &generator) ? nil : part
            let query = LexicalQuery(text, languages: ["en", "de"])
            let a = try await view.search(query, within: within, depth: 10, others: 1000)
            let b = try await own.search(query, within: within, depth: 10, others: 1000)
            #expect(a.hits == b.hits, "\(text)")
            #expect(a.total == b.total, "\(text)")
            #expect(a.words == b.words, "\(text)")
            #expect(a.coverage == b.coverage, "\(text)")
            let (x, y) = (
                try await view.correct(query, words: a.words, within: within),
                try await own.correct(query, words: b.words, within: within)
            )
            #expect(x == y, "\(text)")
            #expect(
                try await view.score(query, rows: part) == (try await own.score(query, rows: part)), "\(text)")
            for hit in a.hits.prefix(3) {
                #expect(
                    try await view.matchedTerms(query, row: hit.row)
                        == (try await own.matchedTerms(query, row: hit.row)), "\(text)")
            }
        }
        #expect(
            await view.queryLanguages(share: 0.01, most: 4) == (await own.queryLanguages(share: 0.01, most: 4)))
    }

    @Test("who sees no row finds nothing, and nothing is counted")
    func nothing() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("meteor shower"), entity("comet")])
        let view = LexicalView(index) { RowSet() }
        for text in ["meteor", "metoer", "me", "\"meteor shower\""] {
            let query = LexicalQuery(text, languages: ["en"])
            let result = try await view.search(query)
            #expect(result.hits.isEmpty && result.total == 0)
            #expect(try await view.correct(query, words: result.words) == nil)
        }
    }
}
