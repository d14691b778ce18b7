import AlmagestEntities
import Testing

@testable import Catalog

@Suite("Deleting")
struct DeletingTests {
    /// What is left of a small sky after a delete.
    private func left(_ scope: DeleteScope) async throws -> [String] {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let sky = [
            star("a", domain: "mail"), star("b", domain: "mail.inbox"), star("c", domain: "mailbox"), star("d"),
            star("e", type: "Planet", domain: "mail.inbox"), star("f", index: "archive", domain: "mail"),
            star("a", bundle: "org.example.Other", domain: "mail"), star("a", type: "Planet"),
        ]
        _ = try await catalog.write(WriteRequest(sky.map { .put($0) }))
        let outcome = try await catalog.delete(scope)
        let rest = try await catalog.entities(rows: (1...8).map { RowID($0) })
        #expect(outcome.deleted == 8 - rest.count && outcome.rows.count == outcome.deleted)
        #expect(outcome.seq == 8 + Seq(outcome.deleted) && catalog.lastSeq == outcome.seq)
        #expect(catalog.rows.liveCount == rest.count)
        #expect(catalog.counts().reduce(0) { $0 + $1.entities } == rest.count)
        #expect(outcome.rows.allSatisfy { catalog.rows.revision($0) == 0 })
        let changes = try await catalog.changes(after: 8, limit: 100)
        #expect(changes.map(\.row) == outcome.rows)
        for change in changes { if case .put = change.kind { Issue.record("a tombstone was expected") } }
        #expect(try await catalog.changes(rows: outcome.rows).map(\.seq) == changes.map(\.seq))
        return rest.map { "\($0.row)" }
    }

    @Test("a level left out means all of it")
    func levels() async throws {
        let stars = "org.example.Stars"
        #expect(try await left(DeleteScope(bundle: stars)) == ["7"])
        #expect(try await left(DeleteScope(bundle: stars, index: "archive")) == ["1", "2", "3", "4", "5", "7", "8"])
        #expect(try await left(DeleteScope(bundle: stars, type: "Planet")) == ["1", "2", "3", "4", "6", "7"])
        #expect(try await left(DeleteScope(bundle: stars, index: "default", type: "Star")) == ["5", "6", "7", "8"])
        #expect(try await left(DeleteScope(bundle: "org.example.None")).count == 8)
        #expect(try await left(DeleteScope(bundle: stars, index: "none")).count == 8)
        #expect(try await left(DeleteScope(bundle: stars, type: "None")).count == 8)
    }

    @Test("identifiers are taken in every type unless one is given")
    func identifiers() async throws {
        let stars = "org.example.Stars"
        #expect(try await left(DeleteScope(bundle: stars, identifiers: ["a", "a", "zz"])).count == 6)
        #expect(try await left(DeleteScope(bundle: stars, type: "Star", identifiers: ["a", "b"])).count == 6)
        #expect(try await left(DeleteScope(bundle: stars, index: "archive", identifiers: ["a", "f"])).count == 7)
        #expect(try await left(DeleteScope(bundle: stars, identifiers: [])).count == 8)
        #expect(try await left(DeleteScope(bundle: stars, identifiers: ["a", "b"], domain: "mail.inbox")).count == 7)
    }

    @Test("a domain is a prefix by dots")
    func domains() async throws {
        let stars = "org.example.Stars"
        #expect(try await left(DeleteScope(bundle: stars, domain: "mail")) == ["3", "4", "7", "8"])
        #expect(try await left(DeleteScope(bundle: stars, domain: "mail.inbox")).count == 6)
        #expect(try await left(DeleteScope(bundle: stars, type: "Planet", domain: "mail")).count == 7)
        #expect(try await left(DeleteScope(bundle: stars, index: "archive", domain: "mail")).count == 7)
        #expect(try await left(DeleteScope(bundle: stars, domain: "mai")).count == 8)
    }

    @Test("what was deleted comes back under a new row")
    func rebirth() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a"))
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars"))
        let outcome = try await catalog.put(star("a"))
        #expect(outcome.rows == [2] && outcome.seq == 3)
        #expect(!catalog.rows.isLive(1, revision: 1, now: 0) && catalog.rows.isLive(2, revision: 3, now: 0))
    }

    @Test("what expires is gone from its moment on, and deleted by expire")
    func expiry() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a", expires: 100), star("b", expires: 200), star("c"))
        #expect(catalog.rows.isLive(1, revision: 1, now: 99) && !catalog.rows.isLive(1, revision: 1, now: 100))
        #expect(catalog.rows.rowSet(bundles: nil, types: nil, domains: nil, includeHidden: false, now: 99) == nil)
        let set = catalog.rows.rowSet(bundles: nil, types: nil, domains: nil, includeHidden: false, now: 150)
        #expect(set?.rows == [2, 3])
        #expect(try await catalog.expire(now: 99).deleted == 0)
        let outcome = try await catalog.expire(now: 150)
        #expect(outcome.deleted == 1 && outcome.rows == [1] && outcome.seq == 4)
        #expect(catalog.rows.rowSet(bundles: nil, types: nil, domains: nil, includeHidden: false, now: 150) == nil)
        #expect(try await catalog.title("a") == nil)
        #expect(try await catalog.expire(now: 9e9).rows == [2])
    }

    @Test("many expired entities go in several steps")
    func expirySteps() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        _ = try await catalog.write(WriteRequest((0..<4_500).map { .put(star("\($0)", expires: Double($0))) }))
        let outcome = try await catalog.expire(now: 4_399)
        #expect(outcome.deleted == 4_400 && Set(outcome.rows).count == 4_400)
        #expect(catalog.rows.liveCount == 100)
    }

    @Test("tombstones are kept for their time, then forgotten below the horizon")
    func horizon() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a"), star("b"))
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars", identifiers: ["a"]))
        try await catalog.idle()
        #expect(try await catalog.horizon() == 0)
        #expect(try await catalog.changes(after: 0, limit: 9).map(\.seq) == [2, 3])
        try await catalog.idle(now: 9e9)
        #expect(try await catalog.horizon() == 3)
        #expect(try await catalog.changes(after: 0, limit: 9).map(\.seq) == [2])
    }
}
