import AlmagestEntities
import Testing

@testable import Catalog

@Suite("Journal")
struct JournalTests {
    @Test("a tombstone says what was deleted, as long as it is kept")
    func names() async throws {
        let scratch = try Scratch()
        let expected = [
            JournalEntry(seq: 2, row: 2, kind: .put), JournalEntry(seq: 3, row: 1, kind: .delete(key("vega"))),
        ]
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"), star("rigel"))
            _ = try await catalog.delete(
                DeleteScope(bundle: "org.example.Stars", type: "Star", identifiers: ["vega"]))
            #expect(try await catalog.journal(after: 0, limit: 9) == expected)
        }
        try await scratch.withCatalog { catalog in
            #expect(try await catalog.journal(after: 0, limit: 9) == expected)
            #expect(try await catalog.journal(after: 0, limit: 1).count == 1)
            #expect(try await catalog.journal(after: 3, limit: 9) == [])
            #expect(try await catalog.oldestResumable() == 0)
            try await catalog.idle(now: 4_102_444_800)
            #expect(try await catalog.oldestResumable() == 3)
            let left = try await catalog.writer.withConnection { db in
                try db.int64("SELECT count(*) FROM tombstone")
            }
            #expect(left == 0)
        }
    }

    @Test("observers are told of commits that change entities, and of no others")
    func observing() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            let (told, continuation) = AsyncStream.makeStream(of: Void.self)
            catalog.observe { continuation.yield() }
            try await catalog.put(star("vega"))
            try await catalog.put(star("vega"))
            _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars"))
            continuation.finish()
            var count = 0
            for await _ in told { count += 1 }
            #expect(count == 2)
        }
    }
}
