import AlmagestEntities
import CatalogWorkload
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Catalog

@Suite("Opening")
struct OpeningTests {
    @Test("makes what is missing, only for its owner")
    func creation() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder.appending(path: "deep/er")
        let catalog = try await Catalog(directory: folder)
        try await catalog.put(star("a"))
        let mode = { (url: URL) in try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode(folder.appending(path: "catalog.sqlite")) == 0o600)
        await catalog.close()
    }

    @Test("a log left by a store that is gone does not find its way into a new one")
    func strayLog() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a"))
        let log = try Data(contentsOf: URL(filePath: scratch.file.path + "-wal"))
        await catalog.close()
        try FileManager.default.removeItem(at: scratch.file)
        try log.write(to: URL(filePath: scratch.file.path + "-wal"))
        let fresh = try await scratch.open()
        #expect(fresh.lastSeq == 0 && fresh.rows.liveCount == 0)
    }

    @Test("a store of a later version is refused and left as it is")
    func tooNew() async throws {
        let scratch = try Scratch()
        await (try await scratch.open()).close()
        do {
            let db = try Connection(path: scratch.file.path)
            try db.setUserVersion(CatalogSchema.version + 1)
            _ = try db.checkpoint(.truncate)
        }
        let before = try Data(contentsOf: scratch.file)
        do {
            _ = try await scratch.open()
            Issue.record("opened")
        } catch let error as AlmagestError {
            #expect(error.name == .storeTooNew && error.path == scratch.file.path)
        }
        #expect(try Data(contentsOf: scratch.file) == before)
    }

    @Test("empty, foreign, cut and scrambled files are damage, with their path", arguments: 0..<7)
    func damage(kind: Int) async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        _ = try await catalog.write(WriteRequest((0..<500).map { .put(star("\($0)")) }))
        await catalog.close()
        var bytes = try Data(contentsOf: scratch.file)
        switch kind {
        case 0: bytes = Data()
        case 1: bytes = Data(repeating: 0x41, count: bytes.count)
        case 2: bytes = bytes.prefix(bytes.count / 2)
        case 3: bytes = bytes.prefix(5_000)
        case 4: for i in 0..<4096 { bytes[8192 + i] ^= 0xff }
        case 5: bytes = bytes.prefix(60)
        default:
            try FileManager.default.removeItem(at: scratch.file)
            let db = try Connection(path: scratch.file.path)
            try db.execute("CREATE TABLE somebody (elses INTEGER)")
            bytes = try Data(contentsOf: scratch.file)
        }
        try bytes.write(to: scratch.file)
        do {
            let catalog = try await scratch.open()
            Issue.record("opened with \(catalog.rows.liveCount) rows")
        } catch let error as AlmagestError {
            #expect(error.name == .storeDamaged && error.path == scratch.file.path)
        }
        #expect(try Data(contentsOf: scratch.file) == bytes)
    }

    @Test("a bit that flipped in content is noticed when it is read, never handed out")
    func flippedContent() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        try await catalog.put(star("a", "unmistakable"), star("b"))
        await catalog.close()
        var bytes = try Data(contentsOf: scratch.file)
        let place = try #require(bytes.range(of: Data("unmistakable".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: scratch.file)
        catalog = try await scratch.open()
        #expect(try await catalog.entities(rows: [1]).isEmpty)
        #expect(catalog.damage.all == [1])
        #expect(await errorName { _ = try await catalog.changes(after: 0, limit: 9) } == .storeDamaged)
        #expect(try await catalog.entities(rows: [2]).count == 1)
    }

    @Test("bits flipped at random give the right content or an error", arguments: 0..<40)
    func flippedBits(seed: UInt64) async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        let entities = (0..<60).map { star("\($0)", domain: $0 % 3 == 0 ? "a.b" : nil) }
        _ = try await catalog.write(WriteRequest(entities.map { .put($0) }))
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars", identifiers: ["1", "2"]))
        await catalog.close()
        var generator = SeededRandom(seed: seed)
        var bytes = try Data(contentsOf: scratch.file)
        for _ in 0..<4 {
            bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        try bytes.write(to: scratch.file)
        do {
            catalog = try await scratch.open()
            for stored in try await catalog.entities(rows: (1...60).map { RowID($0) }) {
                #expect(entities.contains(stored.entity))
            }
            _ = try await catalog.changes(after: 0, limit: 100)
            try await catalog.put(star("new"))
        } catch {
            #expect(error is AlmagestError)
        }
    }

    @Test(
        "without rights to the folder or the file the error says so, and all is well once they are given",
        .enabled(if: Probe.isBuilt))
    func rights() async throws {
        let scratch = try Scratch()
        let nobody = geteuid() == 0 ? "65534" : "\(geteuid())"
        let open = { try Probe.run(["open", scratch.folder.path, nobody]) }
        chmod(scratch.folder.path, 0o777)
        #expect(try open() == "ok")
        chmod(scratch.file.path, 0o444)
        #expect(["readOnly", "noPermission"].contains(try open()))
        chmod(scratch.file.path, 0o000)
        #expect(try open() == "noPermission")
        chmod(scratch.file.path, 0o644)
        chmod(scratch.folder.path, 0o555)
        #expect(["readOnly", "noPermission"].contains(try open()))
        chmod(scratch.folder.path, 0o000)
        #expect(["noPermission", "unavailable"].contains(try open()))
        chmod(scratch.folder.path, 0o777)
        #expect(try open() == "ok")
        let empty = scratch.folder.appending(path: "empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
        chmod(empty.path, 0o555)
        #expect(try Probe.run(["open", empty.path, nobody]) == "noPermission")
    }
}
