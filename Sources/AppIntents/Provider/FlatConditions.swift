import AlmagestEntities

/// A condition as the wire has it; Foundation has a type of the same name.
typealias WirePredicate = AlmagestEntities.Predicate

/// A tree of conditions as an app's property query takes them: a list that is joined by `and` or by `or`.
struct FlatConditions {
    var mode: EntityQueryComparatorMode = .and
    var conditions: [WirePredicate.Comparison] = []

    /// - Throws: `invalidPredicate` for a tree that needs both, or the opposite of a comparison that has none.
    init(_ predicate: WirePredicate?) throws(AlmagestError) {
        guard let predicate else { return }
        self = try Self.flat(predicate, negated: false)
    }

    private init(_ mode: EntityQueryComparatorMode, _ conditions: [WirePredicate.Comparison]) {
        self.mode = mode
        self.conditions = conditions
    }

    private static func flat(_ predicate: WirePredicate, negated: Bool) throws(AlmagestError) -> FlatConditions {
        switch predicate {
        case .not(let inner): return try flat(inner, negated: !negated)
        case .comparison(let comparison): return try negated ? opposite(comparison) : FlatConditions(.and, [comparison])
        case .all(let parts): return try joined(parts, negated ? .or : .and, negated: negated)
        case .any(let parts): return try joined(parts, negated ? .and : .or, negated: negated)
        }
    }

    private static func joined(
        _ parts: [WirePredicate], _ mode: EntityQueryComparatorMode, negated: Bool
    ) throws(AlmagestError) -> FlatConditions {
        var all: [WirePredicate.Comparison] = []
        for part in parts {
            let inner = try flat(part, negated: negated)
            guard inner.mode == mode || inner.conditions.count < 2 else {
                throw fault(
                    "An app's query takes conditions that are joined by “all” or by “any”, not by both.",
                    hint: "Ask the index instead, or ask twice.")
            }
            all += inner.conditions
        }
        return FlatConditions(mode, all)
    }

    private static func opposite(_ comparison: WirePredicate.Comparison) throws(AlmagestError) -> FlatConditions {
        func with(_ op: WirePredicate.Comparator, _ value: PropertyValue? = nil) -> WirePredicate.Comparison {
            WirePredicate.Comparison(property: comparison.property, op: op, value: value ?? comparison.value)
        }
        switch comparison.op {
        case .equal: return FlatConditions(.and, [with(.notEqual)])
        case .notEqual: return FlatConditions(.and, [with(.equal)])
        case .less: return FlatConditions(.and, [with(.greaterOrEqual)])
        case .lessOrEqual: return FlatConditions(.and, [with(.greater)])
        case .greater: return FlatConditions(.and, [with(.lessOrEqual)])
        case .greaterOrEqual: return FlatConditions(.and, [with(.less)])
        case .between:
            guard case .list(let bounds) = comparison.value, bounds.count == 2 else { break }
            return FlatConditions(.or, [with(.less, bounds[0]), with(.greater, bounds[1])])
        case .contains, .hasPrefix, .hasSuffix, .exists: break
        }
        throw fault("“\(comparison.op.rawValue)” cannot be turned round with “not” for an app's query.", hint: nil)
    }

    private static func fault(_ message: String, hint: String?) -> AlmagestError {
        AlmagestError(.invalidPredicate, message, path: "where", hint: hint)
    }
}
