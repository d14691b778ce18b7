import AlmagestEntities
public import CoreSpotlight
import Foundation

extension CSSearchableIndex {
    /// Puts entities into the index; those that are there are replaced.
    ///
    /// - Parameter priority: higher ones rank above the app's other entities.
    /// - Throws: `CSIndexError.invalidItemError` that names the entity and what is wrong with it; then none of the
    ///   entities that come after it were sent.
    public func indexAppEntities<Content: IndexedEntity>(_ entities: [Content], priority: Int = 0) async throws {
        var start = entities.startIndex
        // So many at a time that a large collection doesn't have to be held twice.
        while start < entities.endIndex {
            let end = min(start + 2_000, entities.endIndex)
            var made: [Entity] = []
            made.reserveCapacity(end - start)
            for entity in entities[start..<end] {
                made.append(try await WireEntity.indexed(entity, index: name, priority: priority))
            }
            try await send(entities: made)
            start = end
        }
    }

    /// Takes entities out of the index.
    public func deleteAppEntities<Content: IndexedEntity>(
        identifiedBy identifiers: [Content.ID], ofType type: Content.Type
    ) async throws {
        try await delete(type: type.persistentIdentifier, identifiers: identifiers.map(\.entityIdentifierString))
    }

    /// Takes all entities of a type out of the index.
    public func deleteAppEntities<Content: IndexedEntity>(ofType type: Content.Type) async throws {
        try await delete(type: type.persistentIdentifier, identifiers: nil)
    }
}

extension WireEntity {
    /// An entity for the index, with errors as the index reports them.
    static func indexed<Content: AppEntity>(
        _ entity: Content, index: String, priority: Int
    ) async throws -> Entity {
        do {
            return try await make(entity, bundle: AppIdentity.bundle(), index: index, priority: priority)
        } catch let error as AlmagestError {
            throw CSIndexError(
                .invalidItemError,
                "\(Content.persistentIdentifier) “\(entity.id.entityIdentifierString)”: \(error.description)")
        }
    }
}
