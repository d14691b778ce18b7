import AlmagestEntities
import Foundation
import Testing

@testable import Catalog

@Suite("Batches")
struct BatchTests {
    private let app = "org.example.Stars"

    @Test("a batch is invisible until its commit, then there as a whole with its client state")
    func visibility() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("old", "Old"))
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        let staged = try await catalog.put(star("a"), star("b"), batch: batch)
        #expect(staged.stored == 2 && staged.seq == 1 && staged.rows.isEmpty)
        _ = try await catalog.delete(DeleteScope(bundle: app, identifiers: ["old", "a"]), batch: batch)
        try await catalog.put(star("c"), batch: batch)
        #expect(catalog.lastSeq == 1 && catalog.rows.liveCount == 1)
        #expect(try await catalog.title("a") == nil)
        let seq = try await catalog.commitBatch(batch, expectedClientState: .some(nil), clientState: [1, 2])
        #expect(seq == catalog.lastSeq)
        #expect(
            try await catalog.entities(ids: ["old", "a", "b", "c"].map { key($0) }).map { $0 != nil } == [
                false, false, true, true,
            ])
        #expect(try await catalog.clientState(bundle: app, index: "default") == [1, 2])
        #expect(await errorName { _ = try await catalog.commitBatch(batch) } == .noSuchBatch)
    }

    @Test("a client state that is not the expected one changes nothing and leaves the batch open")
    func comparison() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        try await catalog.put(star("a"), batch: batch)
        let wrong = await errorName {
            _ = try await catalog.commitBatch(batch, expectedClientState: [9], clientState: [1])
        }
        #expect(wrong == .clientStateMismatch && catalog.lastSeq == 0)
        let long = await errorName {
            _ = try await catalog.commitBatch(batch, clientState: [UInt8](repeating: 0, count: 251))
        }
        #expect(long == .tooLarge && catalog.rows.liveCount == 0)
        let full = [UInt8](repeating: 7, count: 250)
        #expect(try await catalog.commitBatch(batch, clientState: full) == 1)
        let next = try await catalog.beginBatch(bundle: app, index: "default")
        #expect(try await catalog.commitBatch(next, expectedClientState: full, clientState: []) == 1)
        #expect(try await catalog.clientState(bundle: app, index: "default") == [])
        #expect(try await catalog.clientState(bundle: app, index: "other") == nil)
    }

    @Test("a batch takes only its own app's named index")
    func scope() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: app, index: "main")
        let outcome = try await catalog.put(
            star("a", index: "main"), star("b"), star("c", bundle: "org.example.Other", index: "main"), batch: batch)
        #expect(outcome.stored == 1 && outcome.rejected.map(\.index) == [1, 2])
        #expect(outcome.rejected.allSatisfy { $0.error.name == .notAllowed })
        let foreign = await errorName {
            _ = try await catalog.delete(DeleteScope(bundle: "org.example.Other"), batch: batch)
        }
        #expect(foreign == .notAllowed)
        try await catalog.put(star("x"))
        _ = try await catalog.delete(DeleteScope(bundle: app), batch: batch)
        _ = try await catalog.commitBatch(batch)
        #expect(try await catalog.title("x") != nil)
        #expect(try await catalog.title("a") == nil)
    }

    @Test("an aborted batch is forgotten, and an update of nothing keeps all of a batch out")
    func failure() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let aborted = try await catalog.beginBatch(bundle: app, index: "default")
        try await catalog.put(star("a"), batch: aborted)
        await catalog.abortBatch(aborted)
        await catalog.abortBatch(aborted)
        #expect(await errorName { try await catalog.put(star("a"), batch: aborted) } == .noSuchBatch)
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        let update = try patch(#"{"bundle":"org.example.Stars","type":"Star","id":"zz","text":"x"}"#)
        _ = try await catalog.write(WriteRequest([.put(star("a")), .update(update)], batch: batch))
        #expect(await errorName { _ = try await catalog.commitBatch(batch, clientState: [1]) } == .notFound)
        #expect(catalog.lastSeq == 0)
        #expect(try await catalog.clientState(bundle: app, index: "default") == nil)
    }

    @Test("updates in a batch see what the batch put before them")
    func updates() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        let update = try patch(#"{"bundle":"org.example.Stars","type":"Star","id":"a","display":{"title":"New"}}"#)
        _ = try await catalog.write(WriteRequest([.put(star("a", "Old")), .update(update)], batch: batch))
        _ = try await catalog.commitBatch(batch)
        #expect(try await catalog.title("a") == "New")
        #expect(try await catalog.changes(after: 0, limit: 9).count == 1)
    }

    @Test("what is staged has a bound, beyond which the batch stays as it was")
    func bound() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open(limits: CatalogLimits(stagedBytes: 5_000))
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        try await catalog.put(star("a"), batch: batch)
        var big = star("big")
        big.text = String(repeating: "x", count: 6_000)
        let tooBig = big
        #expect(await errorName { try await catalog.put(star("b"), tooBig, batch: batch) } == .tooLarge)
        #expect(try await catalog.commitBatch(batch) == 1)
        let next = try await catalog.beginBatch(bundle: app, index: "default")
        for i in 0..<8 { try await catalog.put(star("n\(i)"), batch: next) }
    }

    @Test("an atomic request with a bad entry stages nothing of it")
    func atomic() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        let outcome = try await catalog.put(star("a"), star(""), atomic: true, batch: batch)
        #expect(outcome.stored == 0 && outcome.rejected.map(\.index) == [1])
        #expect(try await catalog.commitBatch(batch) == 0)
    }

    @Test("deleting a whole index takes its client state with it")
    func clientStateGoes() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        for index in ["default", "archive"] {
            let batch = try await catalog.beginBatch(bundle: app, index: index)
            try await catalog.put(star(index, index: index), batch: batch)
            _ = try await catalog.commitBatch(batch, clientState: [5])
        }
        _ = try await catalog.delete(DeleteScope(bundle: app, type: "Star", identifiers: ["default"]))
        #expect(try await catalog.clientState(bundle: app, index: "default") == [5])
        _ = try await catalog.delete(DeleteScope(bundle: app, index: "default"))
        #expect(try await catalog.clientState(bundle: app, index: "default") == nil)
        #expect(try await catalog.clientState(bundle: app, index: "archive") == [5])
        _ = try await catalog.delete(DeleteScope(bundle: app))
        #expect(try await catalog.clientState(bundle: app, index: "archive") == nil)
    }

    @Test("nothing staged survives the process, nor its file")
    func leftovers() async throws {
        let scratch = try Scratch()
        try Data("stale".utf8).write(to: scratch.folder.appending(path: "catalog.sqlite-staged"))
        var catalog = try await scratch.open()
        let batch = try await catalog.beginBatch(bundle: app, index: "default")
        try await catalog.put(star("a"), batch: batch)
        await catalog.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["catalog.sqlite"])
        catalog = try await scratch.open()
        #expect(catalog.lastSeq == 0)
    }
}
