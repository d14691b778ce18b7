import AlmagestEntities
import Foundation

extension Date: _IntentValue {
    public func _wireValue() throws -> _WireValue? {
        .date(DateValue(form: .instant, seconds: try timeIntervalSince1970.finite, offset: 0))
    }
    public static func _value(wire: _WireValue) -> Date? {
        guard case .date(let date) = wire else { return nil }
        return Date(timeIntervalSince1970: date.interval(in: DateContext()).lowerBound)
    }
}

extension DateComponents: _IntentValue {
    /// A whole day without a time; a floating date and time without a zone; else an instant. A time of day alone is text.
    public func _wireValue() throws -> _WireValue? {
        guard let year, let month, let day else {
            return .text(String(format: "%02d:%02d:%02d", hour ?? 0, minute ?? 0, second ?? 0))
        }
        let date = String(format: "%04d-%02d-%02d", year, month, day)
        guard let hour else { return .date(try DateValue(parsing: date)) }
        let time = String(format: "T%02d:%02d:%02d", hour, minute ?? 0, second ?? 0)
        let zone = timeZone.map { "[\($0.identifier)]" } ?? ""
        return .date(try DateValue(parsing: date + time + zone))
    }
}

extension Duration: _IntentValue {
    public func _wireValue() throws -> _WireValue? {
        let (seconds, attoseconds) = components
        return .duration(DurationValue(seconds: Double(seconds) + Double(attoseconds) / 1e18))
    }
    public static func _value(wire: _WireValue) -> Duration? {
        guard case .duration(let value) = wire, value.seconds.isFinite, abs(value.seconds) < 1e15 else { return nil }
        return .seconds(value.seconds)
    }
}

extension Calendar.RecurrenceRule: _IntentValue {
    /// The rule as iCalendar's RRULE.
    public func _wireValue() throws -> _WireValue? {
        var parts: [String] = []
        switch frequency {
        case .minutely: parts.append("FREQ=MINUTELY")
        case .hourly: parts.append("FREQ=HOURLY")
        case .daily: parts.append("FREQ=DAILY")
        case .weekly: parts.append("FREQ=WEEKLY")
        case .monthly: parts.append("FREQ=MONTHLY")
        case .yearly: parts.append("FREQ=YEARLY")
        @unknown default: throw AlmagestError(.invalidParameter, "The recurrence has a frequency that can't be stored.")
        }
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if let count = end.occurrences { parts.append("COUNT=\(count)") }
        if let until = end.date {
            parts.append(
                "UNTIL=" + until.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)))
        }
        if !months.isEmpty { parts.append("BYMONTH=" + Self.list(months.map { "\($0.index)" })) }
        if !weeks.isEmpty { parts.append("BYWEEKNO=" + Self.list(weeks.map { "\($0)" })) }
        if !daysOfTheYear.isEmpty { parts.append("BYYEARDAY=" + Self.list(daysOfTheYear.map { "\($0)" })) }
        if !daysOfTheMonth.isEmpty { parts.append("BYMONTHDAY=" + Self.list(daysOfTheMonth.map { "\($0)" })) }
        if !weekdays.isEmpty { parts.append("BYDAY=" + Self.list(weekdays.map(Self.day))) }
        if !hours.isEmpty { parts.append("BYHOUR=" + Self.list(hours.map { "\($0)" })) }
        if !minutes.isEmpty { parts.append("BYMINUTE=" + Self.list(minutes.map { "\($0)" })) }
        if !setPositions.isEmpty { parts.append("BYSETPOS=" + Self.list(setPositions.map { "\($0)" })) }
        return .text(parts.joined(separator: ";"))
    }

    private static func list(_ parts: [String]) -> String { parts.joined(separator: ",") }

    private static func day(_ weekday: Weekday) -> String {
        switch weekday {
        case .every(let day): code(day)
        case .nth(let place, let day): "\(place)" + code(day)
        @unknown default: ""
        }
    }

    private static func code(_ day: Locale.Weekday) -> String { day.rawValue.prefix(2).uppercased() }
}
