package import AlmagestEntities
import Foundation

/// What the person did with the results: the index learns from it what is used.
extension CSUserQuery {
    public struct UserInteractionKind: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The person opened it.
        public static let select = UserInteractionKind(rawValue: 0)
        /// The person looked at it. The index learns nothing from that.
        public static let focus = UserInteractionKind(rawValue: 1)
        public static let `default` = select
    }

    /// The person did something with a result. It is donated as a use of the item, which then ranks higher.
    public func userEngaged(_ item: Item, visibleItems: [Item], interaction: UserInteractionKind) {
        guard interaction == .select, let entity = key(of: item.item) else { return }
        let position = visibleItems.firstIndex(of: item)
        Task { try? await donateUse(of: entity, position: position) }
    }

    /// The person chose a suggestion.
    public func userEngaged(
        _ suggestion: Suggestion, visibleSuggestions: [Suggestion], interaction: UserInteractionKind
    ) {
        guard interaction == .select, let entity = suggestion.suggestion.entity else { return }
        let position = visibleSuggestions.firstIndex(of: suggestion)
        Task { try? await donateUse(of: entity, position: position) }
    }

    func key(of item: CSSearchableItem) -> EntityID? {
        guard let link = try? source().link else { return nil }
        return CSSearchableItem.entityKey(item.uniqueIdentifier, bundle: link.bundle)
            ?? EntityID(bundle: link.bundle, type: CSSearchableItem.wireType, id: item.uniqueIdentifier)
    }

    /// Donates that an entity was opened from this search.
    package func donateUse(of entity: EntityID, position: Int?) async throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("bundle")
        writer.string(entity.bundle)
        DonationClock.write(to: &writer)
        writer.key("intent")
        writer.beginObject()
        writer.key("type")
        writer.string("CSUserQuery.select")
        writer.key("parameters")
        writer.beginObject()
        writer.key("target")
        PropertyValue.entity(entity, name: nil).write(to: &writer)
        writer.key("query")
        writer.string(queryString)
        if let position {
            writer.key("position")
            writer.integer(position)
        }
        writer.endObject()
        writer.endObject()
        writer.endObject()
        _ = try await source().link.write("donate", writer.bytes).value
    }
}
