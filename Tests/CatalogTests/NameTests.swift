import AlmagestEntities
import Testing

@testable import Catalog

@Suite("Names that look alike")
struct NameTests {
    private let composed = "org.example.Caf\u{E9}"
    private let decomposed = "org.example.Cafe\u{301}"

    @Test("two bundles that differ in the composition of an accent keep their own entities")
    func bundles() async throws {
        let scratch = try Scratch()
        let keys = [composed, decomposed].map { EntityID(bundle: $0, type: "Note", id: "1") }
        try await scratch.withCatalog { catalog in
            for key in keys {
                let outcome = try await catalog.write(
                    WriteRequest([.put(Entity(key: key, display: Display(title: "of \(key.bundle.utf8.count)")))]))
                #expect(outcome.stored == 1)
            }
        }
        try await scratch.withCatalog { catalog in
            let stored = try await catalog.entities(ids: keys)
            #expect(stored.compactMap { $0?.entity.display.title } == keys.map { "of \($0.bundle.utf8.count)" })
            for (key, entity) in zip(keys, stored) {
                let rows = catalog.rows.rowSet(
                    bundles: [key.bundle], types: nil, domains: nil, includeHidden: true, now: 0)
                #expect(rows?.rows == entity.map { [$0.row] })
            }
            let deleted = try await catalog.delete(DeleteScope(bundle: composed))
            #expect(deleted.deleted == 1)
            let left = try await catalog.entities(ids: keys)
            #expect(left[0] == nil)
            #expect(left[1]?.entity.display.title == "of \(decomposed.utf8.count)")
        }
    }

    @Test("two named indexes that differ so keep their own client state")
    func indexes() async throws {
        let scratch = try Scratch()
        let names = ["caf\u{E9}", "cafe\u{301}"]
        try await scratch.withCatalog { catalog in
            for (number, name) in names.enumerated() {
                let batch = try await catalog.beginBatch(bundle: "org.example.App", index: name)
                let star = star("\(number)", bundle: "org.example.App", index: name)
                let outcome = try await catalog.put(star, batch: batch)
                #expect(outcome.rejected.isEmpty)
                _ = try await catalog.commitBatch(
                    batch, expectedClientState: .some(nil), clientState: [UInt8(number)])
            }
            for (number, name) in names.enumerated() {
                let state = try await catalog.clientState(bundle: "org.example.App", index: name)
                #expect(state == [UInt8(number)])
            }
        }
    }
}
