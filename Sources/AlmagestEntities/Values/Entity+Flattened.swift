extension Entity {
    /// One value at the end of a path through records.
    public struct Leaf: Hashable, Sendable {
        /// Dotted: `attendees.person.name`.
        public var path: String
        /// No list, record or union.
        public var value: PropertyValue
        public init(path: String, value: PropertyValue) {
            self.path = path
            self.value = value
        }
    }

    /// Values below a longer path, in bytes, are no leaves: memory stays in proportion to the entity.
    static let longestPath = 1024

    /// The properties as leaves with dotted paths, in the order given.
    ///
    /// A list gives each of its elements under its own path, a record its members below it. A union gives its payload
    /// under its own path and the name of its case under `path.case`. A person stands under its path whole and
    /// under `.name`, `.handle`, `.identifier` and `.isMe`; a place whole and under `.name`, `.address`, `.latitude`
    /// and `.longitude`; a measurement whole and under `.value` and `.unit`; a reference whole and under `.name`.
    public func flattenedProperties() -> [Leaf] {
        var leaves: [Leaf] = []
        leaves.reserveCapacity(properties.count * 2)
        for property in properties { property.value.flatten(property.name, into: &leaves) }
        return leaves
    }
}

extension PropertyValue {
    fileprivate func flatten(_ path: String, into leaves: inout [Entity.Leaf]) {
        guard path.utf8.count <= Entity.longestPath else { return }
        func add(_ member: String, _ value: PropertyValue?) {
            guard let value else { return }
            leaves.append(.init(path: "\(path).\(member)", value: value))
        }
        switch self {
        case .list(let values):
            for value in values { value.flatten(path, into: &leaves) }
        case .record(let members):
            for member in members { member.value.flatten("\(path).\(member.name)", into: &leaves) }
        case .union(let name, let value):
            add("case", .text(name))
            value.flatten(path, into: &leaves)
        case .person(let person):
            leaves.append(.init(path: path, value: self))
            add("name", person.name.map { .text($0) })
            add("handle", person.handle.map { .text($0) })
            add("identifier", person.identifier.map { .text($0) })
            if person.isMe { add("isMe", .bool(true)) }
        case .place(let place):
            leaves.append(.init(path: path, value: self))
            add("name", place.name.map { .text($0) })
            add("address", place.address.map { .text($0) })
            add("latitude", place.latitude.map { .number($0) })
            add("longitude", place.longitude.map { .number($0) })
        case .measurement(let measurement):
            leaves.append(.init(path: path, value: self))
            add("value", .number(measurement.value))
            add("unit", .text(measurement.unit))
        case .entity(_, let name):
            leaves.append(.init(path: path, value: self))
            add("name", name.map { .text($0) })
        case .text, .number, .integer, .bool, .date, .duration, .url:
            leaves.append(.init(path: path, value: self))
        }
    }
}
