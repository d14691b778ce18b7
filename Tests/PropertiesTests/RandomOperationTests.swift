import AlmagestEntities
import Catalog
import TestSupport
import Testing

@testable import Properties

@Suite("Random operations")
struct RandomOperationTests {
    @Test("agree with plain loops over the entities", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func agree(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try Fixture()
        var index = try await fixture.open()
        var model = Model()
        for round in 0..<12 {
            var changes: [Change] = []
            for _ in 0..<random.int(1..<60) {
                let row = RowID(random.int(1..<40))
                if random.chance(20) {
                    changes.append(fixture.delete(row))
                    model.entities[row] = nil
                } else {
                    let entity = Made.entity(row, &random)
                    changes.append(fixture.put(row, entity))
                    model.entities[row] = entity
                }
            }
            let last = try #require(changes.last)
            // The urgent lane brings some ahead; then everything comes in order, some of it again.
            if random.chance(50) { try await index.applyUrgent(Array(changes.suffix(random.int(1..<20)))) }
            try await index.apply(changes, through: last.seq)
            #expect(try await index.appliedSeq() == last.seq)
            if round % 4 == 3 {
                await index.close()
                index = try await fixture.open()
                #expect(try await index.appliedSeq() == last.seq)
            }
            if round % 3 == 2 { try await loadColumns(index) }
            for _ in 0..<40 {
                let predicate = Made.predicate(&random)
                let expected = model.rows(predicate)
                let rows: [RowID]
                do {
                    rows = try await index.rows(predicate)
                } catch let error as AlmagestError where error.name == .invalidPredicate {
                    // A number against a path that happens to have texts alone.
                    #expect(expected.isEmpty || error.path != nil)
                    continue
                }
                #expect(rows == expected, "\(predicate)")
                try await sortsAlike(index, model, rows, &random)
                try await countsAlike(index, model, rows, &random)
            }
        }
        await index.close()
    }

    /// Sorting a large set would load columns; a small one has to be told.
    private func loadColumns(_ index: PropertyIndex) async throws {
        try await index.loadColumns(["b", "when", "flag", "mixed"])
    }

    private func sortsAlike(
        _ index: PropertyIndex, _ model: Model, _ rows: [RowID], _ random: inout SeededRandom
    ) async throws {
        let keys = (0..<random.int(1..<4)).map { _ in
            SortKey(property: random.pick(Made.paths + ["ref.a", "ref.b"]), ascending: random.chance(50))
        }
        let expected = model.sorted(rows, by: keys)
        let limit = random.int(1..<30)
        let offset = random.int(0..<10)
        let set = RowSet(rows)
        let page = try await index.sorted(set, by: keys, context: .in("UTC"), limit: limit, offset: offset)
        #expect(page == Array(expected.dropFirst(offset).prefix(limit)), "\(keys)")
        if let last = page.last {
            let position = try await index.position(of: last, by: keys, context: .in("UTC"))
            let decoded = try #require(SortPosition(encoded: position.encoded))
            #expect(decoded == position)
            let next = try await index.sorted(set, by: keys, context: .in("UTC"), after: decoded, limit: limit)
            #expect(next == Array(expected.dropFirst(offset + page.count).prefix(limit)), "\(keys)")
        }
    }

    private func countsAlike(
        _ index: PropertyIndex, _ model: Model, _ rows: [RowID], _ random: inout SeededRandom
    ) async throws {
        let path = random.pick(Made.paths)
        let facets = try await index.facets(RowSet(rows), properties: [path], limit: 1000)
        var counts: [PropertyValue: Int] = [:]
        for (value, count) in facets[0] {
            var folded = value
            if case .text(let text) = value { folded = .text(IndexedText(text).key) }
            counts[folded, default: 0] += count
        }
        #expect(counts == model.facets(rows, path), "\(path)")
    }

    @Test("a set limits the result", arguments: [7] as [UInt64])
    func within(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try Fixture()
        let entities = (1...39).map { Made.entity(RowID($0), &random) }
        let index = try await fixture.index(entities)
        for _ in 0..<50 {
            let predicate = Made.predicate(&random)
            guard let all = try? await index.rows(predicate) else { continue }
            let within = RowSet((0..<10).map { _ in RowID(random.int(1..<60)) })
            #expect(try await index.rows(predicate, within: within) == all.filter { within.contains($0) })
        }
        await index.close()
    }
}
