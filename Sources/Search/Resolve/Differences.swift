import AlmagestEntities

/// Finds what tells entities apart: the property in which they differ.
enum Differences {
    /// So many properties are told at most.
    private static let maximum = 3

    /// For each entity the values that tell it from the others: one property where one is enough.
    static func of(_ entities: [Entity]) -> [[Entity.Property]] {
        guard entities.count > 1 else { return entities.map { _ in [] } }
        var names: [String] = []
        for entity in entities {
            for property in entity.properties where !names.containsExactly(property.name) {
                names.append(property.name)
            }
        }
        // Titles first: where they differ, nothing else needs to be told.
        var columns: [(name: String, values: [PropertyValue?], rank: Int)] = []
        columns.append(("title", entities.map { .text($0.display.title) }, -1))
        for name in names {
            let values = entities.map { $0[property: name] }
            columns.append((name, values, rank(name, values)))
        }
        columns.append(("subtitle", entities.map { $0.display.subtitle.map { .text($0) } }, 8))
        let telling = columns.map { ($0, Set($0.values).count) }.filter { $0.1 > 1 }
        guard !telling.isEmpty else { return entities.map { _ in [] } }
        let sorted = telling.enumerated().sorted { a, b in
            let (x, y) = (a.element, b.element)
            let isFull = (x.1 == entities.count, y.1 == entities.count)
            if isFull.0 != isFull.1 { return isFull.0 }
            if x.0.rank != y.0.rank { return x.0.rank < y.0.rank }
            return a.offset < b.offset
        }.map(\.element)
        var chosen: [(name: String, values: [PropertyValue?])] = []
        var keys = [[PropertyValue?]](repeating: [], count: entities.count)
        for column in sorted {
            let before = Set(keys).count
            let with = zip(keys, column.0.values).map { $0 + [$1] }
            guard chosen.isEmpty || Set(with).count > before else { continue }
            keys = with
            chosen.append((column.0.name, column.0.values))
            if Set(keys).count == entities.count || chosen.count == maximum { break }
        }
        return entities.indices.map { index in
            chosen.compactMap { column in column.values[index].map { Entity.Property(column.name, $0) } }
        }
    }

    /// What people tell things apart by comes first: when, who, where, then what else there is.
    private static func rank(_ name: String, _ values: [PropertyValue?]) -> Int {
        let lower = name.lowercased()
        if lower.hasPrefix("end") || lower.contains("modif") { return 7 }
        for value in values {
            switch value {
            case .date: return 0
            case .person: return 1
            case .list(let list): if case .person = list.first { return 2 } else { return 6 }
            case .place: return 2
            case .text(let text): return text.contains("@") ? 4 : text.count <= 60 ? 3 : 6
            case .entity(_, let name): return name == nil ? 7 : 3
            case .integer, .number, .bool, .duration, .measurement: return 5
            default: continue
            }
        }
        return 6
    }
}
