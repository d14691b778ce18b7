import AlmagestEntities
import CoreSpotlight
import Foundation

/// Answers about one type of entity, through its default query, which runs in the isolation that it declares.
struct EntityAnswers: Sendable {
    let name: String
    let entities: @Sendable ([String]) async throws -> [Entity]
    let matching: @Sendable (String) async throws -> [Entity]
    let all: @Sendable () async throws -> [Entity]
    /// Nil for a type whose query doesn't index again.
    let reindex: (@Sendable (ReindexRequest) async throws -> Void)?

    init<Content: AppEntity>(_ type: Content.Type) {
        let name = type.persistentIdentifier
        self.name = name
        AppTypes.shared.add(type)
        entities = { texts in
            let identifiers = try texts.map { text in
                guard let identifier = Content.ID.entityIdentifier(for: text) else {
                    throw AlmagestError(.invalidIdentifier, "“\(text)” is no identifier of a \(name).")
                }
                return identifier
            }
            return try await Self.wire(Content.defaultQuery.entities(for: identifiers))
        }
        matching = { text in
            guard let query = Content.defaultQuery as? any EntityStringQuery else {
                throw AlmagestError(.unavailable, "\(name) can't be found by words.")
            }
            return try await Self.wire(Self.items(query.entities(matching: text)))
        }
        all = {
            guard let query = Content.defaultQuery as? any EnumerableEntityQuery else {
                throw AlmagestError(.unavailable, "\(name) can't be listed.")
            }
            return try await Self.wire(Self.items(query.allEntities()))
        }
        reindex = Self.reindexing(Content.defaultQuery)
    }

    private static func items(_ results: any ResultsCollection) -> [any AppEntity] {
        results.items.compactMap { $0 as? any AppEntity }
    }

    static func wire(_ entities: [any AppEntity]) async throws -> [Entity] {
        func make<Content: AppEntity>(_ entity: Content, _ bundle: String) async throws -> Entity {
            try await WireEntity.make(entity, bundle: bundle, index: "default")
        }
        let bundle = try AppIdentity.bundle()
        var made: [Entity] = []
        for entity in entities.prefix(ProviderAnswers.mostResults) { made.append(try await make(entity, bundle)) }
        return made
    }

    private static func reindexing(_ query: any EntityQuery) -> (@Sendable (ReindexRequest) async throws -> Void)? {
        guard let query = query as? any IndexedEntityQuery else { return nil }
        return { request in try await reindex(query, request) }
    }

    private static func reindex<Query: IndexedEntityQuery>(_ query: Query, _ request: ReindexRequest) async throws {
        let description = CSSearchableIndexDescription(name: request.index)
        guard let texts = request.identifiers else {
            return try await query.reindexAllEntities(indexDescription: description)
        }
        // Identifiers of other types may be among them.
        let identifiers = texts.compactMap { Query.Entity.ID.entityIdentifier(for: $0) }
        try await query.reindexEntities(for: identifiers, indexDescription: description)
    }
}
