import AlmagestEntities
import Foundation

/// The universal reference to an entity: its type and its identifier.
public struct EntityIdentifier: Hashable, Sendable, _IntentValue {
    public let entityType: any AppEntity.Type
    public let identifier: String

    /// Bytes that bundle, type and identifier may have together.
    public static let valueMaximumLength = EntityID.maximumBytes

    public init<Entity: AppEntity>(for entity: Entity) {
        self.init(for: Entity.self, identifier: entity.id)
    }

    public init<Entity: AppEntity>(for type: Entity.Type, identifier: Entity.ID) {
        entityType = type
        self.identifier = identifier.entityIdentifierString
    }

    init(type: any AppEntity.Type, identifier: String) {
        entityType = type
        self.identifier = identifier
    }

    /// Out of the text form `bundle/type/id`; nil unless the type is one of this process's.
    public init?(activityIdentifier: String) {
        guard let id = try? EntityID(text: activityIdentifier),
            let type = AppTypes.shared.entityType(named: id.type)
        else { return nil }
        self.init(type: type, identifier: id.id)
    }

    public static func == (a: EntityIdentifier, b: EntityIdentifier) -> Bool {
        // By the bytes, as the index tells identifiers apart.
        a.entityType == b.entityType && a.identifier.hasSameBytes(as: b.identifier)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(entityType))
        hasher.combine(ExactName(identifier))
    }

    public func _wireValue() throws -> _WireValue? { .entity(try entityID(), name: nil) }

    /// The reference on the wire.
    ///
    /// - Throws: `invalidIdentifier` for a transient entity or an identifier that is too long or empty.
    package func entityID() throws(AlmagestError) -> EntityID {
        if entityType is any TransientAppEntity.Type {
            throw AlmagestError(
                .invalidIdentifier, "\(entityType.persistentIdentifier) is transient: nothing can refer to it.",
                hint: "Refer to the entity that holds it.")
        }
        let id = EntityID(bundle: try AppIdentity.bundle(), type: entityType.persistentIdentifier, id: identifier)
        try id.validate()
        return id
    }
}

/// Can be marked with the entity that it shows.
public protocol AppEntityAnnotatable {
    var appEntityIdentifier: EntityIdentifier? { get set }
}
