import AlmagestEntities
import Settings
import Testing

@testable import Catalog

@Suite("Reading")
struct ReadingTests {
    @Test("the journal has each entity once, at its latest change, in order and in any portions")
    func journal() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        _ = try await catalog.write(WriteRequest((0..<1_000).map { .put(star("\($0)")) }))
        _ = try await catalog.write(WriteRequest((0..<1_000).filter { $0 % 3 == 0 }.map { .put(star("\($0)", "new")) }))
        for limit in [1_000, 256, 255, 7] {
            var seen: [Change] = []
            while true {
                let part = try await catalog.changes(after: seen.last?.seq ?? 0, limit: limit)
                guard !part.isEmpty else { break }
                #expect(part.count <= limit)
                seen += part
            }
            #expect(seen.count == 1_000 && Set(seen.map(\.row)).count == 1_000)
            #expect(seen.map(\.seq) == seen.map(\.seq).sorted())
            #expect(seen.last?.seq == catalog.lastSeq)
        }
        #expect(try await catalog.changes(after: catalog.lastSeq, limit: 5).isEmpty)
        #expect(try await catalog.changes(after: 0, limit: 0).isEmpty)
    }

    @Test("big content comes in answers with a bound, and nothing of it is left out")
    func bigContent() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        for i in 0..<12 {
            var entity = star("\(i)")
            entity.text = String(repeating: "x", count: 5 << 20)
            try await catalog.put(entity)
        }
        var seen: [RowID] = []
        var answers = 0
        while true {
            let part = try await catalog.changes(after: Seq(seen.count), limit: 100)
            guard !part.isEmpty else { break }
            answers += 1
            seen += part.map(\.row)
        }
        #expect(seen == (1...12).map { RowID($0) } && answers > 1)
        #expect(try await catalog.entities(rows: seen).count == 12)
    }

    @Test("rows come in the order asked, repeated ones repeatedly, missing ones not at all")
    func order() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a"), star("b"), star("c"))
        #expect(try await catalog.entities(rows: [3, 1, 9, 1, 2, 0]).map(\.row) == [3, 1, 1, 2])
        #expect(try await catalog.entities(rows: []).isEmpty)
        let names = try await catalog.names(rows: [3, 1, 9, 1, 2, 0])
        let whole = try await catalog.entities(rows: [3, 1, 9, 1, 2, 0])
        #expect(names.map(\.row) == whole.map(\.row) && names.map(\.revision) == whole.map(\.revision))
        #expect(names.map(\.key) == whole.map(\.entity.key))
        #expect(try await catalog.names(rows: (0..<2_000).map { RowID($0 % 4) }).count == 1_500)
        #expect(try await catalog.changes(rows: [3, 9, 1, 1]).map(\.row) == [3, 1, 1])
        #expect(try await catalog.entities(rows: (0..<2_000).map { RowID($0 % 4) }).count == 1_500)
    }

    @Test("counts are by bundle, index and type, and follow an entity that moves")
    func counts() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        try await catalog.put(
            star("a"), star("b"), star("c", index: "archive"), star("a", type: "Planet"), star("x", bundle: "b.c"))
        try await catalog.put(star("a", index: "archive"))
        let expected = [
            BundleCount(bundle: "b.c", index: "default", type: "Star", entities: 1),
            BundleCount(bundle: "org.example.Stars", index: "archive", type: "Star", entities: 2),
            BundleCount(bundle: "org.example.Stars", index: "default", type: "Planet", entities: 1),
            BundleCount(bundle: "org.example.Stars", index: "default", type: "Star", entities: 1),
        ]
        #expect(catalog.counts() == expected)
        await catalog.close()
        catalog = try await scratch.open()
        #expect(catalog.counts() == expected)
    }

    @Test("reading beside steady writing neither fails nor sees half a request, and the log stays small")
    func besideWriting() async throws {
        let scratch = try Scratch()
        var settings = CatalogSettings()
        settings.walBytes = 256 << 10
        let catalog = try await scratch.open(settings)
        _ = try await catalog.write(WriteRequest((0..<20).map { .put(star("\($0)", "0")) }))
        let ids = (0..<20).map { key("\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 1...150 {
                    var entities = (0..<20).map { star("\($0)", "\(round)") }
                    for i in entities.indices { entities[i].text = String(repeating: "\(round)", count: 2_000) }
                    _ = try await catalog.write(WriteRequest(entities.map { .put($0) }))
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    while catalog.lastSeq < 20 * 151 {
                        let titles = try await catalog.entities(ids: ids).map { $0?.entity.display.title }
                        #expect(Set(titles).count == 1)
                        _ = try await catalog.changes(after: 0, limit: 20)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try size(of: scratch.file.path + "-wal") < 8 * settings.walBytes)
        try await catalog.idle()
        #expect(try size(of: scratch.file.path + "-wal") == 0)
    }
}
