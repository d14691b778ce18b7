import AlmagestEntities
import Catalog
import TestSupport
import Testing

@testable import Properties

/// Sets that are large enough for columns in memory, index walks and budgets.
@Suite("Large sets")
struct LargeSetTests {
    static func events(_ count: Int, seed: UInt64 = 1) -> [Entity] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { i in
            var properties: [(String, PropertyValue)] = [
                ("calendar", .reference("c\(random.int(0..<12))", type: "Calendar")),
                ("room", .text("Room \(random.int(0..<25))")),
                ("isAllDay", .bool(random.chance(10))),
                ("count", .integer(Int64(random.int(0..<1000)))),
            ]
            if random.chance(90) {
                let seconds = Double(1_700_000_000 + random.int(0..<100_000) * 600)
                properties.append(("startDate", .date(DateValue(form: .instant, seconds: seconds, offset: 0))))
            }
            if random.chance(50) {
                properties.append(("tags", .list((0..<3).map { _ in .integer(Int64(random.int(0..<500))) })))
            }
            return Entity.thing("e\(i)", title: "Event \(random.int(0..<400))", properties)
        }
    }

    @Test("sort as small ones do, page after page")
    func sort() async throws {
        let fixture = try Fixture()
        var entities = Self.events(2000)
        for i in 0..<12 {
            let key = EntityID(bundle: "org.example.App", type: "Calendar", id: "c\(i)")
            entities[i * 100] = Entity(key: key, display: Display(title: "Calendar \((i * 7) % 5)"))
        }
        let index = try await fixture.index(entities)
        var model = Model()
        for (i, entity) in entities.enumerated() { model.entities[RowID(i + 1)] = entity }
        let all = RowSet((1...2000).map { RowID($0) })
        for keys in [
            [SortKey(property: "startDate")], [SortKey(property: "startDate", ascending: false)],
            [SortKey(property: "title"), SortKey(property: "startDate", ascending: false)],
            [SortKey(property: "title", ascending: false), SortKey(property: "room")],
            [SortKey(property: "tags")], [SortKey(property: "tags", ascending: false)],
            [SortKey(property: "isAllDay", ascending: false), SortKey(property: "count")],
            [SortKey(property: "priority"), SortKey(property: "title")], [SortKey(property: "calendar.title")],
            [SortKey(property: "nothing"), SortKey(property: "room")], [SortKey(property: "type")], [],
        ] {
            let expected = model.sorted(all.rows, by: keys)
            #expect(try await index.sorted(all, by: keys, limit: 50, offset: 30) == Array(expected[30..<80]), "\(keys)")
            var pages: [RowID] = []
            var position: SortPosition?
            while true {
                let page = try await index.sorted(all, by: keys, after: position, limit: 333)
                pages += page
                guard let last = page.last else { break }
                position = try await index.position(of: last, by: keys)
            }
            #expect(pages == expected, "\(keys)")
        }
        await index.close()
    }

    @Test("filter the same from columns in memory as from the file, and through changes")
    func filter() async throws {
        let fixture = try Fixture()
        var entities = Self.events(6000)
        let index = try await fixture.index(entities)
        var random = SeededRandom(seed: 5)
        for round in 0..<4 {
            var model = Model()
            for (i, entity) in entities.enumerated() { model.entities[RowID(i + 1)] = entity }
            for _ in 0..<12 {
                let from = Double(1_700_000_000 + random.int(0..<100_000) * 600)
                let to = from + Double(random.int(1..<60_000) * 600)
                let span = PropertyValue.list([
                    .date(DateValue(form: .instant, seconds: from, offset: 0)),
                    .date(DateValue(form: .instant, seconds: to, offset: 0)),
                ])
                let predicate = Predicate.all([
                    .comparison(.init(property: "startDate", op: .between, value: span)),
                    .comparison(.init(property: "room", op: .equal, value: .text("room \(random.int(0..<25))"))),
                    .not(.comparison(.init(property: "isAllDay", op: .equal, value: .bool(true)))),
                    .comparison(.init(property: "count", op: .greater, value: .integer(Int64(random.int(0..<900))))),
                ])
                #expect(try await index.rows(predicate) == model.rows(predicate))
            }
            if round == 1 { try await index.loadColumns(["startDate", "isAllDay", "count"]) }
            var changes: [Change] = []
            let others = Self.events(200, seed: UInt64(round) + 10)
            for entity in others {
                let i = random.int(0..<entities.count)
                entities[i] = entity
                changes.append(fixture.put(RowID(i + 1), entity))
            }
            try await index.apply(changes, through: changes.last?.seq ?? 0)
        }
        await index.close()
    }

    @Test("count facets the same by walking a column as by records")
    func facets() async throws {
        let fixture = try Fixture()
        let entities = Self.events(5000)
        let index = try await fixture.index(entities)
        let many = RowSet((1...5000).map { RowID($0) })
        var parts: [PropertyValue: Int] = [:]
        for start in stride(from: 1, to: 5000, by: 2500) {
            let half = RowSet((start..<(start + 2500)).map { RowID($0) })
            for (value, count) in try await index.facets(half, properties: ["room"], limit: 100)[0] {
                parts[value, default: 0] += count
            }
        }
        let whole = try await index.facets(many, properties: ["room", "type", "calendar"], limit: 100)
        #expect(Dictionary(uniqueKeysWithValues: whole[0].map { ($0.value, $0.count) }) == parts)
        #expect(whole[1].map(\.count) == [5000])
        #expect(whole[2].count == 12)
        let counts = whole[0].map(\.count)
        #expect(counts == counts.sorted(by: >))
        await index.close()
    }
}
