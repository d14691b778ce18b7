import AlmagestEntities
public import CoreSpotlight
import Foundation

extension CSSearchableItem {
    /// An item that stands for an entity.
    ///
    /// - Throws: what the entity's deferred properties throw, and `CSIndexError.invalidItemError`.
    public convenience init(appEntity: some IndexedEntity, priority: Int = 0) async throws {
        let made = try await WireEntity.indexed(appEntity, index: "default", priority: priority)
        self.init(
            uniqueIdentifier: made.key.id, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
        entity = made
    }

    /// Says which entity the item shows.
    public func associateAppEntity<Content: AppEntity>(_ entity: Content, priority: Int = 0) {
        attributeSet.associateAppEntity(entity, priority: priority)
    }

    public var relatedAppEntityIdentifier: EntityIdentifier? {
        get { attributeSet.relatedAppEntityIdentifier }
        set { attributeSet.relatedAppEntityIdentifier = newValue }
    }
}

extension CSSearchableItemAttributeSet {
    /// Says which entity the item shows.
    public func associateAppEntity<Content: AppEntity>(_ entity: Content, priority: Int = 0) {
        relatedAppEntityIdentifier = EntityIdentifier(for: entity)
        relatedEntityPriority = priority
    }

    public var relatedAppEntityIdentifier: EntityIdentifier? {
        get {
            relatedEntity.flatMap { id in
                AppTypes.shared.entityType(named: id.type).map { EntityIdentifier(type: $0, identifier: id.id) }
            }
        }
        set {
            if let type = newValue?.entityType { AppTypes.shared.add(type) }
            relatedEntity = newValue.flatMap { try? $0.entityID() }
        }
    }
}
