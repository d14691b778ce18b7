import AlmagestEntities
import Catalog
import Foundation
import Settings
import Testing

@testable import Semantic

@Suite(.enabled(if: Fixtures.hasModel), .serialized)
struct SemanticIndexTests {
    static let texts = [
        "Picnic in the meadow with chocolate cake", "Crew lunch on Thursday", "Oxygen tank inspection",
        "Quarterly tax return", "GNU Image Manipulation Program", "Lullaby for piano",
    ]

    static func put(_ row: RowID, _ seq: Seq, _ title: String, text: String? = nil) -> Change {
        var entity = Entity(
            key: EntityID(bundle: "org.example", type: "NoteEntity", id: String(row)), display: Display(title: title))
        entity.text = text
        return Change(seq: seq, row: row, kind: .put(entity))
    }

    static func delete(_ row: RowID, _ seq: Seq) -> Change { Change(seq: seq, row: row, kind: .delete) }

    static var all: [Change] {
        texts.enumerated().map { put(RowID($0.offset + 1), Seq($0.offset + 1), $0.element) }
    }

    func withIndex(
        in folder: URL, model: ModelLocation? = Fixtures.location, _ body: (SemanticIndex) async throws -> Void
    ) async throws {
        let index = try await SemanticIndex(directory: folder, model: model)
        try await body(index)
        await index.close()
    }

    func first(_ index: SemanticIndex, _ query: String, within: RowSet? = nil) async throws -> SemanticHit? {
        try await index.nearest(index.embedQuery(query), within: within, count: 3).first
    }

    @Test func findsByMeaning() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all, through: 6)
                #expect(try await first(index, "something sweet to eat outdoors")?.row == 1)
                #expect(try await first(index, "edit photos")?.row == 5)
                #expect(try await first(index, "money owed to the state")?.row == 4)
                #expect(try await first(index, "edit photos", within: RowSet([2, 3]))?.row != 5)
                let query = try await index.embedQuery("edit photos")
                let cosines = try await index.cosines(query, rows: [5, 4, 99])
                #expect(cosines.map(\.row) == [4, 5])
                #expect(cosines.last?.revision == 5)
                #expect(try await index.appliedSeq() == 6)
            }
        }
    }

    @Test func vectorsOfOtherPassagesAreMadeAnew() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in try await index.apply(Self.all, through: 6) }
            var settings = SemanticSettings()
            settings.passageTokens /= 2
            let index = try await SemanticIndex(directory: folder, model: Fixtures.location, settings: settings)
            #expect(try await index.appliedSeq() == 0)
            #expect(index.vectorCount == 0)
            try await index.apply(Self.all, through: 6)
            #expect(try await first(index, "edit photos")?.row == 5)
            await index.close()
        }
    }

    @Test func anUpdateReplacesAndADeleteRemoves() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all, through: 6)
                try await index.apply([Self.put(1, 7, "Motor oil"), Self.delete(5, 8)], through: 8)
                let cake = try await index.embedQuery("chocolate cake")
                #expect(try await index.cosines(cake, rows: [1]).first?.cosine ?? 1 < 0.4)
                #expect(try await index.cosines(cake, rows: [1]).first?.revision == 7)
                #expect(try await index.cosines(cake, rows: [5]).isEmpty)
                #expect(index.vectorCount == 5)
            }
        }
    }

    @Test func theUrgentLaneIsNotUndoneByTheJournal() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.applyUrgent([Self.put(1, 20, "Motor oil"), Self.delete(2, 21)])
                #expect(try await first(index, "motor oil")?.row == 1)
                #expect(try await index.appliedSeq() == 0)
                // The journal comes to what was there before, and to a deletion that was overtaken.
                try await index.apply(Self.all + [Self.delete(1, 10)], through: 10)
                let query = try await index.embedQuery("motor oil")
                let found = try await index.cosines(query, rows: [1, 2])
                #expect(found.map(\.row) == [1])
                #expect(found.first?.revision == 20)
                try await index.apply([Self.put(1, 20, "Motor oil"), Self.delete(2, 21)], through: 21)
                #expect(try await index.cosines(query, rows: [1]).first?.revision == 20)
                #expect(index.state.withLock { $0.urgent.isEmpty })
            }
        }
    }

    @Test func whatIsLeftOffIsDoneAfterTheNextOpening() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all, through: 6)
                index.leaveOff()
                await #expect(throws: AlmagestError.self) {
                    try await index.apply([Self.put(7, 7, "Motor oil")], through: 7)
                }
                // Whoever asks meanwhile is answered.
                #expect(try await first(index, "edit photos")?.row == 5)
            }
            try await withIndex(in: folder) { index in
                #expect(try await index.appliedSeq() == 6)
                try await index.apply([Self.put(7, 7, "Motor oil")], through: 7)
                #expect(try await first(index, "motor oil")?.row == 7)
            }
        }
    }

    @Test func aLongUrgentTextIsCompletedByTheJournal() async throws {
        let body = (0..<300).map { "Paragraph \($0) is about the weather." }.joined(separator: " ")
        let long = Self.put(1, 3, "Log", text: body + " The submarine surfaced beside an iceberg.")
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.applyUrgent([long])
                let before = index.vectorCount
                try await index.apply([long], through: 3)
                #expect(index.vectorCount > before)
                let hit = try await first(index, "a submarine next to floating ice")
                #expect(hit?.passage == index.vectorCount - 1)
                #expect(try await index.embeddings.count() == index.vectorCount)
            }
        }
    }

    @Test func keepsEverythingAcrossARestart() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all, through: 6)
                try await index.flush()
            }
            try await withIndex(in: folder) { (index) async throws in
                #expect(try await index.appliedSeq() == 6)
                #expect(try await first(index, "edit photos")?.row == 5)
            }
        }
    }

    @Test func aRebuildEmbedsNothingAgain() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all, through: 6)
                try await index.flush()
                await index.unloadModel()
                try await index.reset()
                #expect(try await index.appliedSeq() == 0)
                #expect(index.vectorCount == 0)
                // One of them was deleted meanwhile, and that was forgotten.
                try await index.apply(Self.all.filter { $0.row != 3 }, through: 7)
                try await index.flush()
                #expect(!index.isModelLoaded)
                #expect(index.vectorCount == 5)
                #expect(try await index.embeddings.count() == 5)
            }
            try FileManager.default.removeItem(at: folder.appending(path: "vectors"))
            try await withIndex(in: folder) { index in
                #expect(try await index.appliedSeq() == 0)
                try await index.apply(Self.all.filter { $0.row != 3 }, through: 7)
                #expect(!index.isModelLoaded)
                #expect(try await first(index, "edit photos")?.row == 5)
            }
        }
    }

    @Test func equalTextsAreEmbeddedAndKeptOnce() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply((1...40).map { Self.put($0, Seq($0), "The same words") }, through: 40)
                #expect(index.vectorCount == 40)
                #expect(try await index.embeddings.count() == 1)
                try await index.apply((1...40).map { Self.delete($0, Seq($0) + 40) }, through: 80)
                #expect(try await index.embeddings.count() == 0)
            }
        }
    }

    @Test func manySlicesAdvanceWithinOneSeq() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                // One batch: 1,200 changes of one seq.
                try await index.apply((1...1_200).map { Self.put($0, 9, "Item \($0 % 50)") }, through: 9)
                #expect(index.vectorCount == 1_200)
                #expect(try await index.appliedSeq() == 9)
            }
        }
    }

    @Test func withoutAModelItSaysSoAndCatchesUpLater() async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder, model: nil) { index in
                #expect(!index.isAvailable)
                #expect(index.unavailableReason != nil)
                await #expect { try await index.embedQuery("oxygen") } throws: { Self.isUnavailable($0) }
                await #expect { try await index.apply(Self.all, through: 6) } throws: { Self.isUnavailable($0) }
                await #expect { try await index.applyUrgent(Self.all) } throws: { Self.isUnavailable($0) }
                try await index.flush()
                try await index.idle()
                try await index.reset()
                #expect(try await index.appliedSeq() == 0)
            }
            try await withIndex(in: folder) { index in
                #expect(index.isAvailable)
                try await index.apply(Self.all, through: 6)
                #expect(try await first(index, "edit photos")?.row == 5)
            }
        }
    }

    @Test func withoutALibraryItSaysSo() async throws {
        try await Fixtures.withScratch { folder in
            let model = try #require(Fixtures.location).model
            let location = ModelLocation(library: folder, model: model)
            try await withIndex(in: folder, model: location) { index in
                #expect(!index.isAvailable)
                await #expect { try await index.apply(Self.all, through: 6) } throws: { Self.isUnavailable($0) }
            }
        }
    }

    @Test(arguments: ["", " ", "\u{0}", "🚀", "的", "a\u{301}", String(repeating: "long ", count: 20_000)])
    func anyTextIsAQuery(text: String) async throws {
        try await Fixtures.withScratch { folder in
            try await withIndex(in: folder) { index in
                try await index.apply(Self.all + [Self.put(7, 7, text, text: text)], through: 7)
                #expect(try await first(index, text) != nil)
            }
        }
    }

    @Test func closingWhileItIndexesEndsInAnErrorAndNothingWorse() async throws {
        try await Fixtures.withScratch { folder in
            let index = try await SemanticIndex(directory: folder, model: Fixtures.location)
            let changes = (1...2_000).map { Self.put($0, Seq($0), "Item number \($0) of a long list of things") }
            let indexing = Task { try await index.apply(changes, through: 2_000) }
            _ = try await index.embedQuery("oxygen")
            await index.close()
            await #expect(throws: AlmagestError.self) { try await indexing.value }
            try await withIndex(in: folder) { again in
                #expect(try await again.appliedSeq() < 2_000)
                try await again.apply(changes, through: 2_000)
                #expect(again.vectorCount == 2_000)
            }
        }
    }

    private static func isUnavailable(_ error: any Error) -> Bool { (error as? AlmagestError)?.name == .unavailable }
}
