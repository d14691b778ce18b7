import AlmagestEntities
import Catalog
import Foundation
import SQLite
import TestSupport
import Testing
import Text

@testable import Suggest

@Suite("Survival of the suggestions")
struct SurvivalTests {
    @Test("stored and recent names are there after reopening")
    func reopen() async throws {
        let fixture = try Fixture()
        let first = try await fixture.index(["apple", "banana", "cherry"])
        try await first.storeAll()
        let more = [fixture.put(4, .titled("apricot")), fixture.delete(2), fixture.put(3, .titled("avocado"))]
        try await first.apply(more, through: 6)
        await first.close()
        let second = try await fixture.open()
        #expect(try await second.appliedSeq() == 6)
        #expect(try await fixture.texts(second, "a") == ["apple", "avocado", "apricot"])
        #expect(try await fixture.texts(second, "ban") == [])
        #expect(try await fixture.texts(second, "che") == [])
        await second.close()
    }

    @Test("a delete is remembered beside a stored segment: an older revision does not come back")
    func rememberDelete() async throws {
        let fixture = try Fixture()
        let first = try await fixture.open()
        let old = fixture.put(1, .titled("apple"))
        try await first.apply([old], through: old.seq)
        try await first.storeAll()
        let gone = fixture.delete(1)
        try await first.apply([gone], through: gone.seq)
        await first.close()
        let second = try await fixture.open()
        try await second.applyUrgent([old])
        try await second.storeAll()
        #expect(second.nameCount == 0)
        await second.close()
    }

    enum Damage: String, CaseIterable, Sendable {
        case zeroLength, truncated, noise, missing, otherVersion, olderAnalysis, flippedContent, lostBlock
    }

    @Test("a damaged, missing or older file is replaced by an empty one", arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index((0..<3000).map { "name \($0) of many" })
        try await index.storeAll()
        await index.close()
        let path = fixture.file.path
        var bytes = [UInt8](try Data(contentsOf: fixture.file))
        var isWritten = true
        switch damage {
        case .zeroLength: bytes = []
        case .truncated: bytes.removeLast(bytes.count / 2)
        case .noise:
            var random = SeededRandom(seed: 3)
            bytes = bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .missing:
            try FileManager.default.removeItem(atPath: path)
            isWritten = false
        case .otherVersion:
            try Connection(path: path).setUserVersion(99)
            isWritten = false
        case .olderAnalysis:
            try Connection(path: path).setUserVersion(
                SuggestSchema.database(analysis: TextVersion.analysis - 1).version)
            isWritten = false
        case .flippedContent: bytes[bytes.count - 5000] ^= 0x10
        case .lostBlock:
            try Connection(path: path).execute("DELETE FROM blocks WHERE part = 9")
            isWritten = false
        }
        if isWritten { try Data(bytes).write(to: fixture.file) }
        let again = try await fixture.open()
        #expect(try await again.appliedSeq() == 0)
        #expect(try await fixture.texts(again, "name") == [])
        let change = fixture.put(1, .titled("new"))
        try await again.apply([change], through: change.seq)
        #expect(try await fixture.texts(again, "ne") == ["new"])
        await again.close()
    }

    @Test("deleted names leave memory and file when idle")
    func compaction() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index((0..<3000).map { "secret \($0)" })
        try await index.storeAll()
        let deletes = (1...2500).map { fixture.delete(RowID($0)) }
        try await index.apply(deletes, through: deletes.last?.seq ?? 0)
        try await index.idle()
        #expect(index.nameCount == 500)
        await index.close()
        let connection = try Connection(path: fixture.file.path)
        #expect(try connection.int64("SELECT count(*) FROM gone") == 0)
        #expect(try connection.int64("SELECT count(*) FROM recent") == 0)
    }

    @Test("many small changes make few segments")
    func fewSegments() async throws {
        let fixture = try Fixture()
        let index = try await fixture.open()
        for i in 1...600 {
            let change = fixture.put(RowID(i), .titled("name \(i)"))
            try await index.apply([change], through: change.seq)
        }
        #expect(index.segmentCount < 8)
        #expect(index.nameCount == 600)
        for i in 1...600 {
            let change = fixture.put(1, .titled("again \(i)"))
            try await index.applyUrgent([change])
        }
        #expect(index.nameCount < 1000)
        #expect(try await fixture.texts(index, "again") == ["again 600"])
        await index.close()
    }
}
