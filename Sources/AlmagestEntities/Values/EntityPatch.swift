/// Some members of an entity, to be merged into the stored one: a donation with `update: true`.
///
/// A member that is not given stays; null takes it back to its default. `display` and `properties` are merged
/// by their members (null removes a property), lists are replaced.
public struct EntityPatch: Hashable, Sendable {
    public internal(set) var key: EntityID
    /// The members given; the others have their defaults here.
    public internal(set) var values: Entity
    public internal(set) var given: Members = []
    /// Properties given as null.
    public internal(set) var removedProperties: [String] = []
    /// `properties` as a whole was given as null.
    public internal(set) var clearsProperties = false

    init(key: EntityID) {
        self.key = key
        values = Entity(key: key, display: Display(title: ""))
    }

    public struct Members: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let index = Members(rawValue: 1 << 0)
        public static let schema = Members(rawValue: 1 << 1)
        /// Stands for what is in it while reading; never in `given`.
        static let display = Members(rawValue: 1 << 2)
        public static let title = Members(rawValue: 1 << 3)
        public static let subtitle = Members(rawValue: 1 << 4)
        public static let image = Members(rawValue: 1 << 5)
        public static let synonyms = Members(rawValue: 1 << 6)
        public static let url = Members(rawValue: 1 << 7)
        public static let stableID = Members(rawValue: 1 << 8)
        public static let ownership = Members(rawValue: 1 << 9)
        public static let domain = Members(rawValue: 1 << 10)
        public static let keywords = Members(rawValue: 1 << 11)
        public static let language = Members(rawValue: 1 << 12)
        public static let priority = Members(rawValue: 1 << 13)
        public static let hidden = Members(rawValue: 1 << 14)
        public static let expires = Members(rawValue: 1 << 15)
        public static let properties = Members(rawValue: 1 << 16)
        public static let text = Members(rawValue: 1 << 17)
        public static let passages = Members(rawValue: 1 << 18)

        /// The member of that name at the top of an entity, the three parts of its key left out.
        init?(_ name: UnsafeBufferPointer<UInt8>) {
            let found = Self.names.first { $0.name.utf8CodeUnitCount == name.count && name.isWord($0.name) }
            guard let found else { return nil }
            self = found.member
        }

        private static let names: [(name: StaticString, member: Members)] = [
            ("display", .display), ("properties", .properties), ("index", .index), ("schema", .schema), ("url", .url),
            ("domain", .domain), ("keywords", .keywords), ("text", .text), ("stableID", .stableID),
            ("ownership", .ownership), ("language", .language), ("priority", .priority), ("hidden", .hidden),
            ("expires", .expires), ("passages", .passages),
        ]
    }

    /// The whole entity that it makes by itself; nil when the title is not given.
    public var entity: Entity? { given.contains(.title) ? values : nil }
}

extension Entity {
    /// This entity with the members of a patch. The key stays.
    public func merging(_ patch: EntityPatch) -> Entity {
        var merged = self
        let new = patch.values
        let given = patch.given
        if given.contains(.index) { merged.index = new.index }
        if given.contains(.schema) { merged.schema = new.schema }
        if given.contains(.title) { merged.display.title = new.display.title }
        if given.contains(.subtitle) { merged.display.subtitle = new.display.subtitle }
        if given.contains(.image) { merged.display.image = new.display.image }
        if given.contains(.synonyms) { merged.display.synonyms = new.display.synonyms }
        if given.contains(.url) { merged.url = new.url }
        if given.contains(.stableID) { merged.stableID = new.stableID }
        if given.contains(.ownership) { merged.ownership = new.ownership }
        if given.contains(.domain) { merged.domain = new.domain }
        if given.contains(.keywords) { merged.keywords = new.keywords }
        if given.contains(.language) { merged.language = new.language }
        if given.contains(.priority) { merged.priority = new.priority }
        if given.contains(.hidden) { merged.hidden = new.hidden }
        if given.contains(.expires) { merged.expires = new.expires }
        if given.contains(.text) { merged.text = new.text }
        if given.contains(.passages) { merged.passages = new.passages }
        if given.contains(.properties) { merged.mergeProperties(of: patch) }
        return merged
    }

    private mutating func mergeProperties(of patch: EntityPatch) {
        guard !patch.clearsProperties else {
            properties = []
            return
        }
        if !patch.removedProperties.isEmpty {
            let removed = Set(patch.removedProperties.map(ExactName.init))
            properties.removeAll { removed.contains(ExactName($0.name)) }
        }
        var places: [ExactName: Int] = [:]
        for (place, property) in properties.enumerated() { places[ExactName(property.name)] = place }
        for property in patch.values.properties {
            let name = ExactName(property.name)
            if let place = places[name] {
                properties[place].value = property.value
            } else {
                places[name] = properties.count
                properties.append(property)
            }
        }
    }
}
