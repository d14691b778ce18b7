import AlmagestEntities

/// Goes through a text of JSON5 scalar by scalar, and knows where it is.
struct JSON5Scanner {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private(set) var place = TextPlace()
    /// The keys on the way to what is being read.
    var path: [String] = []

    /// - Throws: `parseError` with the place of the first bytes that are not UTF-8.
    init(_ bytes: [UInt8]) throws(AlmagestError) {
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var offset = 0
        while let scalar = peek() {
            let same = UTF8.encode(scalar).map { encoded in
                encoded.count <= bytes.count - offset && zip(encoded, bytes[offset...]).allSatisfy { $0 == $1 }
            }
            guard same == true else { throw fault("these bytes are not UTF-8") }
            offset += UTF8.width(scalar)
            take()
        }
        (at, place) = (0, TextPlace())
    }

    func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        at + ahead < scalars.count ? scalars[at + ahead] : nil
    }

    /// Goes past a scalar. A line ends with LF, CR, or both.
    @discardableResult
    mutating func take() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        at += 1
        if scalar == "\n" || (scalar == "\r" && peek() != "\n") {
            place.line += 1
            place.column = 1
        } else {
            place.column += 1
        }
        return scalar
    }

    /// Goes past white space and comments.
    mutating func skip() throws(AlmagestError) {
        while let scalar = peek() {
            if Self.isSpace(scalar) {
                take()
            } else if scalar == "/", peek(1) == "/" {
                while let next = peek(), !Self.endsLine(next) { take() }
            } else if scalar == "/", peek(1) == "*" {
                let start = place
                take()
                take()
                while peek() != "*" || peek(1) != "/" {
                    guard take() != nil else { throw fault("a comment has no end", at: start) }
                }
                take()
                take()
            } else {
                return
            }
        }
    }

    /// Goes past everything up to white space or a sign that stands between values.
    mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = peek(), !Self.isSpace(scalar), !",:[]{}\"'/".unicodeScalars.contains(scalar) {
            word.append(scalar)
            take()
        }
        return String(word)
    }

    func fault(_ reason: String, at place: TextPlace? = nil) -> AlmagestError {
        let place = place ?? self.place
        return AlmagestError(
            .parseError, "The configuration is not valid JSON5: \(reason) (column \(place.column)).",
            path: path.isEmpty ? nil : path.joined(separator: "."), line: place.line,
            hint: "config/almagest.json5 shows the form.")
    }

    /// That something else than what is here was expected.
    func stray(_ expected: String) -> AlmagestError {
        guard let scalar = peek() else { return fault("the text ends where \(expected) should be") }
        return fault("expected \(expected), found \(String(scalar).quoted)")
    }

    static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\u{B}", "\u{C}", " ", "\u{A0}", "\u{FEFF}": true
        default: endsLine(scalar) || scalar.properties.generalCategory == .spaceSeparator
        }
    }
}
