import AlmagestEntities
import Testing

@testable import Catalog

@Suite("Numbers in the file that cannot be")
struct DamagedNumbersTests {
    private func stocked() async throws -> Scratch {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            _ = try await catalog.write(WriteRequest((1...3).map { .put(star("\($0)")) }))
        }
        return scratch
    }

    private func fault(_ scratch: Scratch) async -> AlmagestError? {
        do {
            try await scratch.withCatalog { _ in }
            return nil
        } catch {
            return error as? AlmagestError
        }
    }

    @Test(
        "a code without a name or a row that was never given out is damage, and is told",
        arguments: [
            "UPDATE entity SET bundle = 60000 WHERE row = 2", "UPDATE entity SET bundle = -1 WHERE row = 2",
            "UPDATE entity SET type = 0 WHERE row = 2", "UPDATE entity SET domain = 9 WHERE row = 2",
            "UPDATE entity SET row = 4000000000 WHERE row = 2", "UPDATE entity SET row = -7 WHERE row = 2",
            "UPDATE journal SET row = 1 << 40, kind = 1 WHERE row = 2",
        ])
    func codes(sql: String) async throws {
        let scratch = try await stocked()
        try scratch.tamper(sql)
        let fault = await fault(scratch)
        #expect(fault?.name == .storeDamaged)
    }

    @Test("a last row beyond all reason is damage, and takes no memory")
    func lastRow() async throws {
        let scratch = try await stocked()
        try scratch.tamper("UPDATE state SET last_row = 1 << 62")
        let fault = await fault(scratch)
        #expect(fault?.name == .storeDamaged)
    }

    @Test("content that is missing is damage and no delete")
    func missingContent() async throws {
        let scratch = try await stocked()
        try scratch.tamper("DELETE FROM content WHERE row = 2")
        try await scratch.withCatalog { catalog in
            let name = await errorName { _ = try await catalog.changes(after: 0, limit: 10) }
            #expect(name == .storeDamaged)
        }
    }
}
