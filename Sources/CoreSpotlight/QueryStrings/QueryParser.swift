import Foundation

/// Reads query strings.
///
///     comparison = attribute operator value | "InRange" "(" attribute "," value "," value ")"
///     query      = comparison | query "&&" query | query "||" query | "(" query ")"
///
/// `&&` binds more tightly than `||`. Operators are `==` (or `=`), `!=`, `<`, `<=`, `>`, `>=`, the ordering ones for
/// numbers and dates alone. Text stands in double or single quotes with its modifiers `c`, `d`, `w` and `t` right behind,
/// or in brackets behind the operator; `*` is a wildcard, `\` takes the meaning from what follows it. Dates are
/// `$time.…`, see `QueryClock`, or seconds since 2001.
struct QueryParser {
    /// Bytes of a query string, conditions in it, and parentheses around one another.
    static let longest = 64 << 10
    static let mostConditions = 500
    static let deepest = 24
    /// Characters of one text.
    static let longestText = 4096

    let text: [Character]
    let clock: QueryClock
    var at = 0
    private var conditions = 0

    /// Reads a query string.
    ///
    /// - Throws: `CSSearchQueryError.invalidQuery` with the position, counted in characters from 1.
    static func parse(
        _ query: String, clock: QueryClock = QueryClock()
    ) throws(CSSearchQueryError) -> QueryExpression {
        guard query.utf8.count <= longest else {
            throw CSSearchQueryError(.invalidQuery, "The query has more than \(longest) bytes.", position: 1)
        }
        var parser = QueryParser(text: Array(query), clock: clock)
        let expression = try parser.alternatives(depth: 0)
        parser.skipSpace()
        guard parser.at == parser.text.count else {
            throw parser.fault("Expected && or || or the end, found \(parser.found).")
        }
        return expression
    }

    private init(text: [Character], clock: QueryClock) {
        self.text = text
        self.clock = clock
    }

    // MARK: Structure

    private mutating func alternatives(depth: Int) throws(CSSearchQueryError) -> QueryExpression {
        var parts = [try conjunction(depth: depth)]
        while take("||") { parts.append(try conjunction(depth: depth)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(depth: Int) throws(CSSearchQueryError) -> QueryExpression {
        var parts = [try term(depth: depth)]
        while take("&&") { parts.append(try term(depth: depth)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func term(depth: Int) throws(CSSearchQueryError) -> QueryExpression {
        skipSpace()
        guard at < text.count, text[at] == "(" else { return try comparison() }
        guard depth < Self.deepest else { throw fault("Parentheses are nested deeper than \(Self.deepest).") }
        at += 1
        let inner = try alternatives(depth: depth + 1)
        guard take(")") else { throw fault("Expected ), found \(found).") }
        return inner
    }

    // MARK: Comparisons

    private mutating func comparison() throws(CSSearchQueryError) -> QueryExpression {
        conditions += 1
        guard conditions <= Self.mostConditions else {
            throw fault("There are more than \(Self.mostConditions) conditions.")
        }
        let start = at
        guard let name = word() else { throw fault("Expected an attribute, found \(found).") }
        if name == "InRange" { return try range() }
        skipSpace()
        guard let op = operatorSign() else {
            throw fault("Expected a comparison such as == behind “\(name)”, found \(found).")
        }
        let bracketed = try bracketedModifiers()
        skipSpace()
        let valueStart = at
        let value = try value()
        if case .text(var pattern) = value {
            pattern.modifiers.formUnion(bracketed)
            guard op == "==" || op == "!=" else {
                throw fault("\(op) compares numbers and dates, not text.", at: valueStart)
            }
            let test: QueryExpression.Test = pattern.isAnything ? .present : .text(pattern)
            return .comparison(attribute: name, test: test, isNegated: op == "!=")
        }
        guard bracketed.isEmpty else { throw fault("Modifiers go with text.", at: valueStart) }
        let isNegated = op == "!="
        switch value {
        case .flag(let flag):
            guard op == "==" || isNegated else {
                throw fault("\(op) compares numbers and dates, not true or false.", at: valueStart)
            }
            return .comparison(attribute: name, test: .flag(flag), isNegated: isNegated)
        case .bound(let bound):
            if let order = QueryExpression.Order(rawValue: op) {
                return .comparison(attribute: name, test: .order(order, bound), isNegated: false)
            }
            switch bound {
            case .number(let number):
                return .comparison(attribute: name, test: .number(number), isNegated: isNegated)
            case .moment(let moment):
                return .comparison(attribute: name, test: .moment(moment), isNegated: isNegated)
            }
        case .text: throw fault("Expected a value.", at: start)
        }
    }

    /// `InRange(attribute, min, max)`, behind its name.
    private mutating func range() throws(CSSearchQueryError) -> QueryExpression {
        guard take("(") else { throw fault("Expected ( behind InRange, found \(found).") }
        skipSpace()
        guard let name = word() else { throw fault("Expected an attribute, found \(found).") }
        var bounds: [QueryExpression.Bound] = []
        for _ in 0..<2 {
            guard take(",") else { throw fault("Expected a comma, found \(found).") }
            skipSpace()
            let start = at
            guard case .bound(let bound) = try value() else {
                throw fault("InRange takes numbers and dates.", at: start)
            }
            bounds.append(bound)
        }
        guard take(")") else { throw fault("Expected ), found \(found).") }
        return .comparison(attribute: name, test: .range(bounds[0], bounds[1]), isNegated: false)
    }

    private mutating func operatorSign() -> String? {
        for (sign, meaning) in [
            ("==", "=="), ("!=", "!="), ("<=", "<="), (">=", ">="), ("<", "<"), (">", ">"), ("=", "=="),
        ] where take(sign) {
            return meaning
        }
        return nil
    }

    /// `[cd]` behind an operator.
    private mutating func bracketedModifiers() throws(CSSearchQueryError) -> TextPattern.Modifiers {
        guard take("[") else { return [] }
        let modifiers = try self.modifiers()
        guard take("]") else { throw fault("Expected ], found \(found).") }
        return modifiers
    }

    mutating func modifiers() throws(CSSearchQueryError) -> TextPattern.Modifiers {
        var modifiers: TextPattern.Modifiers = []
        while at < text.count, text[at].isLetter || text[at].isNumber {
            switch text[at] {
            case "c": modifiers.insert(.ignoresCase)
            case "d": modifiers.insert(.ignoresDiacritics)
            case "w": modifiers.insert(.words)
            case "t": modifiers.insert(.tokens)
            default: throw fault("“\(text[at])” is no modifier; they are c, d, w and t.")
            }
            at += 1
        }
        return modifiers
    }

    // MARK: Characters

    /// Letters, digits, `_`, `.`, `-` within, or a `*` alone.
    mutating func word() -> String? {
        skipSpace()
        if at < text.count, text[at] == "*" {
            at += 1
            return "*"
        }
        let start = at
        while at < text.count, text[at].isLetter || text[at].isNumber || "_.:".contains(text[at]) { at += 1 }
        guard at > start, !text[start].isNumber else {
            at = start
            return nil
        }
        return String(text[start..<at])
    }

    private mutating func take(_ sign: String) -> Bool {
        skipSpace()
        let characters = Array(sign)
        guard at + characters.count <= text.count, Array(text[at..<(at + characters.count)]) == characters else {
            return false
        }
        at += characters.count
        return true
    }

    mutating func skipSpace() {
        while at < text.count, text[at].isWhitespace { at += 1 }
    }

    var found: String { at < text.count ? "“\(String(text[at...].prefix(12)))”" : "the end" }

    func fault(_ message: String, at position: Int? = nil) -> CSSearchQueryError {
        CSSearchQueryError(.invalidQuery, message, position: (position ?? at) + 1)
    }
}
