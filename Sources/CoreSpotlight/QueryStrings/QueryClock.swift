internal import AlmagestEntities
import Foundation

/// What the dates of a query string mean.
///
/// `$time.now` counts its argument in seconds; `.today`, `.yesterday` and `.tomorrow` are the beginning of that day and
/// count in days; `.this_week`, `.this_month` and `.this_year` begin with their first day, and so do `.last_week`,
/// `.last_month` and `.last_year`, one unit earlier. `$time.iso(…)` is a date as RFC 3339 writes it.
struct QueryClock: Sendable {
    /// A sentence for people.
    struct Fault: Error {
        let message: String
    }

    var now = Date()
    var calendar = Calendar.current

    /// Seconds between 1970 and 2001, from where bare numbers count.
    static let reference = Date.timeIntervalBetween1970AndReferenceDate

    /// Seconds since 1970.
    func seconds(_ unit: String, _ argument: String?) throws(Fault) -> Double {
        if unit == "iso" { return try iso(argument) }
        var count = 0.0
        if let argument, !argument.isEmpty {
            guard let number = Double(argument), number.isFinite, abs(number) <= 1e11 else {
                throw Fault(
                    message:
                        "$time.\(unit) takes a number of \(unit == "now" ? "seconds" : "units"), not “\(argument)”.")
            }
            count = number
        }
        if unit == "now" { return now.timeIntervalSince1970 + count }
        guard let (component, shift) = Self.units[unit] else {
            throw Fault(
                message: "There is no $time.\(unit); there are now, today, yesterday, tomorrow, this_week, last_week, "
                    + "this_month, last_month, this_year, last_year and iso.")
        }
        guard let whole = Int(exactly: count.rounded(.towardZero)), abs(whole) <= 1_000_000,
            let start = calendar.dateInterval(of: component, for: now)?.start,
            let moved = calendar.date(byAdding: component, value: whole + shift, to: start)
        else { throw Fault(message: "$time.\(unit)(\(argument ?? "")) is too far away.") }
        return moved.timeIntervalSince1970
    }

    private static let units: [String: (Calendar.Component, Int)] = [
        "today": (.day, 0), "yesterday": (.day, -1), "tomorrow": (.day, 1), "this_week": (.weekOfYear, 0),
        "last_week": (.weekOfYear, -1), "next_week": (.weekOfYear, 1), "this_month": (.month, 0),
        "last_month": (.month, -1), "this_year": (.year, 0), "last_year": (.year, -1),
    ]

    private func iso(_ argument: String?) throws(Fault) -> Double {
        let text = (argument ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
        do throws(AlmagestError) {
            let date = try DateValue(parsing: text)
            return date.interval(in: DateContext(timeZone: calendar.timeZone, now: now)).lowerBound
        } catch {
            throw Fault(message: error.message)
        }
    }
}
