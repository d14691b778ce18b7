import Foundation

/// Values of query strings: texts with wildcards, numbers, dates, flags.
extension QueryParser {
    enum Value {
        case text(TextPattern)
        case bound(QueryExpression.Bound)
        case flag(Bool)
    }

    mutating func value() throws(CSSearchQueryError) -> Value {
        guard at < text.count else { throw fault("Expected a value, found the end.") }
        switch text[at] {
        case "\"", "'": return .text(try quoted())
        case "$": return .bound(.moment(try time()))
        default: break
        }
        let start = at
        if let number = number() { return .bound(.number(number)) }
        at = start
        switch word()?.lowercased() {
        case "true", "yes": return .flag(true)
        case "false", "no": return .flag(false)
        default:
            at = start
            throw fault("Expected text in quotes, a number or a date, found \(found).")
        }
    }

    private mutating func quoted() throws(CSSearchQueryError) -> TextPattern {
        let quote = text[at]
        let start = at
        at += 1
        var pattern = TextPattern(pieces: [])
        var piece = ""
        var isOpen = false
        var isFirst = true
        while true {
            guard at < text.count else { throw fault("The text that begins here has no end.", at: start) }
            guard at - start <= Self.longestText else {
                throw fault("The text that begins here has more than \(Self.longestText) characters.", at: start)
            }
            let character = text[at]
            at += 1
            if character == quote { break }
            if character == "*" {
                if isFirst && piece.isEmpty { pattern.startsOpen = true }
                if !piece.isEmpty { pattern.pieces.append(piece) }
                piece = ""
                isOpen = true
                isFirst = false
                continue
            }
            if character == "\\" {
                guard at < text.count else { throw fault("The text that begins here has no end.", at: start) }
                piece.append(text[at])
                at += 1
            } else {
                piece.append(character)
            }
            isOpen = false
            isFirst = false
        }
        if !piece.isEmpty { pattern.pieces.append(piece) }
        pattern.endsOpen = isOpen
        pattern.modifiers = try modifiers()
        return pattern
    }

    private mutating func number() -> Double? {
        var digits = ""
        while at < text.count, let ascii = text[at].asciiValue,
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii || "+-.eE".contains(text[at])
        {
            digits.append(text[at])
            at += 1
        }
        guard let last = digits.last, last.isNumber || last == ".", let number = Double(digits), number.isFinite else {
            return nil
        }
        // `12abc` is no number.
        if at < text.count, text[at].isLetter || text[at] == "_" { return nil }
        return number
    }

    /// `$time.today(-1)` as seconds since 1970.
    private mutating func time() throws(CSSearchQueryError) -> Double {
        let start = at
        at += 1
        guard let name = word(), name.hasPrefix("time.") else {
            throw fault("Expected $time.now, $time.today and so on.", at: start)
        }
        let unit = String(name.dropFirst(5))
        var argument: String?
        if at < text.count, text[at] == "(" {
            at += 1
            let argumentStart = at
            while at < text.count, text[at] != ")" { at += 1 }
            guard at < text.count else {
                throw fault("The parenthesis that begins here has no end.", at: argumentStart)
            }
            argument = String(text[argumentStart..<at]).trimmingCharacters(in: .whitespaces)
            at += 1
        }
        do throws(QueryClock.Fault) {
            return try clock.seconds(unit, argument)
        } catch {
            throw fault(error.message, at: start)
        }
    }
}
