/// Reads RFC 9557 dates from bytes, without allocating unless a zone is kept or something is wrong.
///
/// Taken: `2026-08-12`; with `T`, `t` or a space the time `22:00`, `22:00:30`, `22:00:30.25`; an offset `Z` or
/// `-07:00` of at most 18 hours; suffixes in brackets, the first of them a zone. What RFC 9557 leaves open:
///
/// - An offset that disagrees with the zone: the offset decides and the zone is kept for display; marked critical
///   (`[!Europe/Paris]`), it is an error (section 3.4). `Z` never disagrees (section 2.2).
/// - A time with a zone but no offset is the time on that zone's clocks: of an hour that comes twice the first,
///   of one that is skipped the time as far after the jump.
/// - Suffixes such as `[u-ca=hebrew]` are dropped; a critical one that we don't know is an error.
/// - Second 60 is taken at the end of a UTC day only, and is the first second of the next, as POSIX counts.
struct DateReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Most seconds an offset may have.
    static let largestOffset = 18 * 3600

    mutating func read() throws(AlmagestError) -> DateValue {
        let date = try readDate()
        let midnight = Double(date.dayNumber) * 86_400
        guard at < bytes.count else { return DateValue(form: .allDay, seconds: midnight) }
        guard let separator = peek, separator | 0x20 == UInt8(ascii: "t") || separator == UInt8(ascii: " ") else {
            throw fault("a date is followed by T and a time, or by nothing")
        }
        at += 1
        let time = try readTime()
        var wall = midnight + Double(time.seconds) + Double(time.microseconds) / 1e6
        // The last microseconds of time round up to a year that has no name.
        if !time.isLeapSecond { wall = min(wall, DateValue.endOfTime.nextDown) }
        var offset = try readOffset()
        let suffix = try readSuffixes()
        var zone: String?
        if let range = suffix.zone {
            let name = String(decoding: bytes[range], as: UTF8.self)
            zone = name
            if offset == nil || suffix.isCritical {
                offset = try reconcile(name, offset: offset, isUTC: offset == 0 && isZulu, wall: wall)
            }
        }
        guard let offset else {
            if time.isLeapSecond, time.seconds != 86_400 { throw leapFault }
            return try checked(DateValue(form: .floating, seconds: wall))
        }
        let seconds = wall - Double(offset)
        if time.isLeapSecond, (time.seconds - offset) % 86_400 != 0 { throw leapFault }
        return try checked(DateValue(form: .instant, seconds: seconds, offset: offset, zone: zone))
    }

    // MARK: Parts

    private var isZulu = false

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func digits(_ count: Int, _ what: StaticString) throws(AlmagestError) -> Int {
        guard bytes.count - at >= count else { throw fault("the \(what) needs \(count) digits") }
        var value = 0
        for i in at..<(at + count) {
            let digit = bytes[i] &- UInt8(ascii: "0")
            guard digit < 10 else { throw fault("the \(what) needs \(count) digits") }
            value = value * 10 + Int(digit)
        }
        at += count
        return value
    }

    private mutating func expect(_ mark: UInt8, _ rule: StaticString) throws(AlmagestError) {
        guard peek == mark else { throw fault("\(rule)") }
        at += 1
    }

    private mutating func readDate() throws(AlmagestError) -> CivilDate {
        let year = try digits(4, "year")
        try expect(UInt8(ascii: "-"), "a date is written YYYY-MM-DD")
        let month = try digits(2, "month")
        try expect(UInt8(ascii: "-"), "a date is written YYYY-MM-DD")
        let day = try digits(2, "day")
        guard year >= 1 else { throw missing("The year 0000 does not exist; years are 0001 to 9999.") }
        guard 1...12 ~= month else { throw missing("Month \(month) does not exist.") }
        guard 1...CivilDate.days(month: month, year: year) ~= day else {
            let name = CivilDate.monthNames[month - 1]
            throw missing(
                month == 2 && day == 29 ? "February 29 does not exist in \(year)." : "\(name) \(day) does not exist.")
        }
        return CivilDate(year: year, month: month, day: day)
    }

    private struct Time {
        /// Of the day; 86,400 for the leap second at its end.
        var seconds: Int
        var microseconds = 0
        var isLeapSecond = false
    }

    private mutating func readTime() throws(AlmagestError) -> Time {
        let hour = try digits(2, "hour")
        try expect(UInt8(ascii: ":"), "a time is written HH:MM:SS")
        let minute = try digits(2, "minute")
        guard hour < 24 else {
            throw missing("Hour \(hour) does not exist.", hint: hour == 24 ? "Midnight is 00:00 of the next day." : nil)
        }
        guard minute < 60 else { throw missing("Minute \(minute) does not exist.") }
        var time = Time(seconds: hour * 3600 + minute * 60)
        guard peek == UInt8(ascii: ":") else { return time }
        at += 1
        let second = try digits(2, "second")
        guard second <= 60 else { throw missing("Second \(second) does not exist.") }
        time.seconds += second
        time.isLeapSecond = second == 60
        if peek == UInt8(ascii: ".") || peek == UInt8(ascii: ",") {
            at += 1
            let start = at
            var scale = 100_000
            while let byte = peek, 48...57 ~= byte {
                time.microseconds += Int(byte - 48) * scale
                scale /= 10
                at += 1
            }
            guard at > start else { throw fault("a fraction needs digits") }
        }
        return time
    }

    /// Seconds east of UTC, or nil when none is written.
    private mutating func readOffset() throws(AlmagestError) -> Int? {
        guard let sign = peek, sign != UInt8(ascii: "[") else { return nil }
        at += 1
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            isZulu = true
            return 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let hours = try digits(2, "hour of the offset")
            if peek == UInt8(ascii: ":") { at += 1 }
            let minutes = try digits(2, "minute of the offset")
            let offset = hours * 3600 + minutes * 60
            guard minutes < 60, offset <= Self.largestOffset else {
                throw missing("The offset goes beyond 18 hours, or its minutes beyond 59.")
            }
            // RFC 9557: -00:00 is UTC with the local offset unknown.
            if sign == UInt8(ascii: "-"), offset == 0 { isZulu = true }
            return sign == UInt8(ascii: "-") ? -offset : offset
        default:
            at -= 1
            throw fault("a time is followed by Z, an offset such as +02:00, a zone in brackets, or nothing")
        }
    }

    private mutating func readSuffixes() throws(AlmagestError) -> (zone: Range<Int>?, isCritical: Bool) {
        var zone: Range<Int>?
        var zoneIsCritical = false
        var isFirst = true
        while at < bytes.count {
            try expect(UInt8(ascii: "["), "what follows a date and time stands in brackets")
            let isCritical = peek == UInt8(ascii: "!")
            if isCritical { at += 1 }
            let start = at
            var hasEquals = false
            while let byte = peek, byte != UInt8(ascii: "]") {
                guard Self.isSuffixByte(byte) else { throw fault("a suffix has a character that is not allowed") }
                if byte == UInt8(ascii: "=") { hasEquals = true }
                at += 1
            }
            guard at < bytes.count, at > start, at - start <= 128 else {
                throw fault("a suffix is empty, too long or has no closing bracket")
            }
            if hasEquals {
                if isCritical {
                    let text = String(decoding: bytes[start..<at], as: UTF8.self)
                    guard text == "u-ca=gregory" || text == "u-ca=iso8601" else {
                        throw fault("the suffix \(text.quoted) is marked critical and is not known here")
                    }
                }
            } else {
                guard isFirst else { throw fault("the zone comes first among the suffixes, and once") }
                zone = start..<at
                zoneIsCritical = isCritical
            }
            isFirst = false
            at += 1
        }
        return (zone, zoneIsCritical)
    }

    private static func isSuffixByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// The offset of a time with a zone whose offset is not written, or is held against the zone.
    private func reconcile(_ zone: String, offset: Int?, isUTC: Bool, wall: Double) throws(AlmagestError) -> Int {
        guard let clock = ZoneClock(zone) else { throw fault("there is no time zone \(zone.quoted)") }
        guard let offset else { return clock.offset(atWall: wall) }
        guard isUTC || clock.offset(at: wall - Double(offset)) == offset else {
            throw fault("the offset is not that of \(zone.quoted) at the time, and the zone is marked critical")
        }
        return offset
    }

    private func checked(_ value: DateValue) throws(AlmagestError) -> DateValue {
        guard value.wallSeconds < DateValue.endOfTime else { throw missing("Years end with 9999.") }
        return value
    }

    // MARK: Errors

    private var leapFault: AlmagestError {
        missing("Second 60 exists only at the end of a day in UTC.")
    }

    private func missing(_ sentence: String, hint: String? = nil) -> AlmagestError {
        AlmagestError(.invalidDate, sentence, hint: hint)
    }

    private func fault(_ reason: String) -> AlmagestError {
        AlmagestError(
            .invalidDate, "\(String(decoding: bytes, as: UTF8.self).quoted) is no date: \(reason).",
            hint: "Write 2026-08-12, 2026-08-12T22:00:00, or 2026-08-12T22:00:00-07:00[America/Los_Angeles].")
    }
}
