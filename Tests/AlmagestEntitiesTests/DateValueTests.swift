import AlmagestEntities
import Foundation
import TestSupport
import Testing

@Suite struct DateValueTests {
    @Test(arguments: [
        ("2026-08-12T22:00:00-07:00[America/Los_Angeles]", 1_786_597_200.0),
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59.5Z", -0.5),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("2024-02-29", 1_709_164_800),
        ("2000-02-29T12:00:00+18:00", 951_760_800),
        ("2026-08-12t22:00:00z", 1_786_572_000),
        ("2026-08-12 22:00Z", 1_786_572_000),
        ("2026-08-12T22:00:00,25+0530", 1_786_552_200.25),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2017-01-01T00:59:60+01:00", 1_483_228_800),
        ("1985-04-12T23:20:50.52Z[!u-ca=iso8601]", 482_196_050.52),
        ("2022-07-08T00:14:07Z[Europe/Paris][u-ca=hebrew]", 1_657_239_247),
        // The offset decides against a zone that is not critical.
        ("2022-07-08T00:14:07+01:00[Europe/Paris]", 1_657_235_647),
        ("2022-07-08T00:14:07-00:00[!Europe/London]", 1_657_239_247),
        ("2022-07-08T02:14:07+02:00[!Europe/Paris]", 1_657_239_247),
        // A zone without an offset: its clocks; an hour that comes twice is the first, one that is skipped moves on.
        ("2026-08-12T22:00:00[America/Los_Angeles]", 1_786_597_200),
        ("2026-10-25T02:30:00[Europe/Berlin]", 1_792_888_200),
        ("2026-03-29T02:30:00[Europe/Berlin]", 1_774_747_800),
        ("2022-07-08T00:14:07[+08:45]", 1_657_207_747),
    ])
    func aDateHasItsSeconds(_ text: String, _ seconds: Double) throws {
        #expect(try DateValue(parsing: text).seconds == seconds)
    }

    @Test func theFormIsWhatIsWritten() throws {
        #expect(try DateValue(parsing: "2026-08-12").form == .allDay)
        let floating = try DateValue(parsing: "2026-08-12T22:00:00")
        #expect(floating.form == .floating && floating.offset == nil)
        let instant = try DateValue(parsing: "2026-08-12T22:00:00-07:00[America/Los_Angeles]")
        #expect(instant.form == .instant && instant.offset == -25_200 && instant.zone == "America/Los_Angeles")
    }

    @Test(arguments: [
        ("2026-02-31", "February 31 does not exist."),
        ("2026-02-29", "February 29 does not exist in 2026."),
        ("1900-02-29", "February 29 does not exist in 1900."),
        ("2026-04-31T10:00:00Z", "April 31 does not exist."),
        ("2026-13-01", "Month 13 does not exist."),
        ("2026-00-10", "Month 0 does not exist."),
        ("2026-01-00", "January 0 does not exist."),
        ("0000-01-01", "The year 0000 does not exist; years are 0001 to 9999."),
        ("2026-01-01T24:00:00Z", "Hour 24 does not exist."),
        ("2026-01-01T10:60:00Z", "Minute 60 does not exist."),
        ("2026-01-01T10:00:61Z", "Second 61 does not exist."),
        ("2026-01-01T10:00:60Z", "Second 60 exists only at the end of a day in UTC."),
        ("9999-12-31T23:59:60Z", "Years end with 9999."),
        ("2026-01-01T10:00:00+99:99", "The offset goes beyond 18 hours, or its minutes beyond 59."),
        ("2026-01-01T10:00:00+18:01", "The offset goes beyond 18 hours, or its minutes beyond 59."),
        ("2022-07-08T00:14:07+01:00[!Europe/Paris]", "marked critical"),
        ("2022-07-08T00:14:07[Mars/Olympus]", "there is no time zone “Mars/Olympus”"),
        ("2022-07-08T00:14:07Z[!x-foo=bar]", "is not known here"),
        ("2022-07-08T00:14:07Z[u-ca=hebrew][Europe/Paris]", "the zone comes first"),
        ("2022-07-08T00:14:07Z[]", "a suffix is empty"),
        ("2022-07-08T00:14:07Z[Europe/Paris", "no closing bracket"),
        ("2026-08-12[Europe/Paris]", "a date is followed by T"),
        ("2026-08-12T", "the hour needs 2 digits"),
        ("2026-8-12", "the month needs 2 digits"),
        ("12026-08-12", "a date is written YYYY-MM-DD"),
        ("-2026-08-12", "the year needs 4 digits"),
        ("2026-08-12T10:00:00.Z", "a fraction needs digits"),
        ("2026-08-12T10:00:00 Z", "a time is followed by Z"),
        ("2026-08-12T10:00:00ZZ", "what follows a date and time stands in brackets"),
        ("next week", "the year needs 4 digits"),
        ("", "the year needs 4 digits"),
    ])
    func whatDoesNotExistIsRefusedWithASentence(_ text: String, _ sentence: String) {
        let error = #expect(throws: AlmagestError.self) { try DateValue(parsing: text) }
        #expect(error?.name == .invalidDate)
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "2026-08-12", "2026-08-12T22:00:00", "2026-08-12T22:00:00.25Z",
        "2026-08-12T22:00:00-07:00[America/Los_Angeles]",
        "0001-01-01", "9999-12-31T23:59:59.999999Z", "0001-01-01T00:00:00+18:00", "9999-12-31T23:59:59-18:00",
        "1969-12-31T23:59:59.999999Z",
    ])
    func theTextIsTheOneThatWasRead(_ text: String) throws {
        let date = try DateValue(parsing: text)
        #expect(try DateValue(parsing: date.text) == date)
        if !text.contains("9999") { #expect(date.text == text) }
    }

    @Test func randomDatesRoundTripThroughTheirText() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<20_000 {
            let date = random.date()
            let again = try DateValue(parsing: date.text)
            #expect(again == date, "\(date.text)")
            #expect(again.text == date.text)
        }
    }

    @Test func daysAgreeWithFoundationsCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var random = SeededRandom(seed: 2)
        for _ in 0..<2_000 {
            // Foundation's calendar is Julian before 1582.
            let seconds = Double.random(in: -12_000_000_000...253_000_000_000, using: &random).rounded()
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: seconds))
            let text = String(
                format: "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
                parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
            #expect(DateValue(form: .instant, seconds: seconds, offset: 0).text == text)
        }
    }

    @Test func textOfNumbersOutsideTimeIsStillADate() throws {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_799.999_999_9] {
            for form in [DateValue.Form.instant, .floating, .allDay] {
                _ = try DateValue(
                    parsing: DateValue(form: form, seconds: seconds, offset: form == .instant ? 0 : nil).text)
            }
        }
    }

    static func interval(_ text: String, _ zone: String) throws -> Range<Double> {
        let zone = try #require(TimeZone(identifier: zone))
        return try DateValue(parsing: text).interval(in: DateContext(timeZone: zone, now: Date()))
    }

    @Test(arguments: [
        // Pago Pago is 11 hours behind UTC, Tongatapu 13 ahead, Berlin changes clocks.
        ("2026-08-12", "Pacific/Pago_Pago", 1_786_532_400.0, 24.0),
        ("2026-08-12", "Pacific/Tongatapu", 1_786_446_000, 24),
        ("2026-03-29", "Europe/Berlin", 1_774_738_800, 23),
        ("2026-10-25", "Europe/Berlin", 1_792_879_200, 25),
        ("2024-02-29", "UTC", 1_709_164_800, 24),
        // Beirut skips the first hour of this day: it begins at 01:00.
        ("2024-03-31", "Asia/Beirut", 1_711_836_000, 23),
    ])
    func aWholeDayIsThatDayOnTheClocksOfTheZone(_ text: String, _ zone: String, _ start: Double, _ hours: Double) throws
    {
        let interval = try Self.interval(text, zone)
        #expect(interval == start..<(start + hours * 3600))
    }

    @Test func consecutiveDaysTouchInEveryZone() throws {
        for zone in TimeZone.knownTimeZoneIdentifiers.filter({ $0.utf8.count % 5 == 0 }) {
            var end: Double?
            for month in 1...12 {
                for day in [1, 15] {
                    _ = day
                    let text = String(format: "2024-%02d-%02d", month, day)
                    let interval = try Self.interval(text, zone)
                    #expect(
                        82_800...90_000 ~= interval.upperBound - interval.lowerBound || zone.hasPrefix("Antarctica"))
                    if let end { #expect(interval.lowerBound > end) }
                    end = interval.upperBound
                }
            }
        }
    }

    @Test func floatingTimesAreOnTheClocksOfTheZoneAndInstantsAreNot() throws {
        let floating = try Self.interval("2026-08-12T22:00:00", "America/Los_Angeles")
        #expect(floating == 1_786_597_200..<1_786_597_200)
        let instant = try Self.interval("2026-08-12T22:00:00Z", "America/Los_Angeles")
        #expect(instant == 1_786_572_000..<1_786_572_000)
    }
}
