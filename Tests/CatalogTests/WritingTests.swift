import AlmagestEntities
import Testing

@testable import Catalog

@Suite("Writing")
struct WritingTests {
    @Test("an entity comes back by row and by identifier as it was donated, after reopening too")
    func roundTrip() async throws {
        let scratch = try Scratch()
        var entity = star("sirius", "Sirius ✨", domain: "sky.south")
        entity.text = "The brightest"
        var catalog = try await scratch.open()
        let outcome = try await catalog.put(entity)
        #expect(outcome.stored == 1 && outcome.seq == 1 && outcome.rows == [1])
        for reopened in [false, true] {
            if reopened {
                await catalog.close()
                catalog = try await scratch.open()
            }
            let stored = try await catalog.entities(rows: outcome.rows)
            #expect(stored.map(\.entity) == [entity] && stored[0].revision == 1)
            #expect(try await catalog.entities(ids: [key("vega"), entity.key]).map { $0?.row } == [nil, 1])
            #expect(catalog.lastSeq == 1 && catalog.rows.revision(1) == 1)
        }
    }

    @Test("the same content again changes nothing, other content gives the row a new revision")
    func unchanged() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        try await catalog.put(star("a"), star("b"))
        let again = try await catalog.put(star("a"), star("b", "B"))
        #expect(again.unchanged == 1 && again.stored == 1 && again.seq == 3 && again.rows == [2])
        #expect(catalog.rows.revision(1) == 1 && catalog.rows.revision(2) == 3)
        #expect(try await catalog.changes(after: 0, limit: 10).map(\.seq) == [1, 3])
        let nothing = try await catalog.put(star("a"))
        #expect(nothing.seq == 3 && nothing.rows.isEmpty)
    }

    @Test("of an identifier that comes twice in one request the last one stays, and both count")
    func duplicates() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let outcome = try await catalog.put(star("a", "one"), star("b"), star("a", "two"))
        #expect(outcome.stored == 3 && outcome.rows == [2, 1] && outcome.seq == 3)
        #expect(try await catalog.title("a") == "two")
        #expect(try await catalog.changes(after: 0, limit: 10).map(\.row) == [2, 1])
        #expect(catalog.counts().map(\.entities) == [2])
    }

    @Test("a bad entry is left out with its place; an atomic request with one stores nothing")
    func rejection() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let mixed = try await catalog.put(star("a"), star(""), star("b"))
        #expect(mixed.stored == 2 && mixed.rejected.map(\.index) == [1])
        #expect(mixed.rejected.first?.error.name == .invalidIdentifier)
        let atomic = try await catalog.put(star("c"), star(String(repeating: "x", count: 2000)), atomic: true)
        #expect(atomic.stored == 0 && atomic.rejected.map(\.index) == [1] && atomic.seq == 2)
        let late = try await catalog.write(
            WriteRequest(
                [
                    .put(star("c")),
                    .update(try patch(#"{"bundle":"org.example.Stars","type":"Star","id":"zz","text":"x"}"#)),
                ], atomic: true))
        #expect(late.stored == 0 && late.rejected.first?.error.name == .notFound && late.rows.isEmpty)
        #expect(try await catalog.title("c") == nil)
        #expect(catalog.lastSeq == 2 && catalog.rows.liveCount == 2)
        let stated = try await catalog.write(
            WriteRequest([.rejected(AlmagestError(.invalidEntity, "no")), .put(star("d"))]))
        #expect(stated.stored == 1 && stated.rejected.map(\.index) == [0])
        #expect(try await catalog.changes(after: 2, limit: 9).map(\.seq) == [3])
    }

    @Test("an update merges into what is there, even from the same request, and makes new what has a title")
    func updates() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        let text = try patch(#"{"bundle":"org.example.Stars","type":"Star","id":"a","text":"bright"}"#)
        let outcome = try await catalog.write(WriteRequest([.update(text), .put(star("a", "A")), .update(text)]))
        #expect(outcome.stored == 2 && outcome.rejected.map(\.index) == [0])
        #expect(outcome.rejected.first?.error.name == .notFound)
        let stored = try await catalog.entities(ids: [key("a")])
        #expect(stored[0]?.entity.text == "bright" && stored[0]?.entity.display.title == "A")
        let whole = try patch(
            #"{"bundle":"org.example.Stars","type":"Star","id":"n","display":{"title":"New"},"priority":7}"#)
        #expect(try await catalog.write(WriteRequest([.update(whole)])).stored == 1)
        #expect(try await catalog.title("n") == "New")
        #expect(try await catalog.write(WriteRequest([.update(text)])).unchanged == 1)
    }

    @Test("requests that wait together are applied in the order they were submitted, and a bad one fails alone")
    func groups() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open(limits: CatalogLimits(maximumRow: 3))
        let submissions = ["one", "two", "three"].map { catalog.submit(WriteRequest([.put(star("a", $0))])) }
        let tooMany = catalog.submit(WriteRequest((0..<9).map { .put(star("x\($0)")) }))
        let deletion = catalog.submit(DeleteScope(bundle: "org.example.Stars", type: "Star", identifiers: ["a"]))
        let last = catalog.submit(WriteRequest([.put(star("b"))]))
        #expect(try await last.value.seq == 5)
        #expect(try await deletion.value.seq == 4)
        for (submission, seq) in zip(submissions, 1...) { #expect(try await submission.value.seq == Seq(seq)) }
        #expect(await errorName { _ = try await tooMany.value } == .rowsExhausted)
        #expect(try await catalog.title("a") == nil)
        #expect(try await catalog.entities(rows: [1, 2, 3]).map(\.row) == [2])
    }

    @Test("running out of rows is an error that names compact, and what is there can still be changed")
    func exhaustion() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open(limits: CatalogLimits(maximumRow: 2))
        try await catalog.put(star("a"), star("b"))
        do {
            try await catalog.put(star("c"))
            Issue.record("stored beyond the last row")
        } catch let error as AlmagestError {
            #expect(error.name == .rowsExhausted && error.hint?.contains("compact") == true)
        }
        #expect(try await catalog.put(star("b", "B")).stored == 1)
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars"))
        #expect(await errorName { try await catalog.put(star("c")) } == .rowsExhausted)
    }

    @Test("rows and seqs are never given out twice, even after the newest was deleted and forgotten")
    func reuse() async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        try await catalog.put(star("a"), star("b"))
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars", identifiers: ["b"]))
        try await catalog.idle(now: 9e9)
        await catalog.close()
        catalog = try await scratch.open()
        #expect(catalog.lastSeq == 3)
        #expect(try await catalog.horizon() == 3)
        let outcome = try await catalog.put(star("b"))
        #expect(outcome.rows == [3] && outcome.seq == 4)
        #expect(try await catalog.changes(after: 0, limit: 10).map(\.seq) == [1, 4])
    }

    @Test("after close every call says that the catalog is closed")
    func closed() async throws {
        let scratch = try Scratch()
        let catalog = try await scratch.open()
        await catalog.close()
        #expect(await errorName { try await catalog.put(star("a")) } == .unavailable)
        #expect(await errorName { _ = try await catalog.entities(rows: [1]) } == .unavailable)
        #expect(await errorName { _ = try await catalog.beginBatch(bundle: "b", index: "i") } == .unavailable)
        await catalog.close()
    }
}
