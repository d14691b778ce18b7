internal import AlmagestEntities
import Foundation

/// Narrows the index down to what a query string can match, as a predicate.
///
/// The predicate lets everything pass that the query matches, and perhaps more: the index compares without case and
/// diacritics and knows no word boundaries. `QueryMatcher` decides about what comes back. Nil is no condition.
struct QueryNarrowing {
    private typealias Condition = AlmagestEntities.Predicate

    static func predicate(for expression: QueryExpression) -> AlmagestEntities.Predicate? {
        switch expression {
        case .all(let parts):
            let known = parts.compactMap { predicate(for: $0) }
            return known.isEmpty ? nil : known.count == 1 ? known[0] : .all(known)
        case .any(let parts):
            var known: [Condition] = []
            for part in parts {
                guard let condition = predicate(for: part) else { return nil }
                known.append(condition)
            }
            return .any(known)
        case .comparison(let attribute, let test, let isNegated):
            return isNegated ? absence(attribute, test) : comparison(attribute, test)
        }
    }

    /// Only that there is no value can be said of what does not pass.
    private static func absence(_ attribute: String, _ test: QueryExpression.Test) -> AlmagestEntities.Predicate? {
        guard test == .present, let paths = paths(attribute), paths.isExact else { return nil }
        return .not(anywhere(paths.names) { .comparison(.init(property: $0, op: .exists, value: .bool(true))) })
    }

    private static func comparison(
        _ attribute: String, _ test: QueryExpression.Test
    ) -> AlmagestEntities.Predicate? {
        guard let paths = paths(attribute),
            let conditions = conditions(test, AttributeTable.attribute(named: attribute))
        else { return nil }
        var condition = anywhere(paths.names) { path in
            let each = conditions.map { op, value in
                Condition.comparison(.init(property: path, op: op, value: value))
            }
            return each.count == 1 ? each[0] : .all(each)
        }
        // An app's entity may be called otherwise than its property says.
        if paths.entitiesDiffer {
            let isItem = Condition.comparison(
                .init(property: "type", op: .equal, value: .text(CSSearchableItem.wireType)))
            condition = .any([condition, .not(isItem)])
        }
        return condition
    }

    private static func anywhere(
        _ names: [String], _ condition: (String) -> AlmagestEntities.Predicate
    ) -> AlmagestEntities.Predicate {
        names.count == 1 ? condition(names[0]) : .any(names.map(condition))
    }

    /// Members of entities, which have values whatever the attributes are.
    private static let members: Set<String> = [
        "id", "bundle", "type", "index", "schema", "domain", "language", "priority", "ownership", "subtitle",
        "stableID",
        "expires",
    ]

    /// Where an attribute's values are in the index.
    private struct Paths {
        var names: [String]
        var entitiesDiffer = false
        /// Whether there being no value there means that the attribute has none.
        var isExact = true
    }

    private static func paths(_ attribute: String) -> Paths? {
        let name = AttributeTable.attribute(named: attribute)?.name ?? attribute
        switch name {
        case "*", "textContent", "alternateNames", "thumbnailURL", "relatedAppEntity": return nil
        case "uniqueIdentifier": return Paths(names: ["id"], entitiesDiffer: true, isExact: false)
        case "displayName": return Paths(names: ["displayName", "title"], entitiesDiffer: true, isExact: false)
        case "title": return Paths(names: ["title"], isExact: false)
        case "contentDescription":
            return Paths(names: ["contentDescription", "subtitle"], entitiesDiffer: true, isExact: false)
        case "domainIdentifier": return Paths(names: ["domain"], isExact: false)
        case "languages": return Paths(names: ["languages", "language"], isExact: false)
        case "rankingHint": return Paths(names: ["rankingHint", "priority"], isExact: false)
        case "url": return Paths(names: ["url"], isExact: false)
        default:
            let isPath = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty }
            guard isPath, name.utf8.count <= 512 else { return nil }
            return Paths(names: [name], isExact: !members.contains(name))
        }
    }

    /// Comparisons that all hold at the path of a value that passes; nil where none is known.
    private static func conditions(
        _ test: QueryExpression.Test, _ attribute: Attribute?
    ) -> [(AlmagestEntities.Predicate.Comparator, PropertyValue)]? {
        let exists: [(AlmagestEntities.Predicate.Comparator, PropertyValue)] = [(.exists, .bool(true))]
        switch test {
        case .present: return exists
        case .text(let pattern): return text(pattern) ?? exists
        case .flag(let flag): return attribute?.kind == .flag ? [(.equal, .bool(flag))] : exists
        case .moment(let moment): return [(.equal, date(moment))]
        case .number(let number):
            switch attribute?.kind {
            case .flag: return number == 0 || number == 1 ? [(.equal, .bool(number == 1))] : exists
            case .number: return [(.equal, .number(number))]
            case .date, .dates: return exists
            default: return exists
            }
        case .order(let order, let bound):
            guard let value = value(bound, attribute) else { return exists }
            switch order {
            case .less: return [(.less, value)]
            case .lessOrEqual: return [(.lessOrEqual, value)]
            case .greater: return [(.greater, value)]
            case .greaterOrEqual: return [(.greaterOrEqual, value)]
            }
        case .range(let lower, let upper):
            guard let from = value(lower, attribute), let to = value(upper, attribute) else { return exists }
            return [(.between, .list([from, to]))]
        }
    }

    private static func value(_ bound: QueryExpression.Bound, _ attribute: Attribute?) -> PropertyValue? {
        switch (bound, attribute?.kind) {
        case (.number(let number), .number): .number(number)
        case (.number(let number), .date), (.number(let number), .dates): date(number + QueryClock.reference)
        case (.moment(let moment), _): date(moment)
        default: nil
        }
    }

    private static func date(_ seconds: Double) -> PropertyValue {
        .date(DateValue(form: .instant, seconds: seconds, offset: 0))
    }

    private static func text(_ pattern: TextPattern) -> [(AlmagestEntities.Predicate.Comparator, PropertyValue)]? {
        let isWithin = !pattern.modifiers.isDisjoint(with: [.words, .tokens])
        guard !isWithin else {
            // Tokens may stand anywhere; a piece between word boundaries is at least somewhere in the text.
            guard !pattern.modifiers.contains(.tokens) else { return nil }
            let pieces = pattern.pieces.map { (AlmagestEntities.Predicate.Comparator.contains, PropertyValue.text($0)) }
            return pieces.isEmpty ? nil : pieces
        }
        guard let first = pattern.pieces.first, let last = pattern.pieces.last else { return nil }
        if pattern.pieces.count == 1, !pattern.startsOpen, !pattern.endsOpen { return [(.equal, .text(first))] }
        var conditions: [(AlmagestEntities.Predicate.Comparator, PropertyValue)] = []
        if !pattern.startsOpen { conditions.append((.hasPrefix, .text(first))) }
        if !pattern.endsOpen { conditions.append((.hasSuffix, .text(last))) }
        let inner = pattern.pieces.dropFirst(pattern.startsOpen ? 0 : 1).dropLast(pattern.endsOpen ? 0 : 1)
        for piece in inner { conditions.append((.contains, .text(piece))) }
        return conditions
    }
}
