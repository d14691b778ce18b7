import SQLite

/// A condition on the values of one column.
enum ValueTest: Hashable, Sendable {
    /// Any value at all.
    case any
    /// Within bounds, in the order of the column.
    case interval(Interval)
    /// Equal to a folded text.
    case equal(String)
    case prefix(String)
    case suffix(String)
    case contains(String)

    /// Bounds of values; nil is open. Text bounds are folded.
    struct Interval: Hashable, Sendable {
        var lower: SQLiteValue?
        var includesLower = true
        var upper: SQLiteValue?
        var includesUpper = true

        static func exactly(_ value: SQLiteValue) -> Interval { Interval(lower: value, upper: value) }

        /// Nothing lies within.
        var isEmpty: Bool {
            guard let lower, let upper, let order = Self.compare(lower, upper) else { return false }
            return order > 0 || (order == 0 && !(includesLower && includesUpper))
        }

        func contains(_ value: SQLiteValue) -> Bool {
            if let lower {
                guard let order = Self.compare(value, lower), order > 0 || (order == 0 && includesLower) else {
                    return false
                }
            }
            if let upper {
                guard let order = Self.compare(value, upper), order < 0 || (order == 0 && includesUpper) else {
                    return false
                }
            }
            return true
        }

        /// -1, 0 or 1 as SQLite orders two numbers or two texts; nil for other pairs.
        static func compare(_ a: SQLiteValue, _ b: SQLiteValue) -> Int? {
            func order<T: Comparable>(_ x: T, _ y: T) -> Int { x < y ? -1 : x == y ? 0 : 1 }
            switch (a, b) {
            case (.integer(let x), .integer(let y)): return order(x, y)
            case (.real(let x), .real(let y)): return order(x, y)
            case (.integer(let x), .real(let y)): return compare(x, y)
            case (.real(let x), .integer(let y)): return -compare(y, x)
            case (.text(let x), .text(let y)): return order(UTF8Order(x), UTF8Order(y))
            default: return nil
            }
        }

        /// Exact, where a conversion of the integer would round.
        private static func compare(_ x: Int64, _ y: Double) -> Int {
            if y >= 0x1p63 { return -1 }
            if y < -0x1p63 { return 1 }
            let whole = y.rounded(.down)
            let other = Int64(whole)
            if x != other { return x < other ? -1 : 1 }
            return y > whole ? -1 : 0
        }
    }

    /// Whether a value passes, given its ordered form and, for text, all of it.
    func matches(_ key: SQLiteValue, rest: String? = nil) -> Bool {
        switch self {
        case .any: return true
        case .interval(let interval): return interval.contains(Self.joined(key, rest))
        case .equal(let text): return Self.text(key, rest) == text
        case .prefix(let text): return Self.text(key, rest).utf8.starts(with: text.utf8)
        case .suffix(let text): return Self.text(key, rest).utf8.reversed().starts(with: text.utf8.reversed())
        case .contains(let text): return Self.text(key, rest).containsBytes(of: text)
        }
    }

    private static func joined(_ key: SQLiteValue, _ rest: String?) -> SQLiteValue {
        guard let rest, case .text(let text) = key else { return key }
        return .text(text + rest)
    }

    private static func text(_ key: SQLiteValue, _ rest: String?) -> String {
        guard case .text(let text) = key else { return "" }
        return rest.map { text + $0 } ?? text
    }
}

/// Order of texts by their bytes, which is the order of their scalars, and SQLite's.
struct UTF8Order: Comparable {
    let text: String
    init(_ text: String) { self.text = text }

    static func == (a: UTF8Order, b: UTF8Order) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    static func < (a: UTF8Order, b: UTF8Order) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

extension String {
    /// Whether the bytes of `other` stand somewhere in it; everything contains the empty text.
    func containsBytes(of other: String) -> Bool {
        var text = self
        var other = other
        return text.withUTF8 { bytes in
            other.withUTF8 { needle in UnsafeRawBufferPointer(bytes).contains(UnsafeRawBufferPointer(needle)) }
        }
    }

    /// The least text above all that begin with it; nil when there is none.
    var upperBoundOfPrefix: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            let next = last.value == 0xd7ff ? 0xe000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            return text
        }
        return nil
    }
}
