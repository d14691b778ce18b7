import AlmagestEntities

/// A change of what the catalog holds of the context, as memory takes it over after the commit.
enum ContextChange: Sendable {
    case added(KeptInteraction)
    case removed(KeptInteraction)
    /// Nil takes the statement away.
    case stated(ContextSubject, ContextStatement?)
}

/// An entity that is named, and its row; 0 when there is none.
struct NamedRow: Sendable, Equatable {
    var entity: EntityID
    var row: RowID
}

/// An interaction as far as it is kept in memory.
struct KeptInteraction: Sendable, Equatable {
    var bundle: String
    var date: Double
    /// Entities it was with, each once.
    var entities: [NamedRow]
}

/// Entities that were said of one subject, in the app's order.
struct ContextStatement: Sendable, Equatable {
    var entities: [NamedRow]
    var updated: Double
}
