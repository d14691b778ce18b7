/// A length of time as ISO 8601 writes it, without years or months: `PT3H`, `P1DT30M`, `P2W`.
///
/// A day has 24 hours. A leading sign is allowed: `-PT15M` is 15 minutes before.
public struct DurationValue: Hashable, Sendable {
    public var seconds: Double
    public init(seconds: Double) { self.seconds = seconds }

    /// The longest, 10,000 years of 365.25 days.
    static let longest = 315_576_000_000.0

    /// Reads a duration; a fraction is allowed in the last part and kept to microseconds.
    ///
    /// - Throws: `invalidDate` with a sentence.
    public init(parsing text: String) throws(AlmagestError) {
        var text = text
        self = try text.withUTF8 { utf8 in
            Result { () throws(AlmagestError) in
                var reader = DurationReader(utf8)
                return try reader.read()
            }
        }.get()
    }

    /// The duration in days, hours, minutes and seconds; `init(parsing:)` gives the same value back.
    public var text: String {
        let size = seconds.isNaN ? 0 : min(abs(seconds), Self.longest)
        var whole = size.rounded(.down)
        var micros = Int(((size - whole) * 1e6).rounded())
        if micros == 1_000_000 {
            micros = 0
            whole += 1
        }
        let total = Int(whole)
        guard total > 0 || micros > 0 else { return "PT0S" }
        var text = seconds < 0 ? "-P" : "P"
        if total >= 86_400 { text += "\(total / 86_400)D" }
        guard total % 86_400 > 0 || micros > 0 else { return text }
        text += "T"
        if total / 3600 % 24 > 0 { text += "\(total / 3600 % 24)H" }
        if total / 60 % 60 > 0 { text += "\(total / 60 % 60)M" }
        if total % 60 > 0 || micros > 0 {
            text += "\(total % 60)"
            if micros > 0 {
                var fraction = String(micros + 1_000_000).dropFirst()
                while fraction.last == "0" { fraction.removeLast() }
                text += ".\(fraction)"
            }
            text += "S"
        }
        return text
    }
}

extension DurationValue: CustomStringConvertible {
    public var description: String { text }
}
