import Foundation

/// The clocks of a time zone: its offset at an instant and at a time on the wall.
public struct ZoneClock: Sendable {
    let zone: TimeZone

    public init(zone: TimeZone) { self.zone = zone }

    /// An IANA name, or an offset such as `+02:00`; nil when there is no such zone.
    init?(_ name: String) {
        // Foundation takes abbreviations too, which are ambiguous, and looks names up in any case.
        guard name == "UTC" || name == "GMT" || name.contains("/") || TimeZone.knownTimeZoneIdentifiers.contains(name)
        else {
            guard let offset = Self.offset(name), let zone = TimeZone(secondsFromGMT: offset) else { return nil }
            self.zone = zone
            return
        }
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = Int(text.dropFirst().prefix(2)),
            let minutes = Int(text.suffix(2)), 0...18 ~= hours, 0..<60 ~= minutes
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    /// Seconds east of UTC at an instant.
    public func offset(at seconds: Double) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    }

    /// The instant when the clocks show `wall` (seconds of that date and time, as if in UTC): the first of two; where
    /// they skip it, the time as far after the jump, which for a skipped midnight is the start of the day.
    public func instant(atWall wall: Double) -> Double { wall - Double(offset(atWall: wall)) }

    /// The offset that turns `wall` into its instant.
    func offset(atWall wall: Double) -> Int {
        // Offsets change by less than a day, and never twice within two.
        let before = offset(at: wall - 86_400)
        let after = offset(at: wall + 86_400)
        if before == after { return before }
        if offset(at: wall - Double(before)) == before { return before }
        if offset(at: wall - Double(after)) == after { return after }
        return before
    }
}
