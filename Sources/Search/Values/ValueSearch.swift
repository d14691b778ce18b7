import AlmagestEntities
import Catalog
import Providers

/// Structured values: asks the index and every provider that may know, side by side, and merges what they say into one
/// ranking. Whoever is late, dead or wrong is named and spoils nothing.
public struct ValueSearch: Sendable {
    private let engine: SearchEngine
    private let providers: Providers

    public init(engine: SearchEngine, providers: Providers) {
        self.engine = engine
        self.providers = providers
    }

    /// The same for somebody who sees what is within reach alone; only apps within it are asked.
    public func limited(to reach: Reach) -> ValueSearch {
        ValueSearch(engine: engine.limited(to: reach), providers: providers)
    }

    /// The values, best first. `part` is given what each source says as soon as it is there.
    public func values(
        _ request: ValueRequest, part: (@Sendable (ValuePart) -> Void)? = nil
    ) async throws -> ValueReply {
        let started = ContinuousClock.now
        let manifests = await providers.manifests()
        let acceptance = Acceptance(accepts: request.accepts, subject: request.input.subject, manifests: manifests)
        let links = LinkResolver(engine: engine, providers: providers)
        let indexed = IndexedValues(engine: engine, links: links, acceptance: acceptance, request: request)
        let asked = try await sources(request, acceptance, manifests, links)
        var parts: [(order: Int, values: [RankedValue])] = []
        var outcomes: [ProviderOutcome] = []
        try await withThrowingTaskGroup(of: (Int, [RankedValue], ProviderOutcome?).self) { group in
            group.addTask {
                let values = try await engine.overcomingLoss {
                    try await indexed.values()
                }
                return (0, values, nil)
            }
            for (place, source) in asked.enumerated() {
                group.addTask {
                    let (values, outcome) = try await ask(source, request, acceptance)
                    return (place + 1, values, outcome)
                }
            }
            for try await (order, values, outcome) in group {
                parts.append((order, values))
                if let outcome { outcomes.append(outcome) }
                if let part, !values.isEmpty || outcome == nil {
                    part(ValuePart(source: outcome?.bundle ?? "index", values: Self.merged([values], request.limit)))
                }
            }
        }
        parts.sort { $0.order < $1.order }
        return ValueReply(
            values: Self.merged(parts.map(\.values), request.limit),
            providers: outcomes.sorted { $0.bundle < $1.bundle }, took: .now - started)
    }

    /// Best first; the same entity, also by its stable identifier, once. Ties by source, then by its order.
    private static func merged(_ parts: [[RankedValue]], _ limit: Int) -> [RankedValue] {
        var ranked: [(value: RankedValue, part: Int, place: Int)] = []
        for (part, values) in parts.enumerated() {
            // The index's candidates come in no order.
            let values = part == 0 ? values.sorted { ($0.score, $1.entity.key) > ($1.score, $0.entity.key) } : values
            for (place, value) in values.enumerated() { ranked.append((value, part, place)) }
        }
        ranked.sort { ($0.value.score, $1.part, $1.place) > ($1.value.score, $0.part, $0.place) }
        var keys = Set<EntityID>()
        var stable = Set<ExactName>()
        var merged: [RankedValue] = []
        for (value, _, _) in ranked where merged.count < limit {
            guard keys.insert(value.entity.key).inserted else { continue }
            if let id = value.entity.stableID, !stable.insert(ExactName(id)).inserted { continue }
            merged.append(value)
        }
        return merged
    }

    // MARK: Providers

    /// An app, and how it is asked.
    private enum Source: Sendable {
        case values(bundle: String)
        case unindexed(UnindexedTypes.Asked, UnindexedTypes.Question)

        var bundle: String {
            switch self {
            case .values(let bundle): bundle
            case .unindexed(let asked, _): asked.bundle
            }
        }
    }

    private func sources(
        _ request: ValueRequest, _ acceptance: Acceptance, _ manifests: [ProviderManifest], _ links: LinkResolver
    ) async throws -> [Source] {
        // Links and references name what is meant; the app is asked for the entity itself where that is needed.
        switch (request.input.criteria, request.input.subject) {
        case (nil, .entities): return []
        case (.url(let asked), _):
            // A link that nothing is known of may say something to an app.
            var isKnown = true
            for link in asked where isKnown {
                isKnown = try await engine.overcomingLoss { try await links.isKnown(link) }
            }
            guard !isKnown else { return [] }
        default: break
        }
        let known = Dictionary(manifests.map { (ExactName($0.bundle), $0) }) { first, _ in first }
        let bundles = await providers.bundles(answering: .values).filter { bundle in
            engine.reach.allows(bundle) && (known[ExactName(bundle)].map(acceptance.mayHave) ?? true)
        }
        let sources = bundles.map { Source.values(bundle: $0) }
        guard let question = request.input.question else { return sources }
        let unindexed = await UnindexedTypes(engine: engine, providers: providers)
            .apps(for: question, of: manifests, except: Set(bundles.map { ExactName($0) })) {
                acceptance.union($0, $1) != nil
            }
        return sources + unindexed.map { Source.unindexed($0, question) }
    }

    /// What one provider says, measured; its failure is an outcome.
    private func ask(
        _ source: Source, _ request: ValueRequest, _ acceptance: Acceptance
    ) async throws -> ([RankedValue], ProviderOutcome) {
        let started = ContinuousClock.now
        do throws(AlmagestError) {
            let entities = try await entities(of: source, request)
            let values = ranked(entities, request, acceptance)
            return (
                values,
                ProviderOutcome(
                    bundle: source.bundle, outcome: "ok", message: nil, milliseconds: (.now - started).milliseconds)
            )
        } catch {
            if error.name == .cancelled { throw error }
            return (
                [],
                ProviderOutcome(
                    bundle: source.bundle, outcome: error.name.rawValue, message: error.description,
                    milliseconds: (.now - started).milliseconds)
            )
        }
    }

    private func entities(of source: Source, _ request: ValueRequest) async throws(AlmagestError) -> [Entity] {
        switch source {
        case .values(let bundle):
            let answer = try await providers.call(
                .values, of: bundle, parameters(request), timeout: .milliseconds(providers.settings.valuesMilliseconds))
            return try ProvidedEntities(providers: providers).values(answer["values"], of: bundle)
        case .unindexed(let asked, let question):
            return try await UnindexedTypes(engine: engine, providers: providers)
                .entities(question, of: asked, limit: request.limit)
        }
    }

    private func parameters(_ request: ValueRequest) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("input")
        json.raw(request.input.json)
        if let accepts = request.accepts {
            json.key("accepts")
            json.beginArray()
            for name in accepts { json.string(name) }
            json.endArray()
        }
        json.key("limit")
        json.integer(request.limit)
        json.endObject()
        return json.bytes
    }

    /// By the measure of the index where that says something, else in the provider's own order, behind.
    private func ranked(_ entities: [Entity], _ request: ValueRequest, _ acceptance: Acceptance) -> [RankedValue] {
        let score = scoring(request, acceptance)
        var values: [RankedValue] = []
        for entity in entities {
            guard !entity.hidden, let union = acceptance.union(entity) else { continue }
            let behind = max(0.01, 0.3 - 0.001 * Double(values.count))
            values.append(RankedValue(union: union, entity: entity, score: max(score(entity), behind)))
        }
        return values
    }

    private func scoring(_ request: ValueRequest, _ acceptance: Acceptance) -> (Entity) -> Double {
        let input = request.input
        if case .searchQuery(let text)? = input.criteria {
            let measure = Measure(text)
            return { measure.score(Measure.Fields($0, schema: acceptance.schema($0.key, $0.schema))) }
        }
        if case .unspecified? = input.criteria {
            // The app's own answer goes first, in its order.
            var place = 0.0
            return { _ in
                place += 1
                return max(0, 1 - 0.0001 * place) + 0.0001
            }
        }
        if case .described(_, let properties) = input.subject {
            let likeness = PropertyLikeness(context: request.dates)
            return { likeness.likeness(properties, $0) }
        }
        return { _ in 0 }
    }
}
