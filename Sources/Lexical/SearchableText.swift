import AlmagestEntities

/// The texts of an entity that it is found by.
struct SearchableText {
    var title: String
    var subtitle: String?
    var synonyms: [String]
    var keywords: [String]
    /// Texts of properties, outermost first, at most `maximumProperties`.
    var properties: [String] = []
    var body: String?
    var passages: [String]

    /// Nested values deeper than this, or further ones than this many, are not indexed.
    static let maximumDepth = 16
    static let maximumProperties = 4096

    init(_ entity: Entity) {
        title = entity.display.title
        subtitle = entity.display.subtitle
        synonyms = entity.display.synonyms
        keywords = entity.keywords
        body = entity.text
        passages = entity.passages.map(\.text)
        for property in entity.properties { collect(property.value, depth: 0) }
        // A schema's `title` defaults to the display's: the same text must not count twice.
        properties.removeAll { $0 == title || $0 == subtitle }
    }

    private mutating func collect(_ value: PropertyValue, depth: Int) {
        guard depth < Self.maximumDepth, properties.count < Self.maximumProperties else { return }
        switch value {
        case .text(let text): properties.append(text)
        case .url(let text): properties.append(text)
        case .list(let values): for value in values { collect(value, depth: depth + 1) }
        case .person(let person):
            if let name = person.name { properties.append(name) }
            if let handle = person.handle { properties.append(handle) }
        case .place(let place):
            if let name = place.name { properties.append(name) }
            if let address = place.address { properties.append(address) }
        case .entity(_, let name): if let name { properties.append(name) }
        case .record(let members): for member in members { collect(member.value, depth: depth + 1) }
        case .union(_, let value): collect(value, depth: depth + 1)
        // A number may be what somebody looks for: a track, a year, an order.
        case .integer(let number): properties.append(String(number))
        case .number, .bool, .date, .duration, .measurement: break
        }
    }
}
