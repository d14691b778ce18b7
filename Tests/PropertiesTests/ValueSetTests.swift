import AlmagestEntities
import Catalog
import SQLite
import TestSupport
import Testing

@testable import Properties

/// Rows of values that many have are kept in memory once they were asked for.
@Suite("Rows of a value, kept")
struct ValueSetTests {
    private static let long = String(repeating: "long ", count: 40)
    private static let tags = ["Confirmed", "tentative", "Zoë", "zoe\u{308}", ""]
    private static let states = tags + [long, long + "er"]

    /// An entity whose values are few, so that many have the same.
    private static func entity(_ random: inout SeededRandom) -> Entity {
        var properties: [(String, PropertyValue)] = [
            ("state", .text(random.pick(states))), ("number", random.chance(50) ? .integer(3) : .number(3)),
            ("of", .reference("c\(random.int(0..<3))", type: "Calendar")),
        ]
        if random.chance(70) {
            properties.append(("tags", .list((0..<random.int(0..<4)).map { _ in .text(random.pick(tags)) })))
        }
        if random.chance(90) { properties.append(("size", .integer(Int64(random.int(0..<1000))))) }
        if random.chance(70) {
            properties.append(("marks", .list((0..<3).map { _ in .integer(Int64(random.int(0..<4))) })))
        }
        return .thing("e", properties)
    }

    private static func predicate(_ random: inout SeededRandom) -> Predicate {
        func equal(_ property: String, _ value: PropertyValue) -> Predicate {
            .comparison(.init(property: property, op: random.chance(80) ? .equal : .notEqual, value: value))
        }
        switch random.int(0..<7) {
        case 6:
            return .comparison(.init(property: "size", op: .greater, value: .integer(Int64(random.int(0..<1000)))))
        case 0: return equal("state", .text(random.pick(states)))
        case 1: return equal("tags", .text(random.pick(tags).uppercased()))
        case 2: return equal("marks", .integer(Int64(random.int(0..<4))))
        case 3: return .any([equal("state", .text(random.pick(states))), equal("tags", .text(random.pick(tags)))])
        case 4: return .all([predicate(&random), predicate(&random)])
        default: return .not(predicate(&random))
        }
    }

    @Test("agree with plain loops and plain SQL while values come, change and go", arguments: [1, 2, 3] as [UInt64])
    func agree(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try Fixture()
        var model = Model()
        for row in 1...2_500 { model.entities[RowID(row)] = Self.entity(&random) }
        let index = try await fixture.index((1...2_500).compactMap { model.entities[RowID($0)] })
        for _ in 0..<8 {
            for _ in 0..<25 {
                let predicate = Self.predicate(&random)
                #expect(try await index.rows(predicate) == model.rows(predicate), "\(predicate)")
            }
            #expect(index.valueSets > 0)
            try await agreesWithSQL(index, fixture)
            var changes: [Change] = []
            for _ in 0..<random.int(1..<200) {
                let row = RowID(random.int(1..<2_700))
                let entity = random.chance(25) ? nil : Self.entity(&random)
                model.entities[row] = entity
                changes.append(entity.map { fixture.put(row, $0) } ?? fixture.delete(row))
            }
            if random.chance(50) { try await index.applyUrgent(Array(changes.suffix(10))) }
            try await index.apply(changes, through: changes.last?.seq ?? 0)
        }
        await index.close()
    }

    private func agreesWithSQL(_ index: PropertyIndex, _ fixture: Fixture) async throws {
        let connection = try Connection(path: fixture.file.path, mode: .readOnly, isAlone: true)
        let statement = try connection.prepare(
            """
            SELECT v.value, count(DISTINCT v.row) FROM vals v JOIN columns c ON c.id = v.col
            WHERE c.path = 'of' GROUP BY v.value
            """)
        while try statement.step() {
            let rows = try await index.rows("of", .equal, .text(statement.text(0)))
            #expect(rows.count == statement.int(1))
        }
    }

    @Test("and columns in memory see what is applied while they are read", arguments: 1...8 as ClosedRange<UInt64>)
    func race(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try Fixture()
        let entities = (0..<3_000).map { _ in Self.entity(&random) }
        let index = try await fixture.index(entities)
        var model = Model()
        for (i, entity) in entities.enumerated() { model.entities[RowID(i + 1)] = entity }
        var steps: [[Change]] = []
        for _ in 0..<60 {
            steps.append(
                (0..<40).map { _ in
                    let row = RowID(random.int(1..<3_001))
                    let entity = Self.entity(&random)
                    model.entities[row] = entity
                    return fixture.put(row, entity)
                })
        }
        try await withThrowingTaskGroup(of: Void.self) { [steps] group in
            group.addTask {
                for changes in steps { try await index.apply(changes, through: changes.last?.seq ?? 0) }
            }
            for number in 0..<2 {
                group.addTask {
                    var random = SeededRandom(seed: seed + 100 * UInt64(number + 1))
                    for _ in 0..<100 { _ = try await index.rows(Self.predicate(&random)) }
                }
            }
            // A column is read as a whole while it changes.
            group.addTask { try await index.loadColumns(["size"]) }
            try await group.waitForAll()
        }
        for _ in 0..<40 {
            let predicate = Self.predicate(&random)
            #expect(try await index.rows(predicate) == model.rows(predicate), "\(predicate)")
        }
        await index.close()
    }

    @Test("take no more memory than is allowed, the least used leaving first")
    func bound() {
        var sets = ValueSets()
        let rows = RowSet(words: [UInt64](repeating: 1, count: 10_000))
        let most = ValueSets.maximumBytes / 80_000
        for number in 0..<Int64(2 * most) {
            sets.keep(rows, 1, .integer(number))
            #expect(sets.rows(1, .integer(0)) != nil)
            #expect(sets.bytes <= ValueSets.maximumBytes)
        }
        #expect(sets.count <= most)
        #expect(sets.rows(1, .integer(1)) == nil)
        // Rows that come make them longer.
        for number in 0..<Int64(2 * most) {
            sets.insert(2_000_000, IndexedValue(column: 1, payload: .integer(number)))
            #expect(sets.bytes <= ValueSets.maximumBytes)
        }
        sets.keep(RowSet(words: [UInt64](repeating: 1, count: ValueSets.maximumBytes / 8)), 2, .integer(1))
        #expect(sets.rows(2, .integer(1)) == nil)
    }

    @Test("references that are longer than a key are told from those that begin alike")
    func longReferences() async throws {
        let fixture = try Fixture()
        let name = String(repeating: "n", count: 200)
        let entities = (0..<4).map {
            Entity.thing("e\($0)", [("of", .reference(String(name.prefix(150 + 10 * $0))))])
        }
        let index = try await fixture.index(entities)
        for number in 0..<4 {
            let value = PropertyValue.reference(String(name.prefix(150 + 10 * number)))
            #expect(try await index.rows("of", .equal, value) == [RowID(number + 1)])
        }
        await index.close()
    }
}
