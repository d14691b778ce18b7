/// A date as RFC 9557 writes it: an instant with its zone, a floating date and time, or a whole day.
///
///     try DateValue(parsing: "2026-08-12T22:00:00-07:00[America/Los_Angeles]").seconds  // 1786597200
public struct DateValue: Hashable, Sendable {
    public enum Form: UInt8, Sendable {
        /// A point in time; `offset` and perhaps `zone` say how it was written.
        case instant
        /// A date and time on the wall wherever one is; `seconds` is what it would be in UTC.
        case floating
        /// A whole day wherever one is; `seconds` is its midnight in UTC.
        case allDay
    }

    public var form: Form
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double
    /// Seconds east of UTC as it was written; nil when not an instant. `Z` is 0.
    public var offset: Int?
    /// IANA name in brackets, kept as written.
    public var zone: String?

    public init(form: Form, seconds: Double, offset: Int? = nil, zone: String? = nil) {
        self.form = form
        self.seconds = seconds
        self.offset = offset
        self.zone = zone
    }

    /// Reads a date; what is taken beyond RFC 9557's grammar is listed at `DateReader`.
    ///
    /// - Throws: `invalidDate` with a sentence such as "February 31 does not exist.".
    public init(parsing text: String) throws(AlmagestError) {
        var text = text
        self = try text.withUTF8 { utf8 in
            Result { () throws(AlmagestError) in
                var reader = DateReader(utf8)
                return try reader.read()
            }
        }.get()
    }

    /// Seconds of what the clock showed, as if in UTC.
    var wallSeconds: Double { seconds + Double(offset ?? 0) }

    /// 0001-01-01 and 10000-01-01 on the wall, between which dates lie.
    static let startOfTime = -62_135_596_800.0
    static let endOfTime = 253_402_300_800.0
}
