import AlmagestEntities
import Catalog
import Foundation
import Properties

/// Turns where to look into a set of rows: the one meaning that a filter has in every part of search.
struct ScopeResolver: Sendable {
    let catalog: Catalog
    let properties: PropertyView
    let reach: Reach

    /// Rows in scope; nil when that is everything that may be shown.
    ///
    /// - Throws: `forbiddenBundle` for an app that is not within reach.
    func rows(_ scope: Scope) async throws -> RowSet? {
        let now = scope.now ?? Date()
        try check(scope.bundles)
        let visible = visible(
            bundles: scope.bundles, types: scope.types, domains: scope.domains, now: now.timeIntervalSince1970)
        guard let predicate = scope.predicate else { return visible }
        let context = DateContext(timeZone: scope.timeZone, now: now)
        var rows = try await properties.rows(where: predicate, context: context, within: visible)
        if let visible { rows.formIntersection(visible) }
        return rows
    }

    /// Rows of those apps, types and domains that may be shown; nil when that is everything.
    func visible(
        bundles: [String]? = nil, types: [String]? = nil, domains: [String]? = nil, now: Double
    ) -> RowSet? {
        catalog.rows.rowSet(
            bundles: narrowed(bundles), types: types, domains: domains, includeHidden: false, now: now)
    }

    /// Every row that may be shown.
    func all(now: Double) -> RowSet { visible(now: now) ?? catalog.rows.visibleRows(now: now) }

    /// Names of the apps within reach.
    var bundleNames: [String] { reach.bundle.map { [$0] } ?? catalog.rows.bundleNames }

    /// Those of the apps that are within reach; nil for all.
    func narrowed(_ bundles: [String]?) -> [String]? {
        guard let own = reach.bundle else { return bundles }
        return bundles?.filter(reach.allows) ?? [own]
    }

    /// Refuses an app that is not within reach.
    func check(_ bundles: [String]?) throws(AlmagestError) {
        guard let own = reach.bundle, let index = bundles?.firstIndex(where: { !reach.allows($0) }) else { return }
        throw AlmagestError(
            .forbiddenBundle, "This connection said “\(own)” and sees nothing of other apps.",
            path: "bundles[\(index)]", hint: "A connection that says no bundle is the user's own and sees everything.")
    }
}

extension PropertyView {
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
