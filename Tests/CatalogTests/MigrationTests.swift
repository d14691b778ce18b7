import AlmagestEntities
import Foundation
import SQLite
import Testing

@testable import Catalog

@Suite("Migration")
struct MigrationTests {
    private func old(_ scratch: Scratch, version: Int = 1) throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/version-\(version).sqlite")
        try FileManager.default.copyItem(at: fixture, to: scratch.file)
    }

    @Test("a store of version 1 opens with everything it had")
    func content() async throws {
        let scratch = try Scratch()
        try old(scratch)
        var catalog = try await scratch.open()
        for _ in 0..<2 {
            #expect(catalog.lastSeq == 7 && catalog.rows.liveCount == 3)
            let stored = try await catalog.entities(rows: [1, 2, 3, 4])
            #expect(stored.map(\.row) == [1, 3, 4] && stored.map(\.revision) == [1, 5, 6])
            #expect(stored.map(\.entity.display.title) == ["Star vega", "Sirius", "Greetings"])
            #expect(try await catalog.changes(after: 0, limit: 9).map(\.row) == [1, 3, 4, 2])
            #expect(try await catalog.clientState(bundle: "org.example.Mail", index: "archive") == [1, 2, 3])
            let filtered = catalog.rows.rowSet(
                bundles: nil, types: nil, domains: ["mail"], includeHidden: true, now: 0)
            #expect(filtered?.rows == [4])
            #expect(catalog.rows.withColumns { [$0.hidden[3], $0.ownership[4]] } == [1, 3])
            #expect(catalog.rows.withColumns { $0.expires[3] } == 4_102_444_800)
            #expect(catalog.counts().map(\.entities) == [1, 2])
            await catalog.close()
            catalog = try await scratch.open()
        }
    }

    @Test("what was stored by version 1 counts as unchanged, and rows go on where they stopped")
    func continuation() async throws {
        let scratch = try Scratch()
        try old(scratch)
        let catalog = try await scratch.open()
        let outcome = try await catalog.put(star("vega"), star("altair"))
        #expect(outcome.unchanged == 1 && outcome.rows == [6] && outcome.seq == 8)
        try await catalog.idle()
        #expect(try await catalog.horizon() == 0)
    }

    @Test("a store of version 2 opens with everything it had, and takes interactions")
    func version2() async throws {
        let scratch = try Scratch()
        try old(scratch, version: 2)
        for round in 0..<2 {
            let catalog = try await scratch.open()
            #expect(catalog.lastSeq == 6 && catalog.rows.liveCount == 3)
            #expect(try await catalog.title("vega") == "Vega")
            #expect(try await catalog.changes(after: 0, limit: 9).map(\.row) == [3, 2, 4, 1])
            // What that tombstone stood for is not known any more.
            #expect(try await catalog.oldestResumable() == 4)
            #expect(catalog.context.use(of: key("vega")).count == round)
            _ = try await catalog.donate(
                Interaction(
                    bundle: "org.example.Stars", intentType: "Observe", date: 1_796_000_000, body: Array("{}".utf8),
                    entities: [key("vega")]))
            await catalog.close()
        }
    }

    @Test("a migrated store has the tables of a new one", arguments: [1, 2])
    func schema(version: Int) async throws {
        let (migrated, fresh) = (try Scratch(), try Scratch())
        try old(migrated, version: version)
        var schemas: [[String]] = []
        for scratch in [migrated, fresh] {
            await (try await scratch.open()).close()
            let db = try Connection(path: scratch.file.path, mode: .readWrite)
            #expect(try db.userVersion() == CatalogSchema.version)
            let find = try db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
            var lines: [String] = []
            while try find.step() { lines.append(find.text(0)) }
            schemas.append(lines)
        }
        #expect(schemas[0] == schemas[1])
    }

    @Test("a migration that cannot finish leaves the old store as it was")
    func interrupted() async throws {
        let scratch = try Scratch()
        try old(scratch)
        do {
            let db = try Connection(path: scratch.file.path)
            try db.execute("CREATE TABLE content (in_the_way INTEGER)")
        }
        #expect(await errorName { _ = try await scratch.open() } != nil)
        do {
            let db = try Connection(path: scratch.file.path)
            #expect(try db.userVersion() == 1)
            #expect(try db.int64("SELECT count(*) FROM entity") == 3)
            try db.execute("DROP TABLE content")
        }
        #expect(try await scratch.open().rows.liveCount == 3)
    }
}
