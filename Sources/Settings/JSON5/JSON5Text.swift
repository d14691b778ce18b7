import AlmagestEntities

/// Texts and names of JSON5.
enum JSON5Text {
    /// A text in double or single quotes.
    static func quoted(_ scanner: inout JSON5Scanner) throws(AlmagestError) -> String {
        let start = scanner.place
        let quote = scanner.take()
        var text = String.UnicodeScalarView()
        while true {
            let place = scanner.place
            guard let scalar = scanner.take() else { throw scanner.fault("a text has no closing quote", at: start) }
            switch scalar {
            case quote: return String(text)
            case "\n", "\r": throw scanner.fault("a text has no closing quote in its line", at: start)
            case "\\": if let escaped = try escape(&scanner, at: place) { text.append(escaped) }
            default: text.append(scalar)
            }
        }
    }

    /// A key without quotes: an identifier of ECMAScript 5.1.
    static func name(_ scanner: inout JSON5Scanner) throws(AlmagestError) -> String {
        var name = String.UnicodeScalarView()
        while var scalar = scanner.peek() {
            var next = scanner
            let place = scanner.place
            next.take()
            if scalar == "\\" {
                guard next.peek() == "u", let escaped = try escape(&next, at: place) else { break }
                scalar = escaped
            }
            guard isPart(scalar, isFirst: name.isEmpty) else { break }
            name.append(scalar)
            scanner = next
        }
        if name.isEmpty { throw scanner.stray("a key") }
        return String(name)
    }

    private static func isPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar == "$" || scalar == "_" { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
        default: return !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
        }
    }

    /// What follows a backslash; nil for the end of a line, which is left out.
    private static func escape(
        _ scanner: inout JSON5Scanner, at place: TextPlace
    ) throws(AlmagestError) -> Unicode.Scalar? {
        guard let scalar = scanner.take() else { throw scanner.fault("the text ends after a backslash", at: place) }
        switch scalar {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "0" where !isDigit(scanner.peek()): return "\0"
        case "0"..."9": throw scanner.fault("a backslash stands before a digit", at: place)
        case "x": return Unicode.Scalar(UInt8(try hexadecimal(2, &scanner, at: place)))
        case "u": return try unit(&scanner, at: place)
        case "\r":
            if scanner.peek() == "\n" { scanner.take() }
            return nil
        default: return JSON5Scanner.endsLine(scalar) ? nil : scalar
        }
    }

    /// The scalar of `\uXXXX`, or of the two that make a surrogate pair.
    private static func unit(
        _ scanner: inout JSON5Scanner, at place: TextPlace
    ) throws(AlmagestError) -> Unicode.Scalar {
        let high = try hexadecimal(4, &scanner, at: place)
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, scanner.peek() == "\\", scanner.peek(1) == "u" {
            scanner.take()
            scanner.take()
            let low = try hexadecimal(4, &scanner, at: place)
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) {
                return scalar
            }
        }
        throw scanner.fault("half of a surrogate pair stands alone", at: place)
    }

    private static func hexadecimal(
        _ digits: Int, _ scanner: inout JSON5Scanner, at place: TextPlace
    ) throws(AlmagestError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = scanner.peek(), scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw scanner.fault("an escape needs \(digits) hexadecimal digits", at: place)
            }
            value = value << 4 | UInt32(digit)
            scanner.take()
        }
        return value
    }

    private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { "0"..."9" ~= $0 } ?? false }
}
