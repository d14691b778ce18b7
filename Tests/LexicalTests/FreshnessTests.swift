import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

struct FreshnessTests {
    @Test("an urgent change is found and a deleted row gone when the call returns")
    func urgent() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("apple"), entity("pear")])
        try await index.applyUrgent([put(3, entity("apple pie"), seq: 10), delete(1, seq: 11)])
        #expect(try await index.rows("apple") == [3])
        #expect(try await index.appliedSeq() == 2)
        // An older put of the deleted row comes late, by either lane.
        try await index.applyUrgent([put(1, entity("apple"), seq: 9)])
        #expect(try await index.rows("apple") == [3])
        try await index.apply([put(1, entity("apple"), seq: 9)], through: 9)
        try await index.flush()
        #expect(try await index.rows("apple") == [3])
        try await index.apply([put(3, entity("apple pie"), seq: 10), delete(1, seq: 11)], through: 11)
        try await index.flush()
        #expect(try await index.rows("apple") == [3])
        #expect(try await index.search(LexicalQuery("apple", languages: [])).hits.first?.revision == 10)
        #expect(index.documentCount == 2)
    }

    @Test("a hundred updates leave one result, ranked as in a fresh index")
    func updates() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let others = (0..<20).map { entity("apple number \($0)") }
        try await index.fill(others)
        for round in 1...100 {
            let change = put(5, entity("apple round \(round)"), seq: Seq(100 + round))
            try await index.applyUrgent([change])
            try await index.apply([change], through: change.seq)
            if round % 10 == 0 { try await index.flush() }
        }
        var expected = others
        expected[4] = entity("apple round 100")
        let freshScratch = try Scratch()
        let fresh = try await freshScratch.index()
        try await fresh.fill(expected)
        for query in ["apple", "round", "number", "100", "99"] {
            let a = try await index.search(LexicalQuery(query, languages: ["en"]))
            let b = try await fresh.search(LexicalQuery(query, languages: ["en"]))
            #expect(a.hits.map(\.row) == b.hits.map(\.row))
            #expect(zip(a.hits, b.hits).allSatisfy { abs($0.score - $1.score) < 1e-6 })
        }
    }

    @Test("deleting and adding again at random agrees with a plain model")
    func model() async throws {
        let scratch = try Scratch()
        var index = try await scratch.index()
        var generator = SeededRandom(seed: 11)
        let words = ["red", "fox", "box", "sky", "sun"]
        var model: [RowID: String] = [:]
        var journal: [Change] = []
        var seq: Seq = 0
        var journaled = 0
        for step in 0..<600 {
            seq += 1
            let row = RowID.random(in: 1...40, using: &generator)
            let word = words.randomElement(using: &generator) ?? ""
            let change =
                Int.random(in: 0..<3, using: &generator) == 0 ? delete(row, seq: seq) : put(row, entity(word), seq: seq)
            if case .delete = change.kind { model[row] = nil } else { model[row] = word }
            journal.append(change)
            if Bool.random(using: &generator) { try await index.applyUrgent([change]) }
            if step % 7 == 0 {
                try await index.apply(Array(journal[journaled...]), through: seq)
                journaled = journal.count
            }
            if step % 50 == 49 {
                try await index.apply(Array(journal[journaled...]), through: seq)
                journaled = journal.count
                if step % 100 == 99 { try await index.flush() }
                for word in words {
                    let rows = try await index.rows(word)
                    #expect(rows.sorted() == model.filter { $0.value == word }.keys.sorted(), "step \(step) \(word)")
                }
            }
            if step == 299 {
                await index.close()
                index = try await LexicalIndex(directory: scratch.url.appending(path: "lexical"))
                let applied = try await index.appliedSeq()
                #expect(applied == seq)
            }
        }
    }

    @Test("an index that was dropped without closing keeps what was flushed and forgets the rest")
    func dropped() async throws {
        let scratch = try Scratch()
        do {
            let index = try await scratch.index()
            try await index.fill([entity("apple"), entity("pear")])
            try await index.apply([put(3, entity("plum"))], through: 3)
            try await index.applyUrgent([put(4, entity("cherry"))])
            #expect(try await index.rows("plum") == [3])
        }
        let index = try await scratch.index()
        #expect(index.damage == nil)
        // What was not flushed may be there or not: what it says it has applied tells.
        let applied = try await index.appliedSeq()
        #expect(applied == 2 || applied == 3)
        if applied == 3 { #expect(try await index.rows("plum") == [3]) }
        #expect(try await index.rows("cherry").isEmpty)
        #expect(try await index.rows("apple") == [1])
        try await index.apply([put(3, entity("plum")), put(4, entity("cherry"))], through: 4)
        try await index.flush()
        #expect(try await index.rows("cherry") == [4])
    }

    @Test("readers see no error and no missing row while the index is written")
    func concurrent() async throws {
        let scratch = try Scratch()
        var settings = LexicalParameters()
        settings.commitDocuments = 50
        settings.smallChunk = 8
        let index = try await scratch.index(settings)
        try await index.fill((0..<200).map { entity("steady \($0)") })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<60 {
                    let changes = (0..<50).map {
                        put(
                            RowID(1000 + round * 50 + $0), entity("bulk \(round) \($0)"),
                            seq: Seq(1000 + round * 50 + $0))
                    }
                    try await index.apply(changes, through: changes[49].seq)
                    if round % 3 == 0 { try await index.flush() }
                }
                try await index.flush()
            }
            group.addTask {
                for round in 0..<100 {
                    // A word of letters alone: digits would be words of their own.
                    let word =
                        "again"
                        + String(round).compactMap {
                            "abcdefghij".dropFirst($0.wholeNumberValue ?? 0).first.map(String.init)
                        }.joined() + "q"
                    try await index.applyUrgent([
                        put(RowID(1 + round), entity("steady \(round) \(word)"), seq: Seq(5000 + round))
                    ])
                    #expect(try await index.rows(word) == [RowID(1 + round)])
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<200 {
                        let result = try await index.search(LexicalQuery("steady", languages: ["en"]))
                        #expect(result.total == 200)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(index.documentCount == 3200)
    }

    @Test("the largest row is a row like others")
    func largestRow() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.apply([put(.max, entity("last")), put(.max - 1, entity("last but one"))], through: 2)
        try await index.applyUrgent([put(7, entity("last of seven"))])
        try await index.flush()
        #expect(try await Set(index.rows("last")) == [.max, .max - 1, 7])
    }
}
