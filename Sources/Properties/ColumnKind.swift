import AlmagestEntities

/// Kind of an index column: a property path has one column for each kind of value it was ever given.
///
/// The raw values are stored, and their order is the order of kinds in a sort.
enum ColumnKind: UInt8, CaseIterable {
    case bool = 0
    case number = 1
    /// Seconds.
    case duration = 2
    /// A point in time, UTC seconds since 1970.
    case instant = 3
    /// A floating date and time, or a whole day: what it would be in UTC, seconds since 1970.
    case local = 4
    /// Folded text: also links, and the names and handles of people and places.
    case text = 5
    /// The text form of a referenced entity's identifier.
    case reference = 6

    /// What an error calls it.
    var words: String {
        switch self {
        case .bool: "true or false"
        case .number: "numbers"
        case .duration: "durations"
        case .instant, .local: "dates"
        case .text: "text"
        case .reference: "references"
        }
    }

    var isText: Bool { self == .text || self == .reference }
}

/// Number of a column in the file.
typealias ColumnID = Int32
