import AlmagestEntities
import SQLite

/// Turns a predicate into a plan.
///
/// - A comparison is true of an entity if one of its values there passes. `!=` wants a value, and none that is equal;
///   `not` is also true where there is no value.
/// - A list given to `==` or `!=` means any of its elements; to `contains` each of them.
/// - `contains` is part of a text, or an element that equals the value; `hasPrefix` and `hasSuffix` are of texts.
/// - A path that no entity has ever had matches nothing.
struct PredicateCompiler {
    let columns: ColumnTable
    let groups: [EntityGroup]
    let reading: ValueReading

    /// References followed by one path.
    static let maximumHops = 4

    init(columns: ColumnTable, groups: [EntityGroup], context: DateContext) {
        self.columns = columns
        self.groups = groups
        reading = ValueReading(context: context)
    }

    mutating func compile(_ predicate: Predicate, path: String = "") throws(AlmagestError) -> Plan {
        func inner(_ member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }
        switch predicate {
        case .all(let parts):
            var plans: [Plan] = []
            for (i, part) in parts.enumerated() { plans.append(try compile(part, path: inner("all[\(i)]"))) }
            return .all(plans)
        case .any(let parts):
            var plans: [Plan] = []
            for (i, part) in parts.enumerated() { plans.append(try compile(part, path: inner("any[\(i)]"))) }
            return .any(plans)
        case .not(let part): return .not(try compile(part, path: inner("not")))
        case .comparison(let comparison): return try compile(comparison, path: path)
        }
    }

    private mutating func compile(
        _ comparison: Predicate.Comparison, path: String
    ) throws(AlmagestError) -> Plan {
        let place = path.isEmpty ? "value" : "\(path).value"
        let property = comparison.property
        switch (comparison.op, comparison.value) {
        case (.exists, .bool(let wanted)):
            let plan = try leaf(property, .exists, comparison.value, place)
            return wanted ? plan : .not(plan)
        case (.exists, _):
            throw AlmagestError(.invalidPredicate, "exists wants true or false.", path: place)
        case (.notEqual, _):
            var equal = comparison
            equal.op = .equal
            let some = try leaf(property, .exists, .bool(true), place)
            return .all([some, .not(try compile(equal, path: path))])
        case (.equal, .list(let values)):
            return .any(try each(values, of: comparison, path))
        case (.contains, .list(let values)):
            return .all(try each(values, of: comparison, path))
        case (.between, .list(let bounds)) where bounds.count == 2:
            return try leaf(property, .between, comparison.value, place)
        case (.between, _):
            throw AlmagestError(.invalidPredicate, "between wants a list of two values.", path: place)
        case (_, .union(let name, let payload)):
            let isCase = try leaf("\(property).case", .equal, .text(name), place)
            var inner = comparison
            inner.value = payload
            return .all([isCase, try compile(inner, path: path)])
        case (_, .measurement(let measurement)):
            let unit = try leaf("\(property).unit", .equal, .text(measurement.unit), place)
            return .all([unit, try leaf(property, comparison.op, comparison.value, place)])
        case (_, .list), (_, .record):
            throw AlmagestError(
                .invalidPredicate, "\(comparison.op.rawValue) cannot compare with a \(comparison.value.kind.rawValue).",
                path: place)
        default:
            return try leaf(property, comparison.op, comparison.value, place)
        }
    }

    private mutating func each(
        _ values: [PropertyValue], of comparison: Predicate.Comparison, _ path: String
    ) throws(AlmagestError) -> [Plan] {
        var plans: [Plan] = []
        for value in values {
            if case .list = value {
                throw AlmagestError(.invalidPredicate, "A list in a list cannot be compared.", path: path)
            }
            var single = comparison
            single.value = value
            plans.append(try compile(single, path: path))
        }
        return plans
    }

    // MARK: One comparison

    private mutating func leaf(
        _ property: String, _ op: Predicate.Comparator, _ value: PropertyValue, _ place: String
    ) throws(AlmagestError) -> Plan {
        var found = Found()
        try find(property, op, value, place, hops: 0, into: &found)
        if !found.isKnown { return .nothing }
        if found.plans.isEmpty, !found.refused.isEmpty {
            if [.contains, .hasPrefix, .hasSuffix].contains(op), !found.refused.contains(where: \.isText),
                reading.text(value) != nil, op != .contains
            {
                throw AlmagestError(
                    .invalidPredicate, "\(op.rawValue) wants text, and \(property) holds none.", path: place)
            }
            throw reading.refusal(of: value, kinds: found.refused, path: place, property: property)
        }
        return found.plans.count == 1 ? found.plans[0] : .any(found.plans)
    }

    private struct Found {
        var plans: [Plan] = []
        /// Kinds that could not read the value.
        var refused: [ColumnKind] = []
        var isKnown = false
    }

    /// Collects where a path leads: columns, built-ins, and through references.
    private mutating func find(
        _ property: String, _ op: Predicate.Comparator, _ value: PropertyValue, _ place: String, hops: Int,
        into found: inout Found
    ) throws(AlmagestError) {
        for column in columns.columns(at: property) {
            found.isKnown = true
            if let test = test(op, value, column.kind) {
                found.plans.append(.column(column.id, column.kind, test))
            } else {
                found.refused.append(column.kind)
            }
        }
        if property == BuiltIn.identifier {
            found.isKnown = true
            if let test = identifierTest(op, value) {
                found.plans.append(.identifier(test))
            } else {
                found.refused.append(.text)
            }
        }
        if let member = BuiltIn.Member(rawValue: property) { group(member, op, value, into: &found) }
        if BuiltIn.stored.contains(property) { found.isKnown = true }
        guard hops < Self.maximumHops else { return }
        for dot in property.indices where property[dot] == "." {
            let head = String(property[..<dot])
            guard let column = columns.number(head, .reference) else { continue }
            var inner = Found()
            let rest = String(property[property.index(after: dot)...])
            try find(rest, op, value, place, hops: hops + 1, into: &inner)
            found.isKnown = found.isKnown || inner.isKnown
            found.refused.append(contentsOf: inner.refused)
            if !inner.plans.isEmpty { found.plans.append(.reference(column, .any(inner.plans))) }
        }
    }

    private func group(
        _ member: BuiltIn.Member, _ op: Predicate.Comparator, _ value: PropertyValue, into found: inout Found
    ) {
        found.isKnown = true
        let kind: ColumnKind = member == .priority ? .number : .text
        guard let test = test(op, value, kind) else {
            found.refused.append(kind)
            return
        }
        let bits = groups.map { group in
            group.values(member).contains { payload in
                test.matches(StoredKey(IndexedValue(column: 0, payload: payload)).value)
            }
        }
        found.plans.append(.groups(bits))
    }

    /// The test in a column of that kind; nil if the comparison or the value makes no sense there.
    private func test(_ op: Predicate.Comparator, _ value: PropertyValue, _ kind: ColumnKind) -> ValueTest? {
        if op == .exists { return .any }
        // A bare number may be a text that is written alike, but has no place in the order of texts.
        if kind == .text, op.isOrder, reading.isNumber(value) { return nil }
        if op == .between {
            guard case .list(let bounds) = value, bounds.count == 2, kind != .bool,
                let from = reading.span(bounds[0], kind), let to = reading.span(bounds[1], kind)
            else { return nil }
            return .interval(.init(lower: from.lower, upper: to.upper, includesUpper: to.includesUpper))
        }
        guard let span = reading.span(value, kind) else { return nil }
        switch op {
        case .equal, .notEqual:
            if kind == .text, case .text(let text) = span.lower { return .equal(text) }
            return .interval(.init(lower: span.lower, upper: span.upper, includesUpper: span.includesUpper))
        case .contains:
            if kind == .text, case .text(let text) = span.lower { return .contains(text) }
            return .interval(.init(lower: span.lower, upper: span.upper, includesUpper: span.includesUpper))
        case .hasPrefix, .hasSuffix:
            guard kind == .text, case .text(let text) = span.lower else { return nil }
            return op == .hasPrefix ? .prefix(text) : .suffix(text)
        case .less:
            return kind == .bool ? nil : .interval(.init(upper: span.lower, includesUpper: false))
        case .lessOrEqual:
            return kind == .bool ? nil : .interval(.init(upper: span.upper, includesUpper: span.includesUpper))
        case .greater:
            guard kind != .bool else { return nil }
            return .interval(.init(lower: span.upper, includesLower: !span.includesUpper))
        case .greaterOrEqual:
            return kind == .bool ? nil : .interval(.init(lower: span.lower))
        case .between, .exists: return nil
        }
    }

    /// Identifiers are the app's own: they are compared as they are written.
    private func identifierTest(_ op: Predicate.Comparator, _ value: PropertyValue) -> ValueTest? {
        if op == .exists { return .any }
        if op == .between {
            guard case .list(let bounds) = value, bounds.count == 2, let from = reading.text(bounds[0]),
                let to = reading.text(bounds[1])
            else { return nil }
            return .interval(.init(lower: .text(from), upper: .text(to)))
        }
        guard let text = reading.text(value) else { return nil }
        switch op {
        case .equal, .notEqual: return .interval(.exactly(.text(text)))
        case .contains: return .contains(text)
        case .hasPrefix: return .prefix(text)
        case .hasSuffix: return .suffix(text)
        case .less: return .interval(.init(upper: .text(text), includesUpper: false))
        case .lessOrEqual: return .interval(.init(upper: .text(text)))
        case .greater: return .interval(.init(lower: .text(text), includesLower: false))
        case .greaterOrEqual: return .interval(.init(lower: .text(text)))
        case .between, .exists: return nil
        }
    }
}

extension Predicate.Comparator {
    /// Whether it is about the order of values.
    fileprivate var isOrder: Bool {
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
        case .equal, .notEqual, .contains, .hasPrefix, .hasSuffix, .exists: false
        }
    }
}
