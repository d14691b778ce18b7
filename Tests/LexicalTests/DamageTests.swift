import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing
import Text

@testable import Lexical

struct DamageTests {
    @Test("an index whose terms another version of the analysis made is begun anew")
    func olderAnalysis() async throws {
        let scratch = try Scratch()
        let folder = scratch.url.appending(path: "lexical")
        let older = try await LexicalIndex(
            directory: folder, settings: LexicalParameters(), analyzer: .shared, analysis: TextVersion.analysis - 1)
        let change = Change(seq: 3, row: 1, kind: .put(entity("Meteor shower")))
        try await older.apply([change], through: 3)
        try await older.flush()
        await older.close()
        let index = try await scratch.index()
        #expect(try await index.appliedSeq() == 0)
        #expect(index.damage?.contains("another version") == true, "\(index.damage ?? "")")
        #expect(try await index.search(LexicalQuery("meteor", languages: ["en"])).hits.isEmpty)
        try await index.apply([change], through: 3)
        try await index.flush()
        #expect(try await index.search(LexicalQuery("meteor", languages: ["en"])).hits.map(\.row) == [1])
        await index.close()
        let again = try await scratch.index()
        #expect(try await again.appliedSeq() == 3)
        await again.close()
    }

    /// A closed index with 300 documents; gives its folder.
    private func built(_ scratch: Scratch) async throws -> URL {
        let index = try await scratch.index()
        try await index.fill((0..<300).map { entity("apple number \($0)", text: "some words about \($0 % 7) things") })
        await index.close()
        return scratch.url.appending(path: "lexical/main")
    }

    private func expectRebuilt(_ scratch: Scratch, _ what: String) async throws {
        let index = try await scratch.index()
        #expect(index.damage != nil, "\(what)")
        #expect(try await index.appliedSeq() == 0, "\(what)")
        #expect(try await index.rows("apple").isEmpty, "\(what)")
        try await index.fill([entity("apple")])
        #expect(try await index.rows("apple") == [1], "\(what)")
    }

    @Test(
        "a truncated, emptied, missing or changed file is noticed, and the index begins anew",
        arguments: ["iamglass", "docdata.glass", "postlist.glass", "termlist.glass"])
    func files(_ name: String) async throws {
        for damage in ["truncate", "empty", "remove", "flip"] {
            let scratch = try Scratch()
            let file = try await built(scratch).appending(path: name)
            var data = try Data(contentsOf: file)
            switch damage {
            case "truncate": data.removeLast(data.count / 2)
            case "empty": data.removeAll()
            case "flip": data[data.count / 2] ^= 0x10
            default: break
            }
            if damage == "remove" { try FileManager.default.removeItem(at: file) } else { try data.write(to: file) }
            try await expectRebuilt(scratch, "\(name) \(damage)")
        }
    }

    @Test("a flipped bit that leaves size and time as they were is noticed after a clean close")
    func silentFlip() async throws {
        let scratch = try Scratch()
        let file = try await built(scratch).appending(path: "postlist.glass")
        let path = file.path(percentEncoded: false)
        var before = stat()
        #expect(stat(path, &before) == 0)
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: 9000)
        let byte = try #require(handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: 9000)
        try handle.write(contentsOf: [byte ^ 1])
        try handle.close()
        let times = [before.st_atim, before.st_mtim]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        try await expectRebuilt(scratch, "silent flip")
    }

    @Test("bits flipped at random under a lost note give answers or a new beginning, never a crash", arguments: 0..<20)
    func fuzz(_ seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        let scratch = try Scratch()
        let folder = try await built(scratch)
        try FileManager.default.removeItem(at: folder.deletingLastPathComponent().appending(path: "main.mark"))
        let files = ["iamglass", "docdata.glass", "postlist.glass", "termlist.glass"]
        let file = folder.appending(path: files.randomElement(using: &generator) ?? "")
        var data = try Data(contentsOf: file)
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
            data[Int.random(in: 0..<data.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        try data.write(to: file)
        let index = try await scratch.index()
        for query in ["apple", "\"apple number\"", "thing", "numb"] {
            do { _ = try await index.search(LexicalQuery(query, languages: ["en"])) } catch let error as AlmagestError {
                #expect(error.name == .storeDamaged)
                #expect(try await index.appliedSeq() == 0)
            }
        }
        do {
            try await index.apply(
                (0..<300).map { put(RowID($0 + 1), entity("pear"), seq: Seq(1000 + $0)) }, through: 2000)
            try await index.flush()
        } catch let error as AlmagestError {
            #expect(error.name == .storeDamaged)
        }
    }

    @Test("after damage at run time, whoever applies learns that the index is empty")
    func runTime() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill((0..<3000).map { entity("apple number \($0)") })
        let file = scratch.url.appending(path: "lexical/main/postlist.glass")
        let size = try Data(contentsOf: file).count
        let handle = try FileHandle(forUpdating: file)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: size))
        try handle.close()
        await #expect(throws: AlmagestError.self) { try await index.search(LexicalQuery("apple", languages: ["en"])) }
        #expect(index.damage != nil)
        await #expect(throws: AlmagestError.self) { try await index.apply([put(1, entity("pear"))], through: 4000) }
        #expect(try await index.appliedSeq() == 0)
        try await index.fill([entity("apple")])
        #expect(try await index.rows("apple") == [1])
    }

    @Test("a second process's writer is refused with a name")
    func locked() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("apple")])
        do {
            _ = try await scratch.index()
            Issue.record("opened twice")
        } catch let error as AlmagestError {
            #expect(error.name == .daemonAlreadyRunning)
        }
        #expect(try await index.rows("apple") == [1])
    }
}
