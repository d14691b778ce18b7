import AlmagestEntities
import AppIntents
import Foundation

/// A type of entity.
public struct EntityDefinition: Sendable {
    public let name: String
    let surroundings: Surroundings

    /// A reference, as a parameter takes it; it is resolved when the intent runs.
    public func makeReference(identifier: String) -> EntityReference {
        EntityReference(type: name, identifier: identifier)
    }

    /// The entities of those identifiers, through the type's query.
    ///
    /// - Throws: `TestingError` for a text that is no identifier of the type; what the app's code throws.
    public func entities(for identifiers: [String]) async throws -> [AnyAppEntity] {
        try await surroundings.run { try await Self.entities(of: surroundings.entityType(name), identifiers) }
    }

    /// The entity that a reference means.
    ///
    /// - Throws: `TestingError` when there is none.
    public func resolved(from reference: EntityReference) async throws -> AnyAppEntity {
        guard let entity = try await entities(for: [reference.identifier]).first else {
            throw TestingError("The query of \(name) knows no “\(reference.identifier)”.")
        }
        return entity
    }

    /// What the type's string query finds.
    public func entities(matching text: String) async throws -> [AnyAppEntity] {
        try await query(as: "EntityStringQuery") { query in
            guard let query = query as? any EntityStringQuery else { return nil }
            return try await AnyAppEntity.all(query.entities(matching: text))
        }
    }

    /// All entities, by the type's enumerable query.
    public func allEntities() async throws -> [AnyAppEntity] {
        try await query(as: "EnumerableEntityQuery") { query in
            guard let query = query as? any EnumerableEntityQuery else { return nil }
            return try await AnyAppEntity.all(query.allEntities())
        }
    }

    /// What the type's query offers where nothing has been said.
    public func suggestedEntities() async throws -> [AnyAppEntity] {
        try await query(as: "EntityQuery") { query in try await AnyAppEntity.all(query.suggestedEntities()) }
    }

    /// What the index has of this type for a text, best first; everything for nil.
    ///
    /// The index in memory ranks in its own plain way, which says nothing about the daemon's.
    ///
    /// - Throws: `TestingError` when the type's query no longer knows an entity that is indexed.
    public func spotlightQuery(_ text: String?) async throws -> [AnyAppEntity] {
        let bundle = surroundings.link.bundle
        let found = surroundings.index.content.withLock { content in
            content.search(text ?? "", bundles: [bundle], types: [name])
        }
        // Words were given that are none, such as a lone hyphen: nothing is found by them.
        if let text, InMemoryContent.words(text).isEmpty { return [] }
        return try await surroundings.run {
            var entities: [AnyAppEntity] = []
            for entity in found {
                guard let live = try await Self.entities(of: surroundings.entityType(name), [entity.key.id]).first
                else {
                    throw TestingError(
                        "The index has \(name) “\(entity.key.id)”, which its query doesn't know any more.")
                }
                entities.append(live)
            }
            return entities
        }
    }

    /// The entities of this type that the app has marked on the screen, the activity's first.
    public func viewAnnotations() -> [EntityReference] {
        let screen = surroundings.index.content.withLock { $0.screen }
        return screen.filter { $0.type == name }.map { EntityReference(type: $0.type, identifier: $0.id) }
    }

    private func query(
        as kind: String, _ body: (any EntityQuery) async throws -> [AnyAppEntity]?
    ) async throws -> [AnyAppEntity] {
        try await surroundings.run {
            func query<Content: AppEntity>(_ type: Content.Type) async throws -> any EntityQuery {
                try await Content.settledQuery()
            }
            guard let found = try await body(query(surroundings.entityType(name))) else {
                throw TestingError("The query of \(name) is no \(kind).")
            }
            return found
        }
    }

    static func entities(of type: any AppEntity.Type, _ identifiers: [String]) async throws -> [AnyAppEntity] {
        func fetch<Content: AppEntity>(_ type: Content.Type) async throws -> [AnyAppEntity] {
            let ids = try identifiers.map { text in
                guard let id = Content.ID.entityIdentifier(for: text) else {
                    throw TestingError("“\(text)” is no identifier of a \(Content.persistentIdentifier).")
                }
                return id
            }
            return try await Content.settledQuery().entities(for: ids).map { AnyAppEntity(entity: $0) }
        }
        return try await fetch(type)
    }
}

/// A type of entity without an identity of its own.
public struct TransientEntityDefinition: Sendable {
    public let name: String
    let surroundings: Surroundings

    /// A new one, with nothing set.
    public func make() throws -> AnyAppEntity {
        let types = surroundings.entityTypes.compactMap { $0 as? any TransientAppEntity.Type }
        func make<Content: TransientAppEntity>(_ type: Content.Type) -> AnyAppEntity { AnyAppEntity(entity: Content()) }
        let type = try surroundings.find(name, "transient entity", types) { $0.persistentIdentifier }
        return make(type)
    }
}

/// An entity by its name alone.
public struct EntityReference: Hashable, Sendable {
    public let type: String
    public let identifier: String
}
