import AlmagestEntities

/// Reads `--where`: conditions joined by `and`, `or`, `not` and parentheses.
///
///     startDate >= 2026-06-01 and not isAllDay == true
///     title contains "picnic" or (calendar.title == 'Lunar' and attendees exists)
///     startDate between 2026-06-01 and 2026-06-30
///
/// `and` binds tighter than `or`. A value is a number, `true`, `false`, a date, or a text with or without quotes.
struct WhereGrammar {
    private enum Token: Equatable {
        case word(String)
        case quoted(String)
        case op(String)
        case open
        case close
    }

    private let tokens: [(token: Token, offset: Int)]
    private let length: Int
    private var position = 0

    /// A predicate, or an error that points at the character (counted from 1).
    static func parse(_ text: String) throws(AlmagestError) -> Predicate {
        var parser = WhereGrammar(tokens: try tokenize(text), length: text.count)
        let predicate = try parser.disjunction(depth: 0)
        if let extra = parser.peek { throw parser.fault("\(Self.describe(extra)) is one word too many") }
        return predicate
    }

    private init(tokens: [(token: Token, offset: Int)], length: Int) {
        self.tokens = tokens
        self.length = length
    }

    // MARK: Words

    private static func tokenize(_ text: String) throws(AlmagestError) -> [(token: Token, offset: Int)] {
        var result: [(token: Token, offset: Int)] = []
        let characters = Array(text)
        var index = 0
        while index < characters.count {
            let start = index
            let character = characters[index]
            if character.isWhitespace {
                index += 1
            } else if character == "(" || character == ")" {
                result.append((character == "(" ? .open : .close, start))
                index += 1
            } else if character == "\"" || character == "'" {
                var content = ""
                index += 1
                while index < characters.count, characters[index] != character {
                    if characters[index] == "\\", index + 1 < characters.count { index += 1 }
                    content.append(characters[index])
                    index += 1
                }
                guard index < characters.count else {
                    throw Self.fault("this quote is not closed", at: start)
                }
                index += 1
                result.append((.quoted(content), start))
            } else if "=!<>".contains(character) {
                var sign = ""
                while index < characters.count, "=!<>".contains(characters[index]), sign.count < 2 {
                    sign.append(characters[index])
                    index += 1
                }
                if sign == "=" { sign = "==" }
                guard Predicate.Comparator(rawValue: sign) != nil else {
                    throw Self.fault("“\(sign)” compares nothing; == != < <= > >= do", at: start)
                }
                result.append((.op(sign), start))
            } else {
                var word = ""
                while index < characters.count, !characters[index].isWhitespace,
                    !"()\"'=!<>".contains(characters[index])
                {
                    word.append(characters[index])
                    index += 1
                }
                result.append((.word(word), start))
            }
        }
        return result
    }

    private var peek: Token? { position < tokens.count ? tokens[position].token : nil }

    private mutating func takeWord(_ word: String) -> Bool {
        guard case .word(let text)? = peek, text.lowercased() == word else { return false }
        position += 1
        return true
    }

    private func fault(_ message: String) -> AlmagestError {
        Self.fault(message, at: position < tokens.count ? tokens[position].offset : length)
    }

    private static func fault(_ message: String, at offset: Int) -> AlmagestError {
        AlmagestError(.invalidPredicate, "character \(offset + 1): \(message)", path: "where")
    }

    private static func describe(_ token: Token) -> String {
        switch token {
        case .word(let text), .quoted(let text), .op(let text): "“\(text)”"
        case .open: "“(”"
        case .close: "“)”"
        }
    }

    // MARK: Grammar

    private static let maximumDepth = 32

    private mutating func disjunction(depth: Int) throws(AlmagestError) -> Predicate {
        guard depth < Self.maximumDepth else { throw fault("too many parentheses within each other") }
        var parts = [try conjunction(depth: depth)]
        while takeWord("or") { parts.append(try conjunction(depth: depth)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(depth: Int) throws(AlmagestError) -> Predicate {
        var parts = [try term(depth: depth)]
        while takeWord("and") { parts.append(try term(depth: depth)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func term(depth: Int) throws(AlmagestError) -> Predicate {
        guard depth < Self.maximumDepth else { throw fault("too many “not” within each other") }
        if takeWord("not") { return .not(try term(depth: depth + 1)) }
        if peek == .open {
            position += 1
            let inner = try disjunction(depth: depth + 1)
            guard peek == .close else { throw fault("“)” is missing") }
            position += 1
            return inner
        }
        return try comparison()
    }

    private mutating func comparison() throws(AlmagestError) -> Predicate {
        guard case .word(let property)? = peek else { throw fault("the name of a property is wanted here") }
        position += 1
        let op: Predicate.Comparator
        switch peek {
        case .op(let sign)?:
            guard let comparator = Predicate.Comparator(rawValue: sign) else { throw fault("an operator is wanted") }
            op = comparator
        case .word(let word)?:
            let named = Predicate.Comparator.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
            guard let named else {
                throw fault(
                    "an operator is wanted after “\(property)”: "
                        + Predicate.Comparator.allCases.map(\.rawValue).joined(separator: " "))
            }
            op = named
        default: throw fault("an operator is wanted after “\(property)”")
        }
        position += 1
        switch op {
        case .exists: return .comparison(.init(property: property, op: op, value: .bool(true)))
        case .between:
            let low = try value()
            guard takeWord("and") else { throw fault("“and” and a second value are wanted: between A and B") }
            return .comparison(.init(property: property, op: op, value: .list([low, try value()])))
        default: return .comparison(.init(property: property, op: op, value: try value()))
        }
    }

    private mutating func value() throws(AlmagestError) -> PropertyValue {
        switch peek {
        case .quoted(let text)?:
            position += 1
            return .text(text)
        case .word(let text)?:
            // What looks like a date is meant as one; the daemon would compare a day that there is none of as text.
            if text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt].*)?/) != nil {
                do throws(AlmagestError) {
                    _ = try DateValue(parsing: text)
                } catch {
                    throw fault("\(error.message) A text stands in quotes.")
                }
            }
            position += 1
            if text == "true" { return .bool(true) }
            if text == "false" { return .bool(false) }
            if let integer = Int64(text) { return .integer(integer) }
            if let number = Double(text), number.isFinite { return .number(number) }
            return .text(text)
        default: throw fault("a value is wanted here")
        }
    }
}
