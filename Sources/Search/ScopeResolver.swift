import AlmagestEntities
import Catalog
import Foundation
import Properties

/// Turns where to look into a set of rows: the one meaning that a filter has in every part of search.
struct ScopeResolver: Sendable {
    let catalog: Catalog
    let properties: PropertyIndex

    /// Rows in scope; nil when that is everything that may be shown.
    func rows(_ scope: Scope) async throws -> RowSet? {
        let now = scope.now ?? Date()
        let visible = catalog.rows.rowSet(
            bundles: scope.bundles, types: scope.types, domains: scope.domains, includeHidden: false,
            now: now.timeIntervalSince1970)
        guard let predicate = scope.predicate else { return visible }
        let context = DateContext(timeZone: scope.timeZone, now: now)
        var rows = try await properties.rows(where: predicate, context: context, within: visible)
        if let visible { rows.formIntersection(visible) }
        return rows
    }
}

extension PropertyIndex {
    /// The rows that a caller's `where` is true of; what is wrong with it is told by its path within the parameters.
    func rows(
        where predicate: AlmagestEntities.Predicate, context: DateContext, within: RowSet?
    ) async throws -> RowSet {
        do {
            return try await rows(matching: predicate, context: context, within: within)
        } catch let error as AlmagestError where error.name == .invalidPredicate || error.name == .invalidDate {
            throw error.within("where")
        }
    }
}
