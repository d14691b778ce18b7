import AlmagestEntities
import Catalog
import Testing

@testable import Properties

@Suite("Query plans")
struct QueryPlanTests {
    static let comparisons: [Predicate.Comparison] = [
        .init(property: "room", op: .equal, value: .text("Room 7")),
        .init(property: "room", op: .notEqual, value: .text("Room 7")),
        .init(property: "room", op: .hasPrefix, value: .text("Room")),
        .init(property: "room", op: .less, value: .text("Room 7")),
        .init(property: "room", op: .between, value: .list([.text("a"), .text("b")])),
        .init(property: "room", op: .contains, value: .text("oo")),
        .init(property: "room", op: .hasSuffix, value: .text("7")),
        .init(property: "count", op: .equal, value: .integer(7)),
        .init(property: "count", op: .greater, value: .integer(7)),
        .init(property: "count", op: .between, value: .list([.integer(1), .integer(2)])),
        .init(property: "isAllDay", op: .equal, value: .bool(true)),
        .init(property: "startDate", op: .equal, value: .text("2026-06-01")),
        .init(property: "startDate", op: .greaterOrEqual, value: .text("2026-06-01")),
        .init(property: "startDate", op: .exists, value: .bool(true)),
        .init(property: "title", op: .equal, value: .text("Event 1")),
        .init(property: "calendar", op: .equal, value: .text("org.example.App/Calendar/c1")),
        .init(property: "calendar.title", op: .equal, value: .text("Lunar")),
        .init(property: "id", op: .equal, value: .text("e1")),
        .init(property: "id", op: .hasPrefix, value: .text("e1")),
        .init(property: "id", op: .between, value: .list([.text("e1"), .text("e2")])),
    ]

    @Test("never go through all values or all entities", arguments: comparisons)
    func noScan(_ comparison: Predicate.Comparison) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(LargeSetTests.events(50))
        let plan = try await index.queryPlan(for: .all([.comparison(comparison), .not(.comparison(comparison))]))
        #expect(!plan.isEmpty)
        #expect(!plan.contains("SCAN"), "\(plan)")
        #expect(plan.contains("SEARCH"))
        #expect(!plan.contains("TEMP B-TREE"))
        await index.close()
    }

    @Test("bound the stretch that equality and range read by the value")
    func bounds() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index(LargeSetTests.events(50))
        func plan(_ property: String, _ op: Predicate.Comparator, _ value: PropertyValue) async throws -> String {
            try await index.queryPlan(for: .comparison(.init(property: property, op: op, value: value)))
        }
        #expect(try await plan("room", .equal, .text("x")).contains("(col=? AND value=?)"))
        #expect(try await plan("count", .between, .list([.integer(1), .integer(2)])).contains("value>? AND value<?"))
        #expect(try await plan("count", .less, .integer(1)).contains("value<?"))
        #expect(try await plan("room", .hasPrefix, .text("x")).contains("value>? AND value<?"))
        await index.close()
    }
}
