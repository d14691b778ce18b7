import AlmagestEntities
import CoreSpotlight
import Foundation

/// An entity as the index stores it.
enum WireEntity {
    /// Properties stand before the display representation, and that before the attribute set.
    ///
    /// - Throws: `invalidIdentifier` for a transient entity, and `AlmagestError` that names the property which can't be
    ///   carried; what the app's getters throw.
    static func make<Content: AppEntity>(
        _ entity: Content, bundle: String, index: String, priority: Int = 0
    ) async throws -> Entity {
        let shown = await entity.displayRepresentation(with: [.text, .image])
        let members = try await EntityMembers.all(of: entity)
        return try made(entity, Display(shown), members, bundle: bundle, index: index, priority: priority)
    }

    /// The same without what has to be waited for: deferred properties and lazy images.
    static func makeAtOnce<Content: AppEntity>(
        _ entity: Content, bundle: String, index: String, priority: Int = 0
    ) throws -> Entity {
        try made(
            entity, Display(entity.displayRepresentation), EntityMembers.stored(of: entity), bundle: bundle,
            index: index, priority: priority)
    }

    private static func made<Content: AppEntity>(
        _ entity: Content, _ display: Display, _ members: [EntityMembers.Member], bundle: String, index: String,
        priority: Int
    ) throws -> Entity {
        if Content.self is any TransientAppEntity.Type {
            throw AlmagestError(.invalidIdentifier, "\(Content.persistentIdentifier) is transient and is not indexed.")
        }
        let id = EntityID(
            bundle: bundle, type: Content.persistentIdentifier, id: entity.id.entityIdentifierString)
        try id.validate()
        var made = Entity(key: id, display: display)
        made.index = index
        made.priority = priority
        made.schema = (Content.self as? any _AppSchemaEntity.Type)?.__appSchemaEntity
        made.ownership = ownership(of: entity)
        made.stableID =
            (entity.id as? any StableIdentifying)?.stableIdentifierString
            ?? (entity is any SyncableEntity ? id.id : nil)
        made.url = link(of: entity)
        made.properties = members.map { .init($0.name, $0.value) }
        if let indexed = entity as? any IndexedEntity { fill(&made, indexed, members) }
        return made
    }

    private static func fill(_ made: inout Entity, _ entity: any IndexedEntity, _ members: [EntityMembers.Member]) {
        made.hidden = entity.hideInSpotlight
        guard let set = entity.attributeSet.copy() as? CSSearchableItemAttributeSet else { return }
        // What the display representation says is there already; the plain set only repeats it.
        set.displayName = nil
        if let subtitle = made.display.subtitle, set.contentDescription == subtitle { set.contentDescription = nil }
        for member in members {
            switch member.indexing {
            case .attribute(let keyPath):
                guard let name = CSSearchableItemAttributeSet.attributeName(at: keyPath) else { continue }
                set.set(member.value, for: name)
                if name == member.name { set.set(nil, for: name) }
            case .custom(let key): set.set(member.value, for: key.keyName)
            case nil: break
            }
        }
        set.fill(&made)
    }

    private static func ownership(of entity: any AppEntity) -> Ownership {
        guard let ownership = (entity as? any OwnershipProvidingEntity)?.ownership else { return [] }
        return Ownership(rawValue: UInt8(truncatingIfNeeded: ownership.rawValue & 7))
    }

    private static func link(of entity: any AppEntity) -> String? {
        func url<Content: URLRepresentableEntity>(_ entity: Content) -> String? {
            Content.urlRepresentation.url(for: entity)?.absoluteString
        }
        return (entity as? any URLRepresentableEntity).flatMap { url($0) }
    }
}

extension Display {
    init(_ shown: DisplayRepresentation) {
        self.init(
            title: shown.title.text, subtitle: shown.subtitle?.text, image: shown.image.flatMap(Display.Image.init),
            synonyms: shown.synonyms.map(\.text))
    }
}

extension Display.Image {
    /// Nil for bytes, which are not stored.
    init?(_ image: DisplayRepresentation.Image) {
        switch image.source {
        case .system(let name): self = .systemName(name)
        case .named(let name): self = .name(name)
        case .url(let url): self = .url(url.absoluteString)
        case .data: return nil
        }
    }
}
