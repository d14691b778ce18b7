import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Text

/// What somebody who follows the index wants to hear of: the same meaning as in `search`.
public struct WatchFilter: Sendable {
    /// Entities that have a word of it or are near in meaning; nil for all.
    public var text: String?
    public var scope: Scope

    public init(text: String? = nil, scope: Scope = Scope()) {
        self.text = text
        self.scope = scope
    }

    /// Whether it depends on content, so that an entity may come in and go out of it.
    public var looksAtContent: Bool { text != nil || scope.predicate != nil }

    /// Whether entities of that bundle and type may be in it.
    public func allows(bundle: String, type: String) -> Bool {
        (scope.bundles?.containsExactly(bundle) ?? true) && (scope.types?.containsExactly(type) ?? true)
    }
}

extension SearchEngine {
    /// The filter as it is for whoever sees what is within this engine's reach.
    ///
    /// - Throws: `forbiddenBundle` for an app that is not.
    public func narrowed(_ filter: WatchFilter) throws(AlmagestError) -> WatchFilter {
        try scopes.check(filter.scope.bundles)
        var filter = filter
        filter.scope.bundles = scopes.narrowed(filter.scope.bundles)
        return filter
    }

    /// Projections that must have applied a change before `rows(matching:among:)` knows of it.
    public func projections(for filter: WatchFilter) -> [String] {
        var names: [String] = []
        if filter.scope.predicate != nil { names.append("properties") }
        if filter.text != nil {
            names.append("lexical")
            if semantic.isAvailable { names.append("semantic") }
        }
        return names
    }

    /// The rows that are in the filter now: of those given, or of all.
    public func rows(matching filter: WatchFilter, among given: RowSet?) async throws -> RowSet {
        let now = Date()
        try scopes.check(filter.scope.bundles)
        var rows = visible(filter.scope, among: given, now: now.timeIntervalSince1970)
        if rows.isEmpty { return rows }
        if let predicate = filter.scope.predicate {
            let matching = try await properties.rows(
                where: predicate, context: DateContext(timeZone: filter.scope.timeZone, now: now), within: rows)
            rows.formIntersection(matching)
        }
        guard let text = filter.text, !rows.isEmpty else { return rows }
        // Words mean what they mean in a search of the same scope, whichever rows are looked at.
        let languages = await languages(
            within: catalog.rows.rowSet(
                bundles: filter.scope.bundles, types: filter.scope.types, domains: nil, includeHidden: false,
                now: now.timeIntervalSince1970))
        return try await self.rows(matching: text, within: rows, all: given == nil, languages: languages)
    }

    private func visible(_ scope: Scope, among given: RowSet?, now: Double) -> RowSet {
        let table = catalog.rows
        guard let given else {
            return scopes.visible(bundles: scope.bundles, types: scope.types, now: now) ?? table.visibleRows(now: now)
        }
        let allowed = scopes.narrowed(scope.bundles)
        let (bundles, types) = (table.bundleNames, table.typeNames)
        let candidates = given.rows
        return table.withColumns { columns in
            var rows = RowSet()
            for candidate in candidates {
                let row = Int(candidate)
                guard row < columns.count, columns.revision[row] != 0, columns.hidden[row] == 0,
                    columns.expires[row] > now
                else { continue }
                let (bundle, type) = (Int(columns.bundle[row]), Int(columns.type[row]))
                // A name that came after its list was taken belongs to a change that is yet to be read.
                guard bundle < bundles.count, type < types.count, allowed?.containsExactly(bundles[bundle]) ?? true,
                    scope.types?.containsExactly(types[type]) ?? true
                else { continue }
                rows.insert(candidate)
            }
            return rows
        }
    }

    private func rows(
        matching text: String, within rows: RowSet, all: Bool, languages: [String]
    ) async throws -> RowSet {
        var found = RowSet()
        let parsed = ParsedQuery(text)
        if !parsed.isEmpty {
            found = try await lexical.matchingRows(
                LexicalQuery(parsed, languages: languages), within: rows, limit: Int(UInt32.max))
        }
        let semantic = semantic
        guard semantic.isAvailable, Retrieval.saysSomething(text) else { return found }
        var rows = rows
        rows.subtract(try await excluded(by: parsed, within: rows))
        let vector = try await semantic.embedQuery(parsed.meaning(of: text))
        if all {
            for hit in try await semantic.nearest(
                vector, within: rows, count: settings.depth, exactly: reach != .all)
            where Double(hit.cosine) * vector.familiarity >= Fusion.cosineShown { found.insert(hit.row) }
        } else {
            for hit in try await semantic.cosines(vector, rows: rows.rows)
            where Double(hit.cosine) * vector.familiarity >= Fusion.cosineShown { found.insert(hit.row) }
        }
        return found
    }
}
