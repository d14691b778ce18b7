import AlmagestEntities
import Catalog

/// A predicate made ready: paths are columns, values are bounds.
indirect enum Plan: Sendable {
    case all([Plan])
    case any([Plan])
    case not(Plan)
    /// Rows with a value in the column that passes.
    case column(ColumnID, ColumnKind, ValueTest)
    /// Rows of the groups whose bit is set.
    case groups([Bool])
    /// Rows whose own identifier passes.
    case identifier(ValueTest)
    /// Rows that refer, in that column, to a row that the inner plan finds.
    case reference(ColumnID, Plan)

    static let nothing = Plan.any([])

    /// Whether one row can be decided from its record, without another row.
    var isLocal: Bool {
        switch self {
        case .all(let plans), .any(let plans): plans.allSatisfy(\.isLocal)
        case .not(let plan): plan.isLocal
        case .column, .groups, .identifier: true
        case .reference: false
        }
    }
}
