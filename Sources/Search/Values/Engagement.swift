import AlmagestEntities
import Catalog

/// How much the person is about some entities just now, without a word said: what is on screen, what they use often and
/// lately, and what apps say is relevant.
struct Engagement: Sendable {
    /// What is selected, or what the whole screen is about, comes before all use; what is merely shown counts like one use.
    private static let selected = 2.0
    private static let shown = 0.5
    private static let relevance = 0.25

    let catalog: Catalog
    /// Seconds since 1970.
    let now: Double

    /// Engagement of those rows that have any, above 0. Use adds 0 to 1: one just now a half, without end one.
    func engagement(of rows: some Sequence<RowID>) async throws -> [RowID: Double] {
        let context = catalog.context
        var result = context.uses(of: rows).mapValues { use in
            let weight = use.weight(now: now)
            // Of dates far ahead of `now` the weight may be infinite.
            return weight.isFinite ? weight / (1 + weight) : 1
        }
        for row in context.relevantRows(among: rows, now: now) { result[row, default: 0] += Self.relevance }
        let shown = try await onScreen()
        if !shown.isEmpty {
            for row in rows { if let value = shown[row] { result[row, default: 0] += value } }
        }
        return result
    }

    /// What the app that spoke last shows.
    private func onScreen() async throws -> [RowID: Double] {
        guard let screen = catalog.context.screens().first else { return [:] }
        var values = Dictionary(
            screen.views.map { ($0.entity, $0.selected ? Self.selected : Self.shown) }, uniquingKeysWith: max)
        if let whole = screen.activityEntity { values[whole] = Self.selected }
        var result: [RowID: Double] = [:]
        for stored in try await catalog.entities(ids: Array(values.keys)).compactMap({ $0 }) {
            result[stored.row] = values[stored.entity.key]
        }
        return result
    }
}
