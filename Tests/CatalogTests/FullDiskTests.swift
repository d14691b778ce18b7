import AlmagestEntities
import CatalogWorkload
import SQLite
import Testing

@testable import Catalog

@Suite("Full disk")
struct FullDiskTests {
    private func bound(_ catalog: Catalog, pages: String) async throws {
        _ = try await catalog.writer.withConnection { try $0.setPragma("max_page_count", pages) }
    }

    private func big(_ id: String) -> Entity {
        var entity = star(id)
        entity.text = String(repeating: "x", count: 200_000)
        return entity
    }

    @Test("is an error for the request that has no room, not for those beside it, and passes")
    func requests() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        try await catalog.put(star("a"))
        try await bound(catalog, pages: "40")
        let small = catalog.submit(WriteRequest([.put(star("b"))]))
        let tooBig = catalog.submit(WriteRequest([.put(star("c")), .put(big("big"))]))
        let after = catalog.submit(WriteRequest([.put(star("d"))]))
        #expect(await errorName { _ = try await tooBig.value } == .diskFull)
        #expect(try await small.value.rows == [2])
        #expect(try await after.value.rows == [3])
        #expect(catalog.lastSeq == 3 && catalog.rows.liveCount == 3)
        #expect(try await catalog.title("c") == nil)
        #expect(try await catalog.changes(after: 0, limit: 9).map(\.seq) == [1, 2, 3])
        try await bound(catalog, pages: "4000")
        #expect(try await catalog.put(star("c"), big("big")).rows == [4, 5])
        await catalog.close()
        catalog = try await scratch.open()
        #expect(catalog.rows.liveCount == 5 && catalog.lastSeq == 5)
    }

    @Test("keeps a batch out as a whole, and the batch can be committed when there is room")
    func batches() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: "org.example.Stars", index: "default")
        try await catalog.put(star("a"), big("b"), batch: batch)
        try await bound(catalog, pages: "40")
        #expect(await errorName { _ = try await catalog.commitBatch(batch, clientState: [1]) } == .diskFull)
        #expect(catalog.rows.liveCount == 0 && catalog.lastSeq == 0)
        #expect(try await catalog.clientState(bundle: "org.example.Stars", index: "default") == nil)
        try await bound(catalog, pages: "4000")
        #expect(try await catalog.commitBatch(batch, clientState: [1]) == 2)
    }

    @Test("memory agrees with the disk whatever fails on the way", arguments: 1...4)
    func random(seed: UInt64) async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        var workload = Workload(seed: seed)
        var model = Model()
        var failures = 0
        for step in 0..<200 {
            // A tight bound now and then, a wide one otherwise.
            try await bound(catalog, pages: step % 3 == 0 ? "1" : "4000")
            let operation = workload.next()
            do {
                _ = try await operation.run(on: catalog)
                model.apply(operation)
            } catch let error as AlmagestError {
                #expect(error.name == .diskFull)
                failures += 1
            }
            #expect(catalog.lastSeq == model.seq)
        }
        #expect(try await model.differences(from: catalog) == [])
        #expect(failures > 0)
        await catalog.close()
        catalog = try await scratch.open()
        #expect(try await model.differences(from: catalog) == [])
    }
}
