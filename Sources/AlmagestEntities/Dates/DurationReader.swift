/// Reads ISO 8601 durations without years and months from bytes.
struct DurationReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func read() throws(AlmagestError) -> DurationValue {
        var isNegative = false
        if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") {
            isNegative = peek == UInt8(ascii: "-")
            at += 1
        }
        guard peek == UInt8(ascii: "P") else { throw fault("it begins with P") }
        at += 1
        var seconds = 0.0
        // Position among W D H M S; each may come once, in order.
        var rank = -1
        var inTime = false
        var parts = 0
        var partsOfTime = 0
        var hadFraction = false
        while at < bytes.count {
            if peek == UInt8(ascii: "T") {
                guard !inTime else { throw fault("T comes once") }
                inTime = true
                at += 1
                continue
            }
            guard !hadFraction else { throw fault("only the last part may have a fraction") }
            let (value, isFraction) = try readNumber()
            hadFraction = isFraction
            guard let unit = peek else { throw fault("the last number has no unit") }
            at += 1
            let found: (rank: Int, seconds: Double)
            switch (unit, inTime) {
            case (UInt8(ascii: "W"), false): found = (0, 604_800)
            case (UInt8(ascii: "D"), false): found = (1, 86_400)
            case (UInt8(ascii: "H"), true): found = (2, 3600)
            case (UInt8(ascii: "M"), true): found = (3, 60)
            case (UInt8(ascii: "S"), true): found = (4, 1)
            case (UInt8(ascii: "Y"), false), (UInt8(ascii: "M"), false):
                throw fault("years and months have no fixed length")
            default: throw fault("\(String(UnicodeScalar(unit)).quoted) is no unit here")
            }
            guard found.rank > rank else { throw fault("the parts go from weeks to seconds, each once") }
            rank = found.rank
            seconds += value * found.seconds
            parts += 1
            if inTime { partsOfTime += 1 }
        }
        guard parts > 0, !inTime || partsOfTime > 0 else { throw fault("something has to follow P and T") }
        guard seconds <= DurationValue.longest else { throw fault("it is longer than 10,000 years") }
        // To the microsecond, so that the text form gives the same number back.
        let whole = seconds.rounded(.down)
        seconds = whole + ((seconds - whole) * 1e6).rounded() / 1e6
        return DurationValue(seconds: isNegative && seconds > 0 ? -seconds : seconds)
    }

    private mutating func readNumber() throws(AlmagestError) -> (value: Double, isFraction: Bool) {
        let start = at
        var value = 0.0
        while let byte = peek, 48...57 ~= byte {
            value = value * 10 + Double(byte - 48)
            at += 1
        }
        guard at > start, at - start <= 15 else { throw fault("a unit needs a number of 1 to 15 digits before it") }
        guard peek == UInt8(ascii: ".") || peek == UInt8(ascii: ",") else { return (value, false) }
        at += 1
        let point = at
        // As one integer over a power of ten, so that the quotient is the nearest double.
        var fraction = 0.0
        var scale = 1.0
        while let byte = peek, 48...57 ~= byte {
            if at - point < 9 {
                fraction = fraction * 10 + Double(byte - 48)
                scale *= 10
            }
            at += 1
        }
        guard at > point else { throw fault("a fraction needs digits") }
        return (value + fraction / scale, true)
    }

    private func fault(_ reason: String) -> AlmagestError {
        AlmagestError(
            .invalidDate, "\(String(decoding: bytes, as: UTF8.self).quoted) is no duration: \(reason).",
            hint: "Write PT3H, P1DT30M or P2W.")
    }
}
