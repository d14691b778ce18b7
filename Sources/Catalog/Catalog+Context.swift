import AlmagestEntities
import Foundation

/// What the person does and what apps say of the present, written down. On disk when a call returns.
extension Catalog {
    /// How many interactions there are, and how many were left out because their app donated too fast.
    public struct ContextCounts: Sendable {
        public var interactions: Int
        public var statements: Int
        public var thinned: [(bundle: String, count: Int)]
    }

    public var contextCounts: ContextCounts {
        context.state.withLock {
            ContextCounts(
                interactions: $0.interactions, statements: $0.statements.count,
                thinned: $0.rates.thinned.map { ($0.key.text, $0.value) })
        }
    }

    /// Remembers an interaction; nil when its app donates so fast that this one is left out.
    public func donate(_ interaction: Interaction) async throws -> DonationID? {
        let rate = settings.context.donationsPerMinute
        let isAdmitted = context.state.withLock {
            $0.rates.admits(interaction.bundle, perMinute: rate, at: .now)
        }
        guard isAdmitted else { return nil }
        return try await perform(.donate(interaction, contextLimits)).donations.first
    }

    /// Forgets interactions; returns those that were there.
    public func deleteInteractions(_ scope: InteractionScope) async throws -> [DonationID] {
        try await perform(.deleteInteractions(scope)).donations
    }

    /// Takes what an app says is relevant in a context, in place of what it said of it before; nothing clears it.
    ///
    /// - Parameters:
    ///   - detail: what tells contexts of one kind apart, in one canonical form.
    ///   - date: seconds since 1970.
    /// - Returns: how many entities it is, each counted once.
    /// - Throws: `tooLarge` when too many contexts are known already.
    public func stateRelevant(
        _ entities: [EntityID], bundle: String, kind: String, detail: String, date: Double
    ) async throws -> Int {
        try await perform(
            .state(
                ContextSubject(.relevance, bundle: bundle, kind: kind, detail: detail), entities, date: date,
                contextLimits)
        ).count
    }

    /// Takes back what an app said is relevant: these entities or all, in that context or in any.
    ///
    /// - Returns: how many entities that was, counted once a context.
    public func retractRelevant(
        _ entities: [EntityID]?, bundle: String, context: (kind: String, detail: String)?
    ) async throws -> Int {
        let subject = context.map { ContextSubject(.relevance, bundle: bundle, kind: $0.kind, detail: $0.detail) }
        return try await perform(.retract(bundle: bundle, subject, entities)).count
    }

    /// Takes what an app announced in a place, the most specific first, in place of what it had announced there.
    public func annotate(
        _ entities: [EntityID], bundle: String, on place: AnnotationPlace, date: Double
    ) async throws -> Int {
        try await perform(
            .state(
                ContextSubject(.annotation, bundle: bundle, kind: place.rawValue), entities, date: date, contextLimits)
        ).count
    }

    /// Forgets interactions and statements that are too old by `now`, and what was on screen too long ago.
    public func expireContext(now: Double) async throws {
        context.forgetScreens(before: now - Double(settings.context.screenMinutes) * 60)
        let interactions = now - Double(settings.context.interactionDays) * 86_400
        let statements = now - Double(settings.context.statementDays) * 86_400
        // In steps, so that other writes get their turn.
        while try await perform(.expire(interactions: interactions, statements: statements, limit: 500)).count >= 500 {}
    }

    private var contextLimits: ContextLimits {
        ContextLimits(
            interactionsPerBundle: settings.context.interactionsPerBundle, interactions: settings.context.interactions)
    }

    private func perform(_ operation: ContextOperation) async throws -> ContextReply {
        let slot = writer.queue.add(.context(operation))
        return try await Submission<ContextReply>(slot: slot, writer: writer) {
            if case .context(let reply) = $0 { reply } else { nil }
        }.value
    }
}
