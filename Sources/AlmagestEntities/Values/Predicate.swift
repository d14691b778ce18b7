/// A condition on the properties of an entity, as `where` carries it.
public indirect enum Predicate: Hashable, Sendable {
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
    case comparison(Comparison)

    /// One property path against one value.
    public struct Comparison: Hashable, Sendable {
        /// Dotted path; dots go through records and references (`calendar.title`).
        public var property: String
        public var op: Comparator
        /// For `between` a list of two; for `exists` a bool.
        public var value: PropertyValue
        public init(property: String, op: Comparator, value: PropertyValue) {
            self.property = property
            self.op = op
            self.value = value
        }
    }

    public enum Comparator: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case between, contains, hasPrefix, hasSuffix, exists
    }
}

/// One key of a sort: a property path and a direction.
public struct SortKey: Hashable, Sendable {
    public var property: String
    public var ascending: Bool
    public init(property: String, ascending: Bool = true) {
        self.property = property
        self.ascending = ascending
    }
}
