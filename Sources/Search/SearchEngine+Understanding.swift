import AlmagestEntities
import Catalog
import Foundation
import Threads

/// What a query says beside its words lifts what fits it; nothing is left out for it, so that a wrong reading loses
/// no result.
extension SearchEngine {
    /// By how much a date that fits lifts: a day says more than a month.
    private static let dayBoost = 0.12
    private static let spanBoost = 0.06
    private static let typeBoost = 0.04
    private static let appBoost = 0.06
    /// Of a query that names nothing but a date so many are added.
    private static let added = 500

    /// Whether it is asked for what the query speaks of beside its words.
    func isUnderstood(_ request: SearchRequest) -> Bool {
        guard request.understand, request.queries.count == 1, let query = request.queries.first else { return false }
        return (query.mode ?? request.mode) == .hybrid
    }

    /// Begins to read the query; nil where nothing is to be understood, so that nobody is woken for it.
    func beginUnderstanding(_ request: SearchRequest, languages: [String]) -> Task<Understanding?, Never>? {
        guard isUnderstood(request) else { return nil }
        return Task(executorPreference: RequestThreads.shared) { [self] in understanding(request, languages: languages)
        }
    }

    /// What the query speaks of beside its words; nil where that is nothing, or the request wants none of it.
    func understanding(_ request: SearchRequest, languages: [String]) -> Understanding? {
        guard isUnderstood(request), let query = request.queries.first else { return nil }
        let reader = RequestReader(
            languages: languages, timeZone: request.scope.timeZone, now: request.scope.now ?? Date(),
            bundles: scopes.bundleNames)
        let understanding = reader.read(query.text)
        let isEmpty = understanding.dates.isEmpty && understanding.types.isEmpty && understanding.apps.isEmpty
        return isEmpty ? nil : understanding
    }

    /// Lifts the hits that fit what the query speaks of, and adds those of a date where it names nothing else.
    func lift(
        _ hits: inout [RankedHit], by understanding: Understanding, _ request: SearchRequest, within rows: RowSet?
    ) async throws -> [UnderstoodPart] {
        let now = request.scope.now ?? Date()
        let isNamed = !understanding.content.isEmpty
        for date in understanding.dates.prefix(2) where !date.isYear {
            guard let span = date.spans(inPast: understanding.isPast).first else { continue }
            let fitting = try await dated(span, scope: request.scope, now: now, within: rows)
            if fitting.isEmpty { continue }
            let isDay = span.upperBound - span.lowerBound <= 2 * 86_400
            lift(&hits, fitting, by: isDay ? Self.dayBoost : Self.spanBoost, as: \.date)
            if !isNamed { add(fitting, to: &hits) }
        }
        let types = Set(understanding.types.flatMap { $0.words.map(\.key) })
        if isNamed, !types.isEmpty, request.scope.types == nil {
            let names = catalog.rows.typeNames.filter { types.contains(AcceptedTypes.key($0)) }
            if !names.isEmpty,
                let fitting = scopes.visible(types: names, now: now.timeIntervalSince1970)
            {
                lift(&hits, fitting, by: Self.typeBoost, as: \.type)
            }
        }
        if let app = understanding.apps.first, request.scope.bundles == nil,
            let fitting = scopes.visible(bundles: app.bundles, now: now.timeIntervalSince1970)
        {
            lift(&hits, fitting, by: Self.appBoost, as: \.app)
        }
        return understanding.parts
    }

    private func dated(_ span: Range<Double>, scope: Scope, now: Date, within rows: RowSet?) async throws -> RowSet {
        let conditions = properties.datePaths.map { path in
            Predicate.all([
                .comparison(.init(property: path, op: .greaterOrEqual, value: .date(.moment(span.lowerBound)))),
                .comparison(.init(property: path, op: .less, value: .date(.moment(span.upperBound)))),
            ])
        }
        guard !conditions.isEmpty else { return RowSet() }
        let context = DateContext(timeZone: scope.timeZone, now: now)
        return try await properties.rows(matching: .any(conditions), context: context, within: rows)
    }

    private func lift(
        _ hits: inout [RankedHit], _ rows: RowSet, by boost: Double, as name: WritableKeyPath<Boosts, Float>
    ) {
        for index in hits.indices where rows.contains(hits[index].row) {
            hits[index].score += boost
            hits[index].boosts[keyPath: name] = Float(boost)
        }
    }

    private func add(_ rows: RowSet, to hits: inout [RankedHit]) {
        let known = Set(hits.lazy.map(\.row))
        let new = rows.rows.filter { !known.contains($0) }.prefix(Self.added)
        let visible = scopes.visible(now: Date().timeIntervalSince1970)
        catalog.rows.withColumns { columns in
            for row in new where Int(row) < columns.count && visible?.contains(row) ?? true {
                var hit = RankedHit(row: row, revision: columns.revision[Int(row)], score: Self.dayBoost)
                hit.boosts.date = Float(Self.dayBoost)
                hits.append(hit)
            }
        }
    }
}

extension DateValue {
    /// A point in time in UTC.
    static func moment(_ seconds: Double) -> DateValue { DateValue(form: .instant, seconds: seconds, offset: 0) }
}
