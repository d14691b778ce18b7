internal import AlmagestEntities
import Foundation

/// Decides whether an item passes a query: the exact meaning of the query string, which the index only narrows down.
struct QueryMatcher {
    private let expression: QueryExpression
    private let patterns: [TextPattern: TextMatcher]

    init(_ expression: QueryExpression) {
        self.expression = expression
        var patterns: [TextPattern: TextMatcher] = [:]
        Self.collect(expression, into: &patterns)
        self.patterns = patterns
    }

    private static func collect(_ expression: QueryExpression, into patterns: inout [TextPattern: TextMatcher]) {
        switch expression {
        case .all(let parts), .any(let parts): for part in parts { collect(part, into: &patterns) }
        case .comparison(_, .text(let pattern), _): patterns[pattern] = TextMatcher(pattern)
        case .comparison: break
        }
    }

    func matches(_ item: CSSearchableItem) -> Bool { matches(item, expression) }

    private func matches(_ item: CSSearchableItem, _ expression: QueryExpression) -> Bool {
        switch expression {
        case .all(let parts): parts.allSatisfy { matches(item, $0) }
        case .any(let parts): parts.contains { matches(item, $0) }
        case .comparison(let attribute, let test, let isNegated):
            item.values(ofAttribute: attribute).contains { passes($0, test) } != isNegated
        }
    }

    private func passes(_ value: PropertyValue, _ test: QueryExpression.Test) -> Bool {
        switch test {
        case .present: true
        case .text(let pattern): texts(of: value).contains { patterns[pattern]?.matches($0) ?? false }
        case .number(let number):
            if let given = Self.number(value) {
                given == number
            } else {
                Self.moment(value).map { Self.areEqual($0, number + QueryClock.reference) } ?? false
            }
        case .flag(let flag): Self.number(value) == (flag ? 1 : 0)
        case .moment(let moment): Self.moment(value).map { Self.areEqual($0, moment) } ?? false
        case .order(let order, let bound):
            Self.pair(value, bound).map { order.holds($0, $1) } ?? false
        case .range(let lower, let upper):
            (Self.pair(value, lower).map { $0 >= $1 } ?? false) && (Self.pair(value, upper).map { $0 <= $1 } ?? false)
        }
    }

    /// Dates are stored to the microsecond.
    private static func areEqual(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 2e-6 }

    /// A value and a bound on one scale.
    private static func pair(_ value: PropertyValue, _ bound: QueryExpression.Bound) -> (Double, Double)? {
        switch bound {
        case .number(let number):
            Self.number(value).map { ($0, number) } ?? Self.moment(value).map { ($0, number + QueryClock.reference) }
        case .moment(let moment): Self.moment(value).map { ($0, moment) }
        }
    }

    private static func number(_ value: PropertyValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .bool(let flag): flag ? 1 : 0
        case .duration(let duration): duration.seconds
        case .measurement(let measurement): measurement.value
        case .text(let text): Double(text)
        default: nil
        }
    }

    private static func moment(_ value: PropertyValue) -> Double? { Date(value)?.timeIntervalSince1970 }

    private func texts(of value: PropertyValue) -> [String] {
        switch value {
        case .text(let text), .url(let text): [text]
        case .integer(let number): [String(number)]
        case .person(let person): [person.name, person.handle].compactMap { $0 }
        case .place(let place): [place.name, place.address].compactMap { $0 }
        case .entity(let id, let name): [name, id.id].compactMap { $0 }
        default: []
        }
    }
}

extension QueryExpression.Order {
    func holds(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }
}

extension CSSearchableItem {
    /// The values that a query string's attribute has, those of lists one by one; `*` is every attribute.
    func values(ofAttribute name: String) -> [PropertyValue] {
        if name == "*" {
            return attributeSet.values.values.flatMap { Self.flat($0) } + [.text(uniqueIdentifier)]
        }
        if name == "uniqueIdentifier" { return [.text(uniqueIdentifier)] }
        let wireName = AttributeTable.attribute(named: name)?.name ?? name
        if wireName == "domainIdentifier", let domainIdentifier { return [.text(domainIdentifier)] }
        if let value = attributeSet.values[wireName] { return Self.flat(value) }
        // A path into what an app entity holds.
        var found: [PropertyValue]?
        for part in wireName.split(separator: ".") {
            if let values = found {
                found = values.flatMap { Self.member(String(part), of: $0) }
            } else {
                found = attributeSet.values[String(part)].map { Self.flat($0) }
            }
        }
        return found ?? []
    }

    private static func flat(_ value: PropertyValue) -> [PropertyValue] {
        switch value {
        case .list(let values): values.flatMap { flat($0) }
        case .union(_, let payload): flat(payload)
        default: [value]
        }
    }

    private static func member(_ name: String, of value: PropertyValue) -> [PropertyValue] {
        guard case .record(let members) = value else { return [] }
        return members.first { $0.name == name }.map { flat($0.value) } ?? []
    }
}
