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
        // So many at a time that a large collection doesn't have to be held twice; the next are made while the daemon works
        // on those before.
        let (together, underWay) = (500, 4)
        var replies: [@Sendable () async throws -> Void] = []
        var fault: (any Error)?
        var start = entities.startIndex
        while start < entities.endIndex, fault == nil {
            let end = min(start + together, entities.endIndex)
            do {
                var made: [Entity] = []
                made.reserveCapacity(end - start)
                for entity in entities[start..<end] {
                    made.append(try await WireEntity.indexed(entity, index: name, priority: priority))
                }
                replies.append(try begin(entities: made))
                if replies.count >= underWay { try await replies.removeFirst()() }
            } catch {
                fault = error
            }
            start = end
        }
        // What was handed over is stored when the call returns, whatever became of the rest.
        for reply in replies {
            do { try await reply() } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
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
