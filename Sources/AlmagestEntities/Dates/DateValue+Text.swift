extension DateValue: CustomStringConvertible {
    /// The date as RFC 9557 writes it, to the microsecond; `init(parsing:)` gives the same value back.
    ///
    /// Outside the years 0001 to 9999 the nearest date within.
    public var text: String {
        String(unsafeUninitializedCapacity: 48 + (zone?.utf8.count ?? 0)) { buffer in
            var writer = Writer(buffer: buffer)
            writer.write(self)
            return writer.count
        }
    }

    public var description: String { text }

    /// Appends to a buffer known to be large enough: 48 bytes and the zone.
    private struct Writer {
        let buffer: UnsafeMutableBufferPointer<UInt8>
        var count = 0

        mutating func append(_ byte: UInt8) {
            buffer[count] = byte
            count += 1
        }

        mutating func append(_ value: Int, digits: Int) {
            var rest = value
            for place in stride(from: count + digits - 1, through: count, by: -1) {
                buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            count += digits
        }

        mutating func write(_ date: DateValue) {
            let wall = date.wallSeconds
            let within = wall.isNaN ? 0 : min(max(wall, DateValue.startOfTime), DateValue.endOfTime.nextDown)
            var whole = within.rounded(.down)
            var micros = Int(((within - whole) * 1e6).rounded())
            if micros == 1_000_000 {
                micros = 0
                whole += 1
            }
            var dayNumber = Int((whole / 86_400).rounded(.down))
            var second = Int(whole) - dayNumber * 86_400
            if date.form == .allDay { (second, micros) = (0, 0) }
            // Rounding up can leave the last year.
            if whole >= DateValue.endOfTime { (dayNumber, second) = (dayNumber - 1, 86_399) }
            let civil = CivilDate(dayNumber: dayNumber)
            append(civil.year, digits: 4)
            append(UInt8(ascii: "-"))
            append(civil.month, digits: 2)
            append(UInt8(ascii: "-"))
            append(civil.day, digits: 2)
            guard date.form != .allDay else { return }
            append(UInt8(ascii: "T"))
            append(second / 3600, digits: 2)
            append(UInt8(ascii: ":"))
            append(second / 60 % 60, digits: 2)
            append(UInt8(ascii: ":"))
            append(second % 60, digits: 2)
            if micros > 0 {
                append(UInt8(ascii: "."))
                append(micros, digits: 6)
                while buffer[count - 1] == UInt8(ascii: "0") { count -= 1 }
            }
            guard date.form == .instant else { return }
            writeOffset(date.offset ?? 0)
            guard let zone = date.zone else { return }
            append(UInt8(ascii: "["))
            for byte in zone.utf8 { append(byte) }
            append(UInt8(ascii: "]"))
        }

        mutating func writeOffset(_ offset: Int) {
            guard offset != 0 else { return append(UInt8(ascii: "Z")) }
            append(UInt8(ascii: offset < 0 ? "-" : "+"))
            let size = min(offset.magnitude, UInt(DateReader.largestOffset))
            append(Int(size / 3600), digits: 2)
            append(UInt8(ascii: ":"))
            append(Int(size / 60 % 60), digits: 2)
        }
    }
}
