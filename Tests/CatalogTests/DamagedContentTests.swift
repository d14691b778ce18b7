import AlmagestEntities
import Foundation
import Synchronization
import Testing

@testable import Catalog

@Suite("Content that is no longer what was stored")
struct DamagedContentTests {
    private static let pageBytes = 4_096

    /// Spoils the file where a text stands: a byte of it, or the whole page.
    private func spoil(_ scratch: Scratch, at text: String, wholePage: Bool) throws {
        var bytes = try Data(contentsOf: scratch.file)
        let place = try #require(bytes.range(of: Data(text.utf8))).lowerBound
        if wholePage {
            let page = place / Self.pageBytes * Self.pageBytes
            bytes.replaceSubrange(page..<page + Self.pageBytes, with: Data(repeating: 0x5A, count: Self.pageBytes))
        } else {
            bytes[place] ^= 1
        }
        try bytes.write(to: scratch.file)
    }

    @Test("it is not there, whoever asks, told of once, and whole when it is donated again")
    func oneEntity() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        try await catalog.put(star("a", "unmistakable"), star("b"))
        await catalog.close()
        try spoil(scratch, at: "unmistakable", wholePage: false)
        catalog = try await scratch.open()
        let told = Mutex<[RowID]>([])
        catalog.damage.observe { row in told.withLock { $0.append(row) } }
        for _ in 0..<2 {
            #expect(try await catalog.entities(rows: [1, 2]).map(\.row) == [2])
            #expect(try await catalog.entities(ids: [key("a"), key("b")]).map { $0?.row } == [nil, 2])
        }
        #expect(await errorName { _ = try await catalog.changes(after: 0, limit: 9) } == .storeDamaged)
        #expect(told.withLock { $0 } == [1])
        let outcome = try await catalog.write(WriteRequest([.put(star("a", "unmistakable"))]))
        #expect(outcome.stored == 1 && outcome.unchanged == 0)
        #expect(catalog.damage.all.isEmpty)
        #expect(try await catalog.entities(rows: [1]).first?.entity == star("a", "unmistakable"))
        #expect(try await catalog.changes(after: 0, limit: 9).count == 2)
        #expect(try await catalog.write(WriteRequest([.put(star("a", "unmistakable"))])).unchanged == 1)
        await catalog.close()
    }

    @Test("of a page that is lost the others are there, and what was on it moves when it is donated again")
    func wholePage() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        let stars = (0..<400).map { star("\($0)", "Star number \($0) of a long catalogue") }
        _ = try await catalog.write(WriteRequest(stars.map { .put($0) }))
        await catalog.close()
        try spoil(scratch, at: "Star number 200 of", wholePage: true)
        catalog = try await scratch.open()
        let rows = (1...400).map { RowID($0) }
        let there = try await catalog.entities(rows: rows)
        let lost = catalog.damage.all
        #expect(!lost.isEmpty && lost.count < 100 && there.count + lost.count == 400)
        #expect(there.allSatisfy { stars.contains($0.entity) })
        #expect(try await catalog.entities(ids: [key("200")]).map { $0?.row } == [nil])
        // One of them is deleted, the others come again.
        let gone = try #require(lost.first)
        let deleted = try await catalog.delete(
            DeleteScope(bundle: key("").bundle, type: key("").type, identifiers: ["\(gone - 1)"]))
        #expect(deleted.deleted == 1)
        let kept = stars.filter { $0.key.id != "\(gone - 1)" }
        let outcome = try await catalog.write(WriteRequest(kept.map { .put($0) }))
        #expect(outcome.stored == lost.count - 1 && outcome.unchanged == there.count)
        #expect(catalog.damage.all.isEmpty && catalog.rows.liveCount == 399)
        for round in 0..<2 {
            #expect(try await catalog.entities(ids: kept.map(\.key)).map { $0?.entity } == kept, "\(round)")
            #expect(try await catalog.changes(after: 0, limit: 1_000).count { $0.isPut } == 399)
            await catalog.close()
            catalog = try await scratch.open()
        }
        await catalog.close()
    }

    @Test("what of a lost page a projection would read is told, so that it can be asked for")
    func following() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        let stars = (0..<400).map { star("\($0)", "Star number \($0) of a long catalogue") }
        _ = try await catalog.write(WriteRequest(stars.map { .put($0) }))
        await catalog.close()
        try spoil(scratch, at: "Star number 300 of", wholePage: true)
        catalog = try await scratch.open()
        #expect(await errorName { _ = try await catalog.changes(after: 0, limit: 1_000) } == .storeDamaged)
        #expect(catalog.damage.all.contains(301))
        _ = try await catalog.write(WriteRequest(stars.map { .put($0) }))
        #expect(try await catalog.changes(after: 0, limit: 1_000).count { $0.isPut } == 400)
        await catalog.close()
    }
}

extension Change {
    fileprivate var isPut: Bool { if case .put = kind { true } else { false } }
}
