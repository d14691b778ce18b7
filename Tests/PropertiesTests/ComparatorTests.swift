import AlmagestEntities
import Catalog
import Testing

@testable import Properties

/// One value in row 1, and whether a comparison with it is true.
struct Comparing: Sendable, CustomTestStringConvertible {
    var stored: PropertyValue
    var op: Predicate.Comparator
    var value: PropertyValue
    var isTrue: Bool

    init(_ stored: PropertyValue, _ op: String, _ value: PropertyValue, _ isTrue: Bool) {
        self.stored = stored
        self.op = Predicate.Comparator(rawValue: op) ?? .exists
        self.value = value
        self.isTrue = isTrue
    }

    var testDescription: String { "\(stored) \(op.rawValue) \(value)" }
}

@Suite("Comparators")
struct ComparatorTests {
    static let text: [Comparing] = [
        Comparing(.text("Café"), "==", .text("café"), true),
        Comparing(.text("Café"), "==", .text("CAFE"), true),
        Comparing(.text("Café"), "==", .text("Caf"), false),
        Comparing(.text("Café"), "!=", .text("cafe"), false),
        Comparing(.text("Café"), "!=", .text("tea"), true),
        Comparing(.text("banana"), "<", .text("Cherry"), true),
        Comparing(.text("banana"), "<", .text("banana"), false),
        Comparing(.text("banana"), "<=", .text("BANANA"), true),
        Comparing(.text("banana"), ">", .text("apple"), true),
        Comparing(.text("banana"), ">", .text("banana"), false),
        Comparing(.text("banana"), ">=", .text("banana"), true),
        Comparing(.text("banana"), "between", .list([.text("apple"), .text("banana")]), true),
        Comparing(.text("banana"), "between", .list([.text("c"), .text("d")]), false),
        Comparing(.text("chocolate cake"), "contains", .text("LATE C"), true),
        Comparing(.text("chocolate cake"), "contains", .text("pie"), false),
        Comparing(.text("chocolate cake"), "hasPrefix", .text("Choc"), true),
        Comparing(.text("chocolate cake"), "hasPrefix", .text("cake"), false),
        Comparing(.text("chocolate cake"), "hasSuffix", .text("Cake"), true),
        Comparing(.text("chocolate cake"), "hasSuffix", .text("chocolate"), false),
        Comparing(.text("重跑任务"), "contains", .text("跑任"), true),
        Comparing(.text("Straße"), "==", .text("STRASSE"), true),
        Comparing(.text("ｆｕｌｌ"), "==", .text("full"), true),
        Comparing(.text("5"), "==", .integer(5), true),
        Comparing(.text("a"), "exists", .bool(true), true),
        Comparing(.text(""), "exists", .bool(true), true),
        Comparing(.text("a"), "exists", .bool(false), false),
        Comparing(.text("a"), "==", .list([.text("b"), .text("A")]), true),
        Comparing(.text("a"), "!=", .list([.text("b"), .text("A")]), false),
    ]

    static let numbers: [Comparing] = [
        Comparing(.integer(5), "==", .integer(5), true),
        Comparing(.integer(5), "==", .number(5.0), true),
        Comparing(.number(5.5), "==", .text("5.5"), true),
        Comparing(.integer(5), "==", .integer(6), false),
        Comparing(.integer(5), "!=", .integer(6), true),
        Comparing(.integer(5), "<", .number(5.1), true),
        Comparing(.integer(5), "<=", .integer(5), true),
        Comparing(.integer(5), ">", .integer(5), false),
        Comparing(.integer(-5), ">", .number(-5.5), true),
        Comparing(.integer(5), ">=", .text("5"), true),
        Comparing(.number(2.5), "between", .list([.integer(2), .integer(3)]), true),
        Comparing(.integer(3), "between", .list([.integer(2), .integer(3)]), true),
        Comparing(.integer(4), "between", .list([.integer(2), .integer(3)]), false),
        Comparing(.integer(9_007_199_254_740_993), "==", .integer(9_007_199_254_740_992), false),
        Comparing(.integer(9_007_199_254_740_993), ">", .integer(9_007_199_254_740_992), true),
        Comparing(.integer(.max), "==", .integer(.max), true),
        Comparing(.list([.integer(1), .integer(7)]), "contains", .integer(7), true),
        Comparing(.list([.integer(1), .integer(7)]), "contains", .list([.integer(7), .integer(1)]), true),
        Comparing(.list([.integer(1), .integer(7)]), "contains", .list([.integer(7), .integer(2)]), false),
        Comparing(.list([.integer(1), .integer(7)]), "==", .integer(1), true),
        Comparing(.list([.integer(1), .integer(7)]), "!=", .integer(1), false),
        Comparing(.list([]), "exists", .bool(true), false),
        Comparing(.measurement(.init(value: 5, unit: "km")), "<", .measurement(.init(value: 6, unit: "km")), true),
        Comparing(.measurement(.init(value: 5, unit: "km")), "<", .measurement(.init(value: 6, unit: "mi")), false),
        Comparing(.measurement(.init(value: 5, unit: "km")), "<", .integer(6), true),
    ]

    static let others: [Comparing] = [
        Comparing(.bool(true), "==", .bool(true), true),
        Comparing(.bool(true), "==", .bool(false), false),
        Comparing(.bool(true), "!=", .bool(false), true),
        Comparing(.bool(false), "==", .text("false"), true),
        Comparing(.bool(false), "exists", .bool(true), true),
        Comparing(.duration(.init(seconds: 10_800)), "==", .text("PT3H"), true),
        Comparing(.duration(.init(seconds: 10_800)), ">", .text("PT2H59M"), true),
        Comparing(.duration(.init(seconds: 10_800)), "<", .duration(.init(seconds: 60)), false),
        Comparing(.duration(.init(seconds: 10_800)), "between", .list([.text("PT1H"), .text("PT3H")]), true),
        Comparing(.url("https://Example.org/a"), "hasPrefix", .text("https://example.org"), true),
        Comparing(.url("https://example.org/a"), "==", .url("https://example.org/a"), true),
        Comparing(.person(.init(name: "Glow", handle: "glow@example.org")), "==", .text("glow"), true),
        Comparing(.person(.init(name: "Glow", handle: "glow@example.org")), "contains", .text("@example"), true),
        Comparing(
            .person(.init(name: "Glow", handle: "glow@example.org")), "==",
            .person(.init(handle: "Glow@example.org")), true),
        Comparing(.place(.init(name: "Joshua Tree")), "hasPrefix", .text("josh"), true),
        Comparing(.reference("lunar"), "==", .text("org.example.App/Thing/lunar"), true),
        Comparing(.reference("lunar"), "==", .reference("lunar"), true),
        Comparing(.reference("lunar"), "!=", .reference("solar"), true),
        Comparing(.reference("lunar", name: "Lunar"), "hasPrefix", .text("lun"), true),
        Comparing(.union(case: "place", value: .text("Here")), "==", .text("here"), true),
        Comparing(
            .union(case: "place", value: .text("Here")), "==", .union(case: "place", value: .text("here")), true),
        Comparing(
            .union(case: "place", value: .text("Here")), "==", .union(case: "text", value: .text("here")), false),
    ]

    @Test("decide as documented for every kind", arguments: text + numbers + others)
    func comparison(_ comparing: Comparing) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(comparing.stored)])
        let rows = try await index.rows("p", comparing.op, comparing.value)
        #expect(rows == (comparing.isTrue ? [1] : []))
        // The same by way of few candidates, whose records are looked at.
        let both = try await index.rows(
            .all([
                .comparison(.init(property: "type", op: .equal, value: .text("Thing"))),
                .comparison(.init(property: "p", op: comparing.op, value: comparing.value)),
            ]))
        #expect(both == rows)
        await index.close()
    }

    @Test("not is also true where there is no value, and != is not")
    func missing() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(.integer(1)), .thing("none"), .having(.integer(2))])
        #expect(try await index.rows("p", .notEqual, .integer(1)) == [3])
        let equal = Predicate.comparison(.init(property: "p", op: .equal, value: .integer(1)))
        #expect(try await index.rows(.not(equal)) == [2, 3])
        #expect(try await index.rows("p", .exists, .bool(false)) == [2])
        await index.close()
    }

    @Test("a path that no entity has matches nothing")
    func unknownPath() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(.integer(1))])
        let unknown = Predicate.comparison(.init(property: "q.r", op: .equal, value: .integer(1)))
        #expect(try await index.rows(unknown) == [])
        #expect(try await index.rows(.not(unknown)) == [1])
        await index.close()
    }

    @Test("a property with values of several kinds keeps a column a kind")
    func mixedKinds() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([
            .having(.integer(5)), .having(.text("5")), .having(.date("2026-06-01")), .having(.bool(true)),
        ])
        #expect(try await index.rows("p", .equal, .text("5")) == [1, 2])
        #expect(try await index.rows("p", .greaterOrEqual, .text("2026-06-01")) == [2, 3])
        #expect(try await index.rows("p", .equal, .bool(true)) == [4])
        await index.close()
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var stored: PropertyValue
        var op: Predicate.Comparator
        var value: PropertyValue
        var name: AlmagestError.Name
        var testDescription: String { "\(stored) \(op.rawValue) \(value)" }
    }

    @Test(
        "a value that the property cannot be compared with is an error that says where",
        arguments: [
            Refused(stored: .date("2026-06-01"), op: .equal, value: .text("2026-02-31"), name: .invalidDate),
            Refused(stored: .date("2026-06-01"), op: .equal, value: .text("February 31"), name: .invalidDate),
            Refused(stored: .integer(5), op: .equal, value: .text("five"), name: .invalidPredicate),
            Refused(stored: .integer(5), op: .hasPrefix, value: .text("5"), name: .invalidPredicate),
            Refused(stored: .bool(true), op: .less, value: .bool(true), name: .invalidPredicate),
            Refused(stored: .integer(5), op: .between, value: .list([.integer(1)]), name: .invalidPredicate),
            Refused(stored: .integer(5), op: .exists, value: .integer(1), name: .invalidPredicate),
            Refused(stored: .integer(5), op: .less, value: .list([.integer(1)]), name: .invalidPredicate),
            Refused(stored: .integer(5), op: .equal, value: .record([]), name: .invalidPredicate),
        ])
    func refused(_ refused: Refused) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(refused.stored)])
        let comparison = Predicate.comparison(.init(property: "p", op: refused.op, value: refused.value))
        let error = try await #require(throws: AlmagestError.self) {
            try await index.rows(
                .all([.comparison(.init(property: "p", op: .exists, value: .bool(true))), comparison]))
        }
        #expect(error.name == refused.name)
        #expect(error.path == "all[1].value")
        await index.close()
    }

    @Test("long texts are compared whole, beyond what their key holds")
    func longText() async throws {
        let fixture = try Fixture()
        let stem = String(repeating: "é", count: 100) + String(repeating: "x", count: 120)
        let index = try await fixture.index([
            .having(.text(stem + "a needle")), .having(.text(stem + "b")), .having(.text(stem)), .having(.text("z")),
        ])
        #expect(try await index.rows("p", .equal, .text(stem + "B")) == [2])
        #expect(try await index.rows("p", .equal, .text(stem)) == [3])
        #expect(try await index.rows("p", .contains, .text("Needle")) == [1])
        #expect(try await index.rows("p", .contains, .text("xa n")) == [1])
        #expect(try await index.rows("p", .hasSuffix, .text("b")) == [2])
        #expect(try await index.rows("p", .hasPrefix, .text(stem + "a")) == [1])
        #expect(try await index.rows("p", .hasPrefix, .text(stem)) == [1, 2, 3])
        #expect(try await index.rows("p", .greater, .text(stem)) == [1, 2, 4])
        #expect(try await index.rows("p", .greater, .text(stem + "a needle")) == [2, 4])
        #expect(try await index.rows("p", .lessOrEqual, .text(stem + "a")) == [3])
        await index.close()
    }
}
