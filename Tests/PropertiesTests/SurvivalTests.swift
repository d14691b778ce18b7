import AlmagestEntities
import Catalog
import Foundation
import SQLite
import TestSupport
import Testing
import Text

@testable import Properties

@Suite("Survival of the property index")
struct SurvivalTests {
    @Test("what was applied is there after reopening, with its seq")
    func reopen() async throws {
        let fixture = try Fixture()
        let first = try await fixture.index([.having(.integer(1)), .having(.integer(2))])
        await first.close()
        let second = try await fixture.open()
        #expect(try await second.appliedSeq() == 2)
        #expect(try await second.rows("p", .equal, .integer(2)) == [2])
        await second.close()
    }

    enum Damage: String, CaseIterable, Sendable {
        case zeroLength, truncated, noise, header, missing, otherVersion, olderAnalysis, otherFile, flippedPages
    }

    @Test("a damaged, missing or older file is replaced by an empty one", arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(LargeSetTests.events(500))
        await index.close()
        let path = fixture.file.path
        var bytes = [UInt8](try Data(contentsOf: fixture.file))
        switch damage {
        case .zeroLength: bytes = []
        case .truncated: bytes.removeLast(bytes.count / 2)
        case .noise:
            var random = SeededRandom(seed: 3)
            bytes = bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .header: bytes[0] = 0
        case .missing: break
        case .otherVersion:
            let connection = try Connection(path: path)
            try connection.setUserVersion(99)
        case .olderAnalysis:
            try Connection(path: path).setUserVersion(
                PropertySchema.database(analysis: TextVersion.analysis - 1).version)
        case .otherFile: bytes = Array("not a database at all, but a text that somebody put here".utf8)
        case .flippedPages:
            for i in stride(from: 4096, to: bytes.count, by: 4096) { bytes[i] ^= 0xff }
        }
        if damage == .missing {
            try FileManager.default.removeItem(atPath: path)
        } else if damage != .otherVersion && damage != .olderAnalysis {
            try Data(bytes).write(to: fixture.file)
        }
        let again = try await fixture.open()
        #expect(try await again.appliedSeq() == 0)
        #expect(try await again.rows("count", .exists, .bool(true)) == [])
        let change = fixture.put(1, .having(.integer(7)))
        try await again.apply([change], through: change.seq)
        #expect(try await again.rows("p", .equal, .integer(7)) == [1])
        await again.close()
    }

    @Test("a file that is damaged while it is open is replaced, and says so")
    func damageWhileOpen() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(LargeSetTests.events(3000))
        try await index.idle()
        // Nothing of it may lie in a page cache.
        await index.close()
        let again = try await fixture.open()
        var bytes = [UInt8](try Data(contentsOf: fixture.file))
        for i in 8192..<bytes.count { bytes[i] = 0x5a }
        let handle = try FileHandle(forWritingTo: fixture.file)
        try handle.write(contentsOf: bytes)
        try handle.close()
        var failure: AlmagestError?
        do {
            _ = try await again.rows("room", .contains, .text("7"))
        } catch let error as AlmagestError {
            failure = error
        }
        #expect(failure?.name == .storeDamaged)
        #expect(try await again.appliedSeq() == 0)
        let change = fixture.put(1, .having(.integer(7)))
        try await again.apply([change], through: change.seq)
        #expect(try await again.rows("p", .equal, .integer(7)) == [1])
        await again.close()
    }

    @Test("an older revision does not replace a newer one, whatever lane it comes by")
    func olderRevision() async throws {
        let fixture = try Fixture()
        let index = try await fixture.open()
        let old = fixture.put(1, .having(.text("old")))
        let new = fixture.put(1, .having(.text("new")))
        try await index.applyUrgent([new])
        #expect(try await index.appliedSeq() == 0)
        try await index.apply([old], through: old.seq)
        #expect(try await index.rows("p", .equal, .text("new")) == [1])
        #expect(try await index.rows("p", .equal, .text("old")) == [])
        let gone = fixture.delete(1)
        try await index.apply([gone], through: gone.seq)
        try await index.applyUrgent([new])
        #expect(try await index.rows("p", .exists, .bool(true)) == [])
        await index.close()
    }

    @Test("a row that the catalog has changed is not found by its old values, also through not")
    func stale() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([
            .having(.text("old")), .thing("c", [("ref", .reference("x"))]),
        ])
        let throughReference = Predicate.comparison(.init(property: "ref.p", op: .equal, value: .text("old")))
        #expect(try await index.rows(throughReference) == [2])
        let change = fixture.put(1, .having(.text("new")))
        #expect(try await index.rows("p", .equal, .text("old")) == [])
        #expect(
            try await index.rows(.not(.comparison(.init(property: "p", op: .equal, value: .text("new"))))) == [2])
        try await index.applyUrgent([change])
        #expect(try await index.rows("p", .equal, .text("new")) == [1])
        #expect(try await index.rows(throughReference) == [])
        await index.close()
    }

    @Test("reset empties it")
    func reset() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(.integer(1))])
        try await index.reset()
        #expect(try await index.appliedSeq() == 0)
        #expect(try await index.rows("p", .exists, .bool(true)) == [])
        #expect(index.referencePaths.isEmpty)
        await index.close()
    }

    @Test("values that were replaced leave the file")
    func nothingIsLeft() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(LargeSetTests.events(300))
        for _ in 0..<3 {
            let changes = LargeSetTests.events(300, seed: 9).enumerated().map { fixture.put(RowID($0 + 1), $1) }
            try await index.apply(changes, through: changes.last?.seq ?? 0)
        }
        let deletes = (1...300).map { fixture.delete(RowID($0)) }
        try await index.apply(deletes, through: deletes.last?.seq ?? 0)
        await index.close()
        let connection = try Connection(path: fixture.file.path)
        #expect(try connection.int64("SELECT count(*) FROM vals") == 0)
        #expect(try connection.int64("SELECT count(*) FROM entities") == 0)
    }

    @Test("entities of odd shapes do no harm")
    func oddShapes() async throws {
        let fixture = try Fixture()
        let many = (0..<12_000).map { ("p\($0)", PropertyValue.integer(Int64($0))) }
        var deep = PropertyValue.integer(1)
        for _ in 0..<60 { deep = .record([.init("r", .list([deep]))]) }
        let index = try await fixture.index([
            .thing("many", many), .thing("deep", [("d", deep)]),
            .thing("odd", [("", .text("empty name")), ("a.b", .text("dotted")), ("nul", .text("a\0b"))]),
            .having(.number(.nan)), .having(.number(.infinity)), .having(.number(-0.0)),
            .having(.text(String(repeating: "x", count: 1_000_000))),
            .having(.date(DateValue(form: .instant, seconds: .infinity))),
            .having(.list((0..<20_000).map { .integer(Int64($0)) })),
        ])
        #expect(try await index.rows("p17", .equal, .integer(17)) == [1])
        #expect(try await index.rows("d" + String(repeating: ".r", count: 60), .equal, .integer(1)) == [2])
        #expect(try await index.rows("", .equal, .text("empty name")) == [3])
        #expect(try await index.rows("a.b", .equal, .text("dotted")) == [3])
        #expect(try await index.rows("nul", .equal, .text("a\0b")) == [3])
        #expect(try await index.rows("nul", .hasSuffix, .text("\0b")) == [3])
        #expect(try await index.rows("p", .equal, .number(.infinity)) == [5])
        #expect(try await index.rows("p", .equal, .integer(0)) == [6, 9])
        #expect(try await index.rows("p", .hasPrefix, .text("xxx")) == [7])
        #expect(try await index.rows("p", .equal, .integer(9_000)) == [9])
        await index.close()
    }
}
