import AlmagestEntities

/// What an entity that may be wrong calls itself, as far as that can be read.
struct DonatedName: Sendable {
    var bundle: String?
    var type: String?
    var id: String?

    /// The names of the entities at those positions of a list.
    static func names(of positions: some Sequence<Int>, in entities: JSONValue?) -> [Int: DonatedName] {
        let wanted = Set(positions)
        guard let entities, !wanted.isEmpty else { return [:] }
        var names: [Int: DonatedName] = [:]
        var position = 0
        for entity in entities.elements {
            if wanted.contains(position) { names[position] = DonatedName(entity) }
            position += 1
            if names.count == wanted.count { break }
        }
        return names
    }

    init(bundle: String?, type: String?, id: String?) {
        self.bundle = bundle
        self.type = type
        self.id = id
    }

    private init(_ entity: JSONValue) {
        func part(_ name: String) -> String? { entity[name]?.string.map { String($0.prefix(EntityID.maximumBytes)) } }
        self.init(bundle: part("bundle"), type: part("type"), id: part("id"))
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        for (name, value) in [("bundle", bundle), ("type", type), ("id", id)] {
            guard let value else { continue }
            json.key(name)
            json.string(value)
        }
        json.endObject()
    }
}
