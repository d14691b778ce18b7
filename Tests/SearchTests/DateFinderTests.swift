import Foundation
import Testing

@testable import Search

/// Dates in requests, by the caller's calendar.
struct DateFinderTests {
    /// Monday, 15 June 2026, 09:00 in UTC.
    static let monday = 1_781_514_000.0

    static func read(
        _ request: String, zone: String = "UTC", now: Double = monday, language: String = "en"
    ) -> Understanding {
        RequestReader(
            languages: [language], timeZone: TimeZone(identifier: zone) ?? .gmt, now: Date(timeIntervalSince1970: now)
        ).read(request)
    }

    /// First and last day of the first reading, as the zone shows them.
    static func days(
        _ request: String, zone: String = "UTC", now: Double = monday, language: String = "en", past: Bool = false
    ) -> String? {
        guard let date = read(request, zone: zone, now: now, language: language).dates.first,
            let span = date.spans(inPast: past).first
        else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: zone)
        formatter.dateFormat = "yyyy-MM-dd"
        let first = formatter.string(from: Date(timeIntervalSince1970: span.lowerBound))
        let last = formatter.string(from: Date(timeIntervalSince1970: span.upperBound - 1))
        return first == last ? first : "\(first)/\(last)"
    }

    @Test(arguments: [
        ("what is on today", "2026-06-15"), ("lunch tomorrow", "2026-06-16"), ("tomorrow's lunch", "2026-06-16"),
        ("what is in Friday’s review", "2026-06-19"),
        ("the day after tomorrow", "2026-06-17"), ("golf on Wednesday", "2026-06-17"),
        ("the event next Friday", "2026-06-19"), ("last Friday", "2026-06-12"), ("June 9th", "2027-06-09"),
        ("on 8 September", "2026-09-08"), ("the 3rd of May 2024", "2024-05-03"),
        ("in March 2025", "2025-03-01/2025-03-31"),
        ("next week", "2026-06-22/2026-06-28"), ("last month", "2026-05-01/2026-05-31"),
        ("golf on the 21st", "2026-06-21"), ("on the 31st", "2026-07-31"), ("due 2026-07-01", "2026-07-01"),
        ("3 days ago", "2026-06-12"), ("in two weeks", "2026-06-29"),
    ])
    func datesAreRead(request: String, expected: String) {
        #expect(Self.days(request) == expected)
    }

    @Test func aRequestAboutThePastLooksBack() {
        #expect(Self.days("what did I do on 8 September", past: true) == "2025-09-08")
        #expect(Self.read("what did I do on 8 September").isPast)
    }

    @Test(arguments: ["February 31", "April 31st 2026", "the 32nd of May", "June 0", "99 February"])
    func daysThatDoNotExistAreText(request: String) {
        #expect(Self.read(request).dates.isEmpty)
    }

    @Test func aLeapDayIsTheNextOneThereIs() {
        #expect(Self.days("29 February") == "2028-02-29")
        #expect(Self.days("29 February 2027") == nil)
    }

    @Test func daysGoByTheCallersZone() {
        // It is Monday 09:00 in UTC, 22:00 in Tongatapu, and still Sunday in Pago Pago.
        #expect(Self.days("today", zone: "Pacific/Tongatapu") == "2026-06-15")
        #expect(Self.days("today", zone: "Pacific/Pago_Pago") == "2026-06-14")
        #expect(Self.days("tomorrow", zone: "Pacific/Tongatapu", now: Self.monday + 4 * 3600) == "2026-06-17")
    }

    @Test func aDayOnWhichClocksChangeIsAsLongAsItIs() {
        // 25 October 2026: clocks go back in Berlin.
        let now = 1_792_800_000.0
        let span = Self.read("25 October", zone: "Europe/Berlin", now: now).dates.first?.spans.first
        let hours: Double? = span.map { ($0.upperBound - $0.lowerBound) / 3600 }
        #expect(hours == 25)
    }

    @Test func anHourNarrowsTheDayAndTheDayStaysBehindIt() {
        let date = Self.read("dentist tomorrow at 5 pm").dates.first
        #expect(date?.spans.first?.lowerBound == Self.monday + 32 * 3600)
        #expect(date?.spans.count == 2)
    }

    @Test(arguments: [
        ("Termin am nächsten Freitag", "de", "2026-06-19"), ("was ist am 8. September", "de", "2026-09-08"),
        ("übermorgen", "de", "2026-06-17"), ("letzte Woche", "de", "2026-06-08/2026-06-14"),
        ("明日の会議", "ja", "2026-06-16"),
    ])
    func otherLanguagesHaveTheirWords(request: String, language: String, expected: String) {
        #expect(Self.days(request, language: language) == expected)
    }

    @Test func anyTextIsReadWithoutHarm() {
        var generator = SystemRandomNumberGenerator()
        let words = [
            "next", "last", "the", "friday", "31", "february", "in", "0", "9999", "of", "2100", "at", "12", "pm",
            "third",
            "one", "weeks", "ago", "-", "\u{0}", "مرحبا", "明日", "🎉", "%", "19th", "track",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...20, using: &generator)
            let request = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            let now = Double.random(in: -6e10...2.5e11, using: &generator)
            let read = Self.read(request, zone: "Pacific/Apia", now: now)
            #expect(read.roles.count == read.tokens.count)
            for date in read.dates {
                #expect(date.tokens.upperBound <= read.tokens.count)
                for span in date.spans + date.pastSpans { #expect(span.lowerBound < span.upperBound) }
            }
        }
    }
}
