import AlmagestEntities
import Catalog
import Testing

@testable import Properties

@Suite("Date filters")
struct DateFilterTests {
    struct Day: Sendable, CustomTestStringConvertible {
        var stored: String
        var zone: String
        var op: String
        var value: String
        var isTrue: Bool
        init(_ stored: String, _ zone: String, _ op: String, _ value: String, _ isTrue: Bool) {
            (self.stored, self.zone, self.op, self.value, self.isTrue) = (stored, zone, op, value, isTrue)
        }
        var testDescription: String { "\(stored) \(op) \(value) in \(zone)" }
    }

    static let days: [Day] = [
        // The far ends of the clock: Tongatapu is UTC+13, Pago Pago UTC-11.
        Day("2026-06-01T10:59:59Z", "Pacific/Tongatapu", "==", "2026-06-01", true),
        Day("2026-06-01T11:00:00Z", "Pacific/Tongatapu", "==", "2026-06-01", false),
        Day("2026-05-31T11:00:00Z", "Pacific/Tongatapu", "==", "2026-06-01", true),
        Day("2026-05-31T10:59:59Z", "Pacific/Tongatapu", "==", "2026-06-01", false),
        Day("2026-06-01T11:00:00Z", "Pacific/Pago_Pago", "==", "2026-06-01", true),
        Day("2026-06-01T10:59:59Z", "Pacific/Pago_Pago", "==", "2026-06-01", false),
        Day("2026-06-02T10:59:59Z", "Pacific/Pago_Pago", "==", "2026-06-01", true),
        Day("2026-06-02T11:00:00Z", "Pacific/Pago_Pago", "==", "2026-06-01", false),
        // A day is on its day everywhere.
        Day("2026-06-01", "Pacific/Tongatapu", "==", "2026-06-01", true),
        Day("2026-06-01", "Pacific/Pago_Pago", "==", "2026-06-01", true),
        Day("2026-06-01", "Pacific/Pago_Pago", "==", "2026-05-31", false),
        Day("2026-06-01", "Pacific/Tongatapu", ">=", "2026-06-01", true),
        Day("2026-06-01", "Pacific/Tongatapu", "<", "2026-06-01", false),
        Day("2026-06-01", "Pacific/Tongatapu", "<=", "2026-06-01", true),
        Day("2026-06-01", "Pacific/Pago_Pago", ">", "2026-06-01", false),
        Day("2026-06-02", "Pacific/Pago_Pago", ">", "2026-06-01", true),
        // So is a time on the wall.
        Day("2026-06-01T23:30", "Pacific/Tongatapu", "==", "2026-06-01", true),
        Day("2026-06-01T23:30", "Pacific/Pago_Pago", "==", "2026-06-01", true),
        Day("2026-06-01T00:00", "Pacific/Pago_Pago", "<", "2026-06-01", false),
        // Clocks go forward in Berlin on 29 March 2026 (a day of 23 hours) and back on 25 October (25 hours).
        Day("2026-03-28T22:59:59Z", "Europe/Berlin", "==", "2026-03-29", false),
        Day("2026-03-28T23:00:00Z", "Europe/Berlin", "==", "2026-03-29", true),
        Day("2026-03-29T21:59:59Z", "Europe/Berlin", "==", "2026-03-29", true),
        Day("2026-03-29T22:00:00Z", "Europe/Berlin", "==", "2026-03-29", false),
        Day("2026-10-24T22:00:00Z", "Europe/Berlin", "==", "2026-10-25", true),
        Day("2026-10-25T22:59:59Z", "Europe/Berlin", "==", "2026-10-25", true),
        Day("2026-10-25T23:00:00Z", "Europe/Berlin", "==", "2026-10-25", false),
        // A leap day.
        Day("2028-02-29T12:00:00Z", "UTC", "==", "2028-02-29", true),
        Day("2028-02-29", "UTC", ">", "2028-02-28", true),
        Day("2028-02-29", "UTC", "<", "2028-03-01", true),
        Day("2028-02-29", "Pacific/Tongatapu", "==", "2028-03-01", false),
        // Whole days include their end; moments are moments.
        Day("2026-06-01T23:59:59Z", "UTC", "<=", "2026-06-01", true),
        Day("2026-06-02T00:00:00Z", "UTC", "<=", "2026-06-01", false),
        Day("2026-06-02T00:00:00Z", "UTC", ">", "2026-06-01", true),
        Day("2026-06-01T23:59:59Z", "UTC", ">", "2026-06-01", false),
        Day("2026-06-01T00:00:00Z", "UTC", ">=", "2026-06-01", true),
        Day("2026-06-01T00:00:00Z", "UTC", "<", "2026-06-01", false),
        Day("2026-06-01T10:00:00Z", "UTC", "!=", "2026-06-01", false),
        Day("2026-06-03T10:00:00Z", "UTC", "!=", "2026-06-01", true),
        Day("2026-06-01T10:00:00Z", "UTC", "==", "2026-06-01T12:00:00+02:00", true),
        Day("2026-06-01T10:00:00Z", "UTC", ">", "2026-06-01T10:00:00Z", false),
        Day("2026-06-01T10:00", "Europe/Berlin", "==", "2026-06-01T08:00:00Z", true),
        Day("2026-06-01T08:00:00Z", "Europe/Berlin", "==", "2026-06-01T10:00", true),
        // The future does not vanish from an open range.
        Day("9999-12-31T23:59:59Z", "UTC", ">=", "2026-06-01", true),
        Day("2999-01-01", "Pacific/Pago_Pago", ">", "2026-06-01", true),
        Day("0001-01-01T00:00:00Z", "UTC", "<", "2026-06-01", true),
    ]

    @Test("put moments, floating times and whole days on the days of the zone", arguments: days)
    func day(_ day: Day) async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(.date(day.stored))])
        let op = try #require(Predicate.Comparator(rawValue: day.op))
        #expect(try await index.rows("p", op, .text(day.value), zone: day.zone) == (day.isTrue ? [1] : []))
        #expect(try await index.rows("p", op, .date(day.value), zone: day.zone) == (day.isTrue ? [1] : []))
        await index.close()
    }

    @Test("between includes both of its days")
    func between() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([
            .having(.date("2026-05-31T23:59:59Z")), .having(.date("2026-06-01T00:00:00Z")),
            .having(.date("2026-06-30T23:59:59Z")), .having(.date("2026-07-01T00:00:00Z")),
            .having(.date("2026-06-30")), .having(.date("2026-07-01")), .having(.date("2026-06-30T23:59")),
        ])
        let june = PropertyValue.list([.text("2026-06-01"), .text("2026-06-30")])
        #expect(try await index.rows("p", .between, june) == [2, 3, 5, 7])
        await index.close()
    }

    @Test("the same predicate in another zone is another question")
    func cacheByZone() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([.having(.date("2026-06-01T11:30:00Z"))])
        for _ in 0..<2 {
            #expect(try await index.rows("p", .equal, .text("2026-06-01"), zone: "Pacific/Tongatapu") == [])
            #expect(try await index.rows("p", .equal, .text("2026-06-01"), zone: "UTC") == [1])
        }
        await index.close()
    }
}
