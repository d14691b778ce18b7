/// Numbers of JSON5: signs, `.5`, `5.`, hexadecimal, `Infinity` and `NaN` too.
enum JSON5Number {
    /// The value of a word; nil when it is no number. One beyond a double is infinite.
    static func value(of word: String) -> Double? {
        var digits = Substring(word)
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits.removeFirst() }
        guard let magnitude = magnitude(of: digits) else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    private static func magnitude(of digits: Substring) -> Double? {
        if digits == "Infinity" { return .infinity }
        if digits == "NaN" { return .nan }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            let hexadecimal = digits.dropFirst(2)
            guard !hexadecimal.isEmpty, hexadecimal.utf8.allSatisfy(isHexadecimal) else { return nil }
            return hexadecimal.reduce(0) { $0 * 16 + Double($1.hexDigitValue ?? 0) }
        }
        return decimal(digits)
    }

    private static func decimal(_ digits: Substring) -> Double? {
        var rest = digits
        let whole = takeDigits(&rest)
        var fraction: Substring = ""
        if rest.first == "." {
            rest.removeFirst()
            fraction = takeDigits(&rest)
        }
        guard !whole.isEmpty || !fraction.isEmpty, whole.count == 1 || whole.first != "0" else { return nil }
        var exponent: Substring = "0"
        if rest.first == "e" || rest.first == "E" {
            rest.removeFirst()
            var sign: Substring = ""
            if rest.first == "-" || rest.first == "+" { sign = Substring(String(rest.removeFirst())) }
            let power = takeDigits(&rest)
            guard !power.isEmpty else { return nil }
            exponent = sign + power
        }
        guard rest.isEmpty else { return nil }
        return Double("\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)e\(exponent)")
    }

    private static func takeDigits(_ rest: inout Substring) -> Substring {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        return digits
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
