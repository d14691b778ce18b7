import AlmagestEntities
import Foundation

/// The caller's calendar: days by their number (since 1970-01-01) and the seconds that they take in the zone.
struct RequestCalendar: Sendable {
    let clock: ZoneClock
    let now: Double
    /// The day it is for the caller.
    let today: Int

    /// Days between 0001-01-02 and 9999-12-30, beyond which nothing is looked for.
    private static let days = -719_161...2_932_895

    init(timeZone: TimeZone, now: Date) {
        clock = ZoneClock(zone: timeZone)
        let seconds = now.timeIntervalSince1970
        self.now = seconds.isFinite ? min(max(seconds, -62_135_000_000), 253_402_000_000) : 0
        today = Int(((self.now + Double(clock.offset(at: self.now))) / 86_400).rounded(.down))
    }

    /// 0 is Monday. Day 0 was a Thursday.
    func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

    /// From the midnight before the first day to the one after the last; 23 to 25 hours a day where clocks change.
    func span(_ days: ClosedRange<Int>) -> Range<Double>? {
        guard Self.days.contains(days.lowerBound), Self.days.contains(days.upperBound) else { return nil }
        let start = clock.instant(atWall: Double(days.lowerBound) * 86_400)
        return start..<max(start, clock.instant(atWall: Double(days.upperBound + 1) * 86_400))
    }

    /// Hours of a day as clocks show them; beyond 24 they are the next day's.
    func span(_ day: Int, hours: Range<Int>) -> Range<Double>? {
        guard Self.days.contains(day) else { return nil }
        let midnight = Double(day) * 86_400
        let start = clock.instant(atWall: midnight + Double(hours.lowerBound) * 3600)
        return start..<max(start, clock.instant(atWall: midnight + Double(hours.upperBound) * 3600))
    }

    /// Nil for a day that the month does not have.
    func day(year: Int, month: Int, day: Int) -> Int? {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= CivilDate.days(month: month, year: year) else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day).dayNumber
    }

    /// The month that lies so many months after another; months count from year 0.
    func month(_ index: Int) -> ClosedRange<Int>? {
        guard index >= 12, index < 9999 * 12 else { return nil }
        let (year, month) = (index / 12, index % 12 + 1)
        guard let first = day(year: year, month: month, day: 1) else { return nil }
        return first...(first + CivilDate.days(month: month, year: year) - 1)
    }

    func year(_ year: Int) -> ClosedRange<Int>? {
        guard let first = day(year: year, month: 1, day: 1), let last = day(year: year, month: 12, day: 31) else {
            return nil
        }
        return first...last
    }

    /// Today's date.
    var date: CivilDate { CivilDate(dayNumber: today) }
    var monthIndex: Int { date.year * 12 + date.month - 1 }
}
