/// A way in which a date is written: words and places for values, and what it means.
struct DatePattern: Sendable {
    enum Element: Sendable, Hashable {
        case word(String)
        case weekday, month, day, nth, digitNth, year, number, unit, part, hour, half
    }

    enum Direction: String, Sendable { case any, next, last, nextweek, lastweek, year }

    enum Meaning: Sendable {
        case day(Int)
        case part(Int, DayPart?)
        case weekday(Direction)
        case weekdayPart(Direction)
        case month(Direction)
        /// A month written as a number.
        case monthNumber
        case date
        case dateWithNumber
        case iso
        case dayOfMonth
        case unit(Int, DateUnit?)
        case shift(Int)
        case year
        case time
    }

    var elements: [Element]
    var meaning: Meaning
}

/// Patterns by the word they begin with; those that begin with a value beside them.
struct PatternTable: Sendable {
    private(set) var byWord: [String: [DatePattern]] = [:]
    private(set) var others: [DatePattern] = []

    /// Adds `elements = meaning`; one that cannot be read is left out, which the tests would tell.
    mutating func add(_ line: String, fold: (String) -> String) {
        let sides = line.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { return }
        let elements = sides[0].split(separator: " ").map { Self.element(String($0), fold) }
        let words = sides[1].split(separator: " ").map(String.init)
        guard let first = elements.first, let meaning = Self.meaning(words) else { return }
        let pattern = DatePattern(elements: elements, meaning: meaning)
        if case .word(let word) = first { byWord[word, default: []].append(pattern) } else { others.append(pattern) }
    }

    private static func element(_ text: String, _ fold: (String) -> String) -> DatePattern.Element {
        switch text {
        case "{weekday}": .weekday
        case "{month}": .month
        case "{day}": .day
        case "{nth}": .nth
        case "{nthdigit}": .digitNth
        case "{year}": .year
        case "{number}": .number
        case "{unit}": .unit
        case "{part}": .part
        case "{hour}": .hour
        case "{half}": .half
        default: .word(fold(text))
        }
    }

    private static func meaning(_ words: [String]) -> DatePattern.Meaning? {
        let value = words.count > 1 ? words[1] : ""
        let last = words.count > 2 ? words[2] : ""
        switch words.first {
        case "day": return Int(value).map { .day($0) }
        case "part": return Int(value).map { .part($0, DayPart(rawValue: last)) }
        case "weekday": return DatePattern.Direction(rawValue: value).map { .weekday($0) }
        case "weekdaypart": return DatePattern.Direction(rawValue: value).map { .weekdayPart($0) }
        case "month": return DatePattern.Direction(rawValue: value).map { .month($0) }
        case "monthnumber": return .monthNumber
        case "date": return .date
        case "datenumber": return .dateWithNumber
        case "iso": return .iso
        case "monthday": return .dayOfMonth
        case "unit": return Int(value).map { .unit($0, DateUnit(rawValue: last)) }
        case "shift": return .shift(value == "-" ? -1 : 1)
        case "year": return .year
        case "time": return .time
        default: return nil
        }
    }
}
