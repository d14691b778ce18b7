import AlmagestEntities

/// Takes an entity apart into values by property path.
///
/// Members of records and elements of lists stand at the path itself: a list has several values there. Beside its
/// own value a structured one has parts: `organizer` is a person's name and handle, and there are `organizer.name`,
/// `.handle`, `.identifier`, `.isMe`; `location` is a place's name, and there are `.name`, `.address`, `.latitude`,
/// `.longitude`; a measurement has `.value` and `.unit`, a union `.case`. A reference is the identifier and what it is called
/// there; its further members are found through the referenced entity at query time.
///
/// An entity's own property hides the built-in of the same name (`title`, `subtitle`, `url`, `stableID`, `keywords`,
/// `expires`).
struct Flattening {
    /// More values of one entity are left out.
    static let maximumValues = 10_000
    /// Longer paths are left out, with what they hold.
    static let maximumPathBytes = 512

    private(set) var values: [IndexedValue] = []
    private let intern: (String, ColumnKind) throws -> ColumnID?

    /// `intern` gives the number of a column, nil when there can be no more columns.
    static func values(
        of entity: Entity, intern: (String, ColumnKind) throws -> ColumnID?
    ) rethrows -> [IndexedValue] {
        try withoutActuallyEscaping(intern) { intern in
            var flattening = Flattening(intern: intern)
            try flattening.add(entity)
            return flattening.values
        }
    }

    private init(intern: @escaping (String, ColumnKind) throws -> ColumnID?) { self.intern = intern }

    private mutating func add(_ entity: Entity) throws {
        values.reserveCapacity(entity.properties.count + 4)
        var own: Set<String> = []
        for property in entity.properties {
            if BuiltIn.stored.contains(property.name) { own.insert(property.name) }
            try add(property.value, at: property.name)
        }
        func isBuiltIn(_ name: String) -> Bool { own.isEmpty || !own.contains(name) }
        if isBuiltIn("title") { try add(text: entity.display.title, at: "title") }
        if let subtitle = entity.display.subtitle, isBuiltIn("subtitle") { try add(text: subtitle, at: "subtitle") }
        if let url = entity.url, isBuiltIn("url") { try add(text: url, at: "url") }
        if let stableID = entity.stableID, isBuiltIn("stableID") { try add(text: stableID, at: "stableID") }
        if let expires = entity.expires, isBuiltIn("expires") { try store(.date(expires), at: "expires") }
        if isBuiltIn("keywords") {
            for keyword in entity.keywords { try add(text: keyword, at: "keywords") }
        }
        if let link = entity.url.flatMap({ Link($0) }) { try add(text: link.key, at: BuiltIn.link) }
        for link in entity.mentionedLinks { try add(text: link.key, at: BuiltIn.mention) }
        removeDuplicates()
    }

    private mutating func add(_ value: PropertyValue, at path: String) throws {
        guard values.count < Self.maximumValues, path.utf8.count <= Self.maximumPathBytes else { return }
        switch value {
        case .text(let text): try add(text: text, at: path)
        case .number(let number): try add(number: number, at: path)
        case .integer(let integer): try store(.integer(integer), at: path)
        case .bool(let bool): try store(.bool(bool), at: path)
        case .date(let date): if date.seconds.isFinite { try store(.date(date), at: path) }
        case .duration(let duration):
            if duration.seconds.isFinite { try store(.duration(duration.seconds), at: path) }
        case .url(let url): try add(text: url, at: path)
        case .list(let elements):
            for element in elements { try add(element, at: path) }
        case .person(let person): try add(person, at: path)
        case .place(let place): try add(place, at: path)
        case .measurement(let measurement):
            try add(number: measurement.value, at: path)
            try add(number: measurement.value, at: path + ".value")
            try add(text: measurement.unit, at: path + ".unit")
        case .entity(let id, let name):
            try store(.reference(id.text), at: path)
            if let name { try add(text: name, at: path) }
        case .record(let members):
            for member in members { try add(member.value, at: "\(path).\(member.name)") }
        case .union(let name, let payload):
            try add(text: name, at: path + ".case")
            try add(payload, at: path)
        }
    }

    private mutating func add(_ person: PropertyValue.Person, at path: String) throws {
        if let name = person.name {
            try add(text: name, at: path)
            try add(text: name, at: path + ".name")
        }
        if let handle = person.handle {
            try add(text: handle, at: path)
            try add(text: handle, at: path + ".handle")
        }
        if let identifier = person.identifier { try add(text: identifier, at: path + ".identifier") }
        try store(.bool(person.isMe), at: path + ".isMe")
    }

    private mutating func add(_ place: PropertyValue.Place, at path: String) throws {
        if let name = place.name ?? place.address { try add(text: name, at: path) }
        if let name = place.name { try add(text: name, at: path + ".name") }
        if let address = place.address { try add(text: address, at: path + ".address") }
        if let latitude = place.latitude { try add(number: latitude, at: path + ".latitude") }
        if let longitude = place.longitude { try add(number: longitude, at: path + ".longitude") }
    }

    private mutating func add(number: Double, at path: String) throws {
        // NaN has no place in an order.
        guard !number.isNaN else { return }
        try store(.real(number), at: path)
    }

    private mutating func add(text: String, at path: String) throws { try store(.text(IndexedText(text)), at: path) }

    private mutating func store(_ payload: IndexedValue.Payload, at path: String) throws {
        guard values.count < Self.maximumValues, let column = try intern(path, payload.kind) else { return }
        values.append(IndexedValue(column: column, payload: payload))
    }

    /// A value said twice at one path counts once.
    private mutating func removeDuplicates() {
        var columns: Set<ColumnID> = []
        guard values.contains(where: { !columns.insert($0.column).inserted }) else { return }
        var seen: Set<StoredKey> = []
        values.removeAll { !seen.insert(StoredKey($0)).inserted }
    }
}
