import AlmagestEntities
import Catalog
import Foundation
import Properties

/// Finds values in the index: hybrid search, properties, links and references, each by what the input is.
struct IndexedValues: Sendable {
    private typealias Predicate = AlmagestEntities.Predicate

    let engine: SearchEngine
    let links: LinkResolver
    let acceptance: Acceptance
    let request: ValueRequest

    private var likeness: PropertyLikeness { PropertyLikeness(context: request.dates) }

    /// Candidates that are looked at closely.
    private static let depth = 60
    /// By how much a date lifts that the text speaks of.
    private static let dateBoost = 0.1

    func values() async throws -> [RankedValue] {
        let (input, limit) = (request.input, request.limit)
        switch input.criteria {
        case .url(let asked): return try await linked(asked)
        case .unspecified: return try await likely(limit)
        case .searchQuery(let text): return try await found(text)
        case nil: break
        }
        switch input.subject {
        case .audio, .string: return []
        case .entities(let ids): return try await referred(ids)
        case .dateInterval(let from, let to): return try await within(from, to, limit)
        case .labels(let labels):
            let measure = Measure(labels.joined(separator: " "))
            return try await search(labels, conditions: []) { entity, hybrid in
                max(measure.score(Measure.Fields(entity, schema: nil)), hybrid)
            }
        case .person(let person):
            let texts = [person.name, person.handle].compactMap { $0 }
            var conditions: [Predicate] = []
            if texts.isEmpty && !person.isMe { return [] }
            if person.isMe { conditions = try await mine() }
            return try await search(texts, conditions: conditions) { entity, _ in
                let people = entity.properties.flatMap {
                    $0.value.all { if case .person(let p) = $0 { p } else { nil } }
                }
                let best = people.reduce(0.0) { max($0, 0.9 * likeness.likeness(person, $1)) }
                guard let name = person.name else { return best }
                return max(best, likeness.likeness(.text(name), .text(entity.display.title)))
            }
        case .place(let place):
            let texts = [place.name, place.address].compactMap { $0 }
            return try await search(texts, conditions: near(place)) { entity, _ in
                let places = entity.properties.flatMap {
                    $0.value.all { if case .place(let p) = $0 { p } else { nil } }
                }
                let best = places.reduce(0.0) { max($0, likeness.likeness(place, $1)) }
                guard let name = place.name else { return best }
                return max(best, 0.8 * likeness.likeness(.text(name), .text(entity.display.title)))
            }
        case .described(_, let properties):
            let texts = properties.flatMap(\.value.texts)
            return try await search(
                texts.isEmpty ? [] : [texts.joined(separator: " ")], conditions: exact(properties)
            ) { entity, _ in likeness.likeness(properties, entity) }
        }
    }

    // MARK: By text

    private func found(_ text: String) async throws -> [RankedValue] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        let measure = Measure(text)
        async let direct = search([text], conditions: []) { entity, hybrid in
            let score = measure.score(Measure.Fields(entity, schema: acceptance.schema(entity.key, entity.schema)))
            return max(score, 0.6 * hybrid)
        }
        let words = Measure.words(text)
        guard words.contains(where: ValueVocabulary.sharing.contains) else { return try await direct }
        let sent = try await mentioned(text, words)
        return try await direct + sent
    }

    /// "that playlist Glow sent me": through the messages that carry links.
    private func mentioned(_ text: String, _ words: [String]) async throws -> [RankedValue] {
        var messages = search([text])
        messages.scope.predicate = PropertyIndex.carriesLinks
        messages.limit = 20
        let reply = try await engine.search(messages)
        let said = Set(words.filter { !ValueVocabulary.noise.contains($0) && !ValueVocabulary.sharing.contains($0) })
            .filter { ValueVocabulary.schemas[$0] == nil }
        let asked = Set(words.compactMap { ValueVocabulary.schemas[$0] }.flatMap { $0 })
        var values: [RankedValue] = []
        for (from, to) in try await links.entities(mentionedIn: reply.results.map(\.stored.row)) {
            guard let union = acceptance.union(to) else { continue }
            let words = Measure.Fields(from, schema: nil).all.union(Measure.words(to.display.title))
            let covered = said.reduce(0.0) { $0 + Measure.likeness($1, words) } / Double(max(1, said.count))
            var score = 0.5 + 0.45 * covered
            if !asked.isEmpty, let schema = acceptance.schema(to.key, to.schema), !asked.contains(schema) {
                score *= 0.75
            }
            values.append(RankedValue(union: union, entity: to, score: score))
        }
        return values
    }

    /// Candidates for the texts, and entities of which one of the conditions is true, as `score` sees them.
    private func search(
        _ texts: [String], conditions: [Predicate], score: @Sendable (Entity, _ hybrid: Double) -> Double
    ) async throws -> [RankedValue] {
        // The place tells apart what is the same otherwise: dates that the text speaks of have a say in it.
        var stored: [RowID: (entity: Entity, hybrid: Double, place: Int)] = [:]
        var spans: [Range<Double>] = []
        if !texts.isEmpty {
            var wanted = search(Array(texts.prefix(16)))
            wanted.scope.predicate = acceptance.predicate
            wanted.limit = Self.depth
            let reply = try await engine.search(wanted)
            spans = reply.understood.filter { $0.meaning == "date" }.compactMap(\.span)
            for result in reply.results {
                stored[result.stored.row] = (result.stored.entity, result.score ?? 0, stored.count)
            }
        }
        if !conditions.isEmpty {
            let wanted = find(.any(conditions), limit: 200)
            for result in try await engine.find(wanted).results where stored[result.stored.row] == nil {
                stored[result.stored.row] = (result.stored.entity, 0, Self.depth)
            }
        }
        return stored.values.compactMap { entity, hybrid, place in
            guard let union = acceptance.union(entity) else { return nil }
            let measured = score(entity, hybrid)
            guard measured > 0 else { return nil }
            let dated = spans.isEmpty || !lies(entity, within: spans) ? 0 : Self.dateBoost
            let total = min(1, 0.95 * measured + 0.05 * hybrid + dated)
            return RankedValue(union: union, entity: entity, score: max(0, total - 1e-6 * Double(place)))
        }
    }

    /// Whether a date of it is one that the text speaks of.
    private func lies(_ entity: Entity, within spans: [Range<Double>]) -> Bool {
        let dates = entity.properties.flatMap { $0.value.all { if case .date(let date) = $0 { date } else { nil } } }
        return dates.contains { date in
            let begin = date.interval(in: request.dates).lowerBound
            return spans.contains { $0.contains(begin) }
        }
    }

    // MARK: As the caller reads dates and texts

    private func search(_ texts: [String]) -> SearchRequest {
        var search = SearchRequest(queries: texts.map { .init(text: $0) })
        search.scope.timeZone = request.timeZone
        search.scope.now = request.now
        search.language = request.language
        search.detail = .entities
        return search
    }

    /// Entities that are accepted and meet the condition.
    private func find(_ predicate: Predicate, limit: Int) -> FindRequest {
        var find = FindRequest()
        find.scope.timeZone = request.timeZone
        find.scope.now = request.now
        find.scope.predicate = acceptance.predicate.map { .all([$0, predicate]) } ?? predicate
        find.limit = limit
        return find
    }

    // MARK: By property

    /// Conditions for values that no text says.
    private func exact(_ properties: [Entity.Property]) -> [Predicate] {
        properties.compactMap { property in
            switch property.value {
            case .date, .integer, .number, .bool, .entity, .duration:
                .comparison(.init(property: property.name, op: .equal, value: property.value))
            default: nil
            }
        }
    }

    private func near(_ place: PropertyValue.Place) -> [Predicate] {
        guard let latitude = place.latitude, let longitude = place.longitude else { return [] }
        func between(_ path: String, _ center: Double, _ reach: Double) -> Predicate {
            .comparison(
                .init(
                    property: path, op: .between, value: .list([.number(center - reach), .number(center + reach)])))
        }
        return engine.properties.placePaths.prefix(32).map { path in
            .all([between(path + ".latitude", latitude, 0.1), between(path + ".longitude", longitude, 0.2)])
        }
    }

    /// Entities in which somebody is the user.
    private func mine() async throws -> [Predicate] {
        engine.properties.personPaths.prefix(32).map {
            .comparison(.init(property: $0 + ".isMe", op: .equal, value: .bool(true)))
        }
    }

    private func within(_ from: DateValue?, _ to: DateValue?, _ limit: Int) async throws -> [RankedValue] {
        let paths = Array(engine.properties.datePaths.prefix(32))
        guard !paths.isEmpty else { return [] }
        var conditions: [Predicate] = []
        for path in paths {
            var bounds: [Predicate] = []
            if let from { bounds.append(.comparison(.init(property: path, op: .greaterOrEqual, value: .date(from)))) }
            if let to { bounds.append(.comparison(.init(property: path, op: .lessOrEqual, value: .date(to)))) }
            conditions.append(.all(bounds))
        }
        if let from, let to, paths.contains("startDate"), paths.contains("endDate") {
            // What has begun before and goes on is within, too.
            conditions.append(
                .all([
                    .comparison(.init(property: "startDate", op: .lessOrEqual, value: .date(to))),
                    .comparison(.init(property: "endDate", op: .greater, value: .date(from))),
                ]))
        }
        var wanted = find(.any(conditions), limit: min(1_000, max(limit, 1)))
        wanted.sort = paths.prefix(4).map { SortKey(property: $0) }
        return ordered(try await engine.find(wanted).results.map(\.stored.entity))
    }

    // MARK: By link and reference

    private func linked(_ asked: [Link]) async throws -> [RankedValue] {
        var entities: [Entity] = []
        for link in asked { entities += try await links.entities(link) }
        return ordered(entities)
    }

    private func referred(_ asked: [EntityID]) async throws -> [RankedValue] {
        let ids = asked.filter { engine.reach.allows($0.bundle) }
        let now = request.dates.now.timeIntervalSince1970
        let stored = try await engine.catalog.entities(ids: ids).compactMap { $0 }.filter {
            engine.catalog.rows.isLive($0.row, revision: $0.revision, now: now)
        }
        var entities = stored.map(\.entity)
        let known = Set(entities.map(\.key))
        entities += try await ProvidedEntities(providers: links.providers).entities(ids.filter { !known.contains($0) })
        let place = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        entities.sort { place[$0.key] ?? 0 < place[$1.key] ?? 0 }
        if entities.allSatisfy({ acceptance.union($0) != nil }) { return ordered(entities) }
        // Of another type than is wanted: what it refers to, then what refers to it.
        let own = entities.flatMap {
            $0.properties.flatMap { $0.value.all { if case .entity(let id, _) = $0 { id } else { nil } } }
        }
        let outgoing = try await engine.catalog.entities(
            ids: Array(own.lazy.filter { engine.reach.allows($0.bundle) }.prefix(1_000))
        ).compactMap { $0?.entity }
        let conditions = engine.properties.referencePaths.prefix(32).flatMap { path in
            ids.prefix(32).map {
                Predicate.comparison(.init(property: path, op: .equal, value: .entity($0, name: nil)))
            }
        }
        var incoming: [Entity] = []
        if !conditions.isEmpty {
            let wanted = find(.any(Array(conditions)), limit: 200)
            incoming = try await engine.find(wanted).results.map(\.stored.entity)
        }
        return ordered(entities + outgoing + incoming)
    }

    // MARK: Without a word

    /// What the person is about just now, then the newest of the most important.
    private func likely(_ limit: Int) async throws -> [RankedValue] {
        let now = request.dates.now.timeIntervalSince1970
        var scope = Scope(predicate: acceptance.predicate)
        scope.timeZone = request.timeZone
        scope.now = request.now
        let rows = try await engine.scopes.rows(scope) ?? engine.scopes.all(now: now)
        let engagement = try await Engagement(catalog: engine.catalog, now: now).engagement(of: rows.rows)
        let likeliest = engine.catalog.rows.withColumns { columns in
            rows.rows.filter { Int($0) < columns.count }.map { row in
                (
                    row: row, engagement: engagement[row] ?? 0, priority: columns.priority[Int(row)],
                    revision: columns.revision[Int(row)]
                )
            }.max(count: min(1_000, max(limit, 1))) {
                ($0.engagement, $0.priority, $0.revision) < ($1.engagement, $1.priority, $1.revision)
            }
        }
        var values = ordered(try await engine.catalog.entities(rows: likeliest.map(\.row)).map(\.entity))
        // What apps themselves answer goes first.
        for index in values.indices { values[index].score /= 2 }
        return values
    }

    /// Values whose order is their rank: scores that say no more.
    private func ordered(_ entities: [Entity]) -> [RankedValue] {
        var values: [RankedValue] = []
        for entity in entities {
            guard !entity.hidden, let union = acceptance.union(entity) else { continue }
            values.append(RankedValue(union: union, entity: entity, score: 1 / (1 + 0.01 * Double(values.count))))
        }
        return values
    }
}
