import AlmagestEntities
import CoreSpotlight
import CoreTransferable
import Foundation

/// Answers about one type of entity, through its default query, which runs in the isolation that it declares.
struct EntityAnswers: Sendable {
    let type: any AppEntity.Type
    let name: String
    let entities: @Sendable ([String]) async throws -> [Entity]
    let display: @Sendable ([String], DisplayRepresentation.Components) async throws -> [Entity]
    /// Nil for what the type's query doesn't do.
    let matching: (@Sendable (String) async throws -> [Entity])?
    let all: (@Sendable () async throws -> [any AppEntity])?
    let find: (@Sendable (EntityFinder.Request) async throws -> [Entity])?
    let export: (@Sendable (String, EntityExport) async throws -> [UInt8])?
    let reindex: (@Sendable (ReindexRequest) async throws -> Void)?

    init<Content: AppEntity>(_ type: Content.Type) {
        self.type = type
        name = type.persistentIdentifier
        AppTypes.shared.add(type)
        let query = Content.defaultQuery
        entities = { texts in
            let identifiers = try Self.identifiers(Content.self, texts)
            return try await Self.wire(Content.settledQuery().entities(for: identifiers))
        }
        display = { texts, components in
            let identifiers = try Self.identifiers(Content.self, texts)
            let shown = try await Content.settledQuery().displayRepresentations(
                for: identifiers, requestedComponents: components)
            return try await Self.displayed(Content.self, identifiers, shown, components)
        }
        matching = (query as? any EntityStringQuery).map { Self.matching($0) }
        all = (query as? any EnumerableEntityQuery).map { Self.all($0) }
        find = (query as? any EntityPropertyQuery).map { Self.find($0) }
        reindex = (query as? any IndexedEntityQuery).map { Self.reindexing($0) }
        guard Content.self is any Transferable.Type else {
            export = nil
            return
        }
        export = { text, kind in try await kind.value(of: Self.entity(Content.self, text)) }
    }

    private static func matching<Query: EntityStringQuery>(
        _ query: Query
    ) -> @Sendable (String) async throws -> [Entity] {
        { text in
            try await AppDependencyManager.shared.settle(for: query)
            return try await wire(items(query.entities(matching: text)))
        }
    }

    private static func all<Query: EnumerableEntityQuery>(
        _ query: Query
    ) -> @Sendable () async throws -> [any AppEntity] {
        {
            try await AppDependencyManager.shared.settle(for: query)
            return try await items(query.allEntities())
        }
    }

    private static func find<Query: EntityPropertyQuery>(
        _ query: Query
    ) -> @Sendable (EntityFinder.Request) async throws -> [Entity] {
        { request in
            try await AppDependencyManager.shared.settle(for: query)
            return try await wire(EntityFinder.find(query, request))
        }
    }

    private static func reindexing<Query: IndexedEntityQuery>(
        _ query: Query
    ) -> @Sendable (ReindexRequest) async throws -> Void {
        { request in try await reindex(query, request) }
    }

    /// The entity of that identifier.
    ///
    /// - Throws: `invalidIdentifier`, `notFound`, and what the app's query throws.
    static func entity<Content: AppEntity>(_ type: Content.Type, _ text: String) async throws -> Content {
        let identifiers = try identifiers(type, [text])
        guard let entity = try await Content.settledQuery().entities(for: identifiers).first else {
            throw AlmagestError(
                .notFound, "The app has no \(Content.persistentIdentifier) “\(text)”.", path: "entity")
        }
        return entity
    }

    static func identifiers<Content: AppEntity>(_ type: Content.Type, _ texts: [String]) throws -> [Content.ID] {
        try texts.map { text in
            guard let identifier = Content.ID.entityIdentifier(for: text) else {
                throw AlmagestError(
                    .invalidIdentifier, "“\(text)” is no identifier of a \(Content.persistentIdentifier).",
                    path: "identifiers", hint: "It is to be a \(Content.ID.self).")
            }
            return identifier
        }
    }

    private static func items(_ results: any ResultsCollection) -> [any AppEntity] {
        results.items.compactMap { $0 as? any AppEntity }
    }

    static func wire(_ entities: [any AppEntity]) async throws -> [Entity] {
        var made: [Entity] = []
        for entity in entities.prefix(ProviderAnswers.mostResults) { made.append(try await wire(entity)) }
        return made
    }

    static func wire(_ entity: any AppEntity) async throws -> Entity {
        func make<Content: AppEntity>(_ entity: Content, _ bundle: String) async throws -> Entity {
            try await WireEntity.make(entity, bundle: bundle, index: "default")
        }
        return try await make(entity, AppIdentity.bundle())
    }

    /// Entities that say nothing but how they are shown.
    private static func displayed<Content: AppEntity>(
        _ type: Content.Type, _ identifiers: [Content.ID], _ shown: [Content.ID: DisplayRepresentation],
        _ components: DisplayRepresentation.Components
    ) async throws -> [Entity] {
        let bundle = try AppIdentity.bundle()
        var made: [Entity] = []
        for identifier in identifiers.prefix(ProviderAnswers.mostResults) {
            guard let representation = shown[identifier] else { continue }
            let id = EntityID(
                bundle: bundle, type: Content.persistentIdentifier, id: identifier.entityIdentifierString)
            made.append(Entity(key: id, display: Display(await representation.resolvedAsFarAsPossible(components))))
        }
        return made
    }

    private static func reindex<Query: IndexedEntityQuery>(_ query: Query, _ request: ReindexRequest) async throws {
        let description = CSSearchableIndexDescription(name: request.index)
        try await AppDependencyManager.shared.settle(for: query)
        try await ReindexSession.$current.withValue(request.session) {
            guard let texts = request.identifiers else {
                return try await query.reindexAllEntities(indexDescription: description)
            }
            // Identifiers of other types may be among them.
            let identifiers = texts.compactMap { Query.Entity.ID.entityIdentifier(for: $0) }
            try await query.reindexEntities(for: identifiers, indexDescription: description)
        }
    }
}
