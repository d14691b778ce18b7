import AlmagestEntities
public import CoreSpotlight
import Foundation

extension CSSearchableItem {
    /// An item that stands for an entity, with its deferred properties and its lazy image.
    ///
    /// - Throws: what the entity's deferred properties throw, and `CSIndexError.invalidItemError`.
    public convenience init(appEntity: some IndexedEntity, priority: Int = 0) async throws {
        let made = try await WireEntity.indexed(appEntity, index: "default", priority: priority)
        self.init(
            uniqueIdentifier: CSSearchableItem.identifier(of: made.key), domainIdentifier: nil,
            attributeSet: CSSearchableItemAttributeSet())
        entity = made
    }

    /// An item that stands for an entity, without what has to be waited for: deferred properties and lazy images. What is
    /// wrong with the entity is told when the item is indexed.
    public convenience init<Content: IndexedEntity>(appEntity: Content, priority: Int = 0) {
        let key = EntityID(bundle: "", type: Content.persistentIdentifier, id: appEntity.id.entityIdentifierString)
        self.init(
            uniqueIdentifier: CSSearchableItem.identifier(of: key), domainIdentifier: nil,
            attributeSet: CSSearchableItemAttributeSet())
        do {
            // The index puts its own in place.
            let bundle = (try? AppIdentity.bundle()) ?? "unknown"
            entity = try WireEntity.makeAtOnce(appEntity, bundle: bundle, index: "default", priority: priority)
        } catch {
            attributeSet.refuse("appEntity", because: "\(error)")
        }
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
