import Foundation

/// A query string, read.
indirect enum QueryExpression: Hashable, Sendable {
    case all([QueryExpression])
    case any([QueryExpression])
    /// A value of the attribute passes; with `isNegated` none does, be it that there is none.
    case comparison(attribute: String, test: Test, isNegated: Bool)

    enum Test: Hashable, Sendable {
        /// There is a value.
        case present
        case text(TextPattern)
        case number(Double)
        case flag(Bool)
        /// Seconds since 1970.
        case moment(Double)
        case order(Order, Bound)
        /// Both bounds belong to it.
        case range(Bound, Bound)
    }

    enum Order: String, Hashable, Sendable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    enum Bound: Hashable, Sendable {
        /// A number; against a date, seconds since 2001.
        case number(Double)
        /// A date, in seconds since 1970.
        case moment(Double)
    }
}

/// Text with wildcards, and how it is compared.
struct TextPattern: Hashable, Sendable {
    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let ignoresCase = Modifiers(rawValue: 1)
        static let ignoresDiacritics = Modifiers(rawValue: 2)
        /// The pattern stands between word boundaries somewhere in the text.
        static let words = Modifiers(rawValue: 4)
        /// Each word of the pattern is a word of the text.
        static let tokens = Modifiers(rawValue: 8)
    }

    /// Texts that stand one after another; between neighbours there may be anything.
    var pieces: [String]
    var startsOpen = false
    var endsOpen = false
    var modifiers: Modifiers = []

    /// Whether it is a wildcard and nothing else.
    var isAnything: Bool { pieces.isEmpty && startsOpen }
}
