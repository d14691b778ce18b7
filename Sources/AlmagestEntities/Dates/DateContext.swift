import Foundation

/// Whose clock and calendar give floating dates and whole days their place in time.
public struct DateContext: Sendable, Hashable {
    public var timeZone: TimeZone
    /// The present moment.
    public var now: Date

    public init(timeZone: TimeZone = .current, now: Date = Date()) {
        self.timeZone = timeZone
        self.now = now
    }
}

extension DateValue {
    /// The seconds since 1970 (UTC) that it covers: an instant and a floating time begin and end at their moment, so
    /// the range is empty but has a place; a whole day is that day in the context's zone, 23 to 25 hours long where
    /// clocks change.
    public func interval(in context: DateContext) -> Range<Double> {
        let clock = ZoneClock(zone: context.timeZone)
        switch form {
        case .instant: return seconds..<seconds
        case .floating:
            let moment = clock.instant(atWall: seconds)
            return moment..<moment
        case .allDay:
            let start = clock.instant(atWall: seconds)
            return start..<max(start, clock.instant(atWall: seconds + 86_400))
        }
    }
}
