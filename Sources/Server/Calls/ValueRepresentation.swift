import AlmagestEntities

/// An entity as another kind of value, for whoever takes only that: `entities` with `as`.
enum ValueRepresentation: String, CaseIterable {
    case place, person, text, file

    /// What the entity itself holds of that kind; nil when it has nothing. A file only its app can make.
    func value(of entity: Entity) -> PropertyValue? {
        switch self {
        case .place: entity.properties.lazy.compactMap { Self.find($0.value) { $0.kind == .place } }.first
        case .person: entity.properties.lazy.compactMap { Self.find($0.value) { $0.kind == .person } }.first
        case .text: .text(entity.text ?? entity.display.title)
        case .file: nil
        }
    }

    /// Whether an app's answer is of this kind.
    func accepts(_ json: JSONValue) -> Bool {
        switch self {
        case .text: json.string != nil
        case .place, .person: (try? PropertyValue(json: json)).flatMap { $0 }?.kind.rawValue == rawValue
        case .file: json["file"]?.kind == .object
        }
    }

    private static func find(_ value: PropertyValue, _ isWanted: (PropertyValue) -> Bool) -> PropertyValue? {
        if isWanted(value) { return value }
        let parts: [PropertyValue]
        switch value {
        case .list(let elements): parts = elements
        case .record(let members): parts = members.map(\.value)
        case .union(_, let payload): parts = [payload]
        default: parts = []
        }
        for part in parts {
            if let found = find(part, isWanted) { return found }
        }
        return nil
    }
}
