import AlmagestEntities

/// Calls that ask, and those about what the person does.
extension InMemoryCall {
    func search() throws(AlmagestError) -> [UInt8] {
        if given("where") != nil {
            throw AlmagestError(
                .unknownParameter, "The index in memory knows no conditions.", path: "where",
                hint: "Test that against a daemon.")
        }
        let found = content.search(
            try optionalText("query") ?? "", bundles: try texts("bundles"), types: try texts("types"))
        let offset = try number("offset") ?? 0
        let page = found.dropFirst(offset).prefix(try number("limit") ?? 20)
        return Self.object { writer in
            writer.key("results")
            writer.beginArray()
            for entity in page {
                writer.beginObject()
                writer.key("entity")
                entity.key.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.key("total")
            writer.integer(found.count)
        }
    }

    func suggest() throws(AlmagestError) -> [UInt8] {
        let prefix = try text("prefix").lowercased()
        let bundles = try texts("bundles")
        let found = content.search("", bundles: bundles).filter { $0.display.title.lowercased().hasPrefix(prefix) }
        let page = found.prefix(try number("limit") ?? 8)
        return Self.object { writer in
            writer.key("suggestions")
            writer.beginArray()
            for entity in page {
                writer.beginObject()
                writer.key("text")
                writer.string(entity.display.title)
                writer.key("entity")
                entity.key.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.key("partial")
            writer.beginArray()
            writer.endArray()
        }
    }

    func entities() throws(AlmagestError) -> [UInt8] {
        let ids = try identifiers("identifiers") ?? []
        return Self.object { writer in
            writer.key("entities")
            writer.beginArray()
            for id in ids { content.entities[id]?.write(to: &writer) }
            writer.endArray()
            writer.key("missing")
            writer.beginArray()
            for id in ids where content.entities[id] == nil { writer.string(id.text) }
            writer.endArray()
        }
    }

    // MARK: What the person does

    mutating func donate() throws(AlmagestError) -> [UInt8] {
        let intent = try required("intent")
        let id = content.nextName("d")
        var entities: [EntityID] = []
        for (name, json) in intent["parameters"]?.members.map({ ($0.key, $0.value) }) ?? [] {
            if let value = try PropertyValue(json: json, path: "intent.parameters.\(name)") {
                Self.collect(value, into: &entities)
            }
        }
        content.donations.append(
            InMemoryContent.Donation(
                id: id, intentType: try intent.required("type", at: "intent").string(at: "intent.type"),
                entities: entities))
        return Self.object {
            $0.key("donation"); $0.string(id)
        }
    }

    private static func collect(_ value: PropertyValue, into entities: inout [EntityID]) {
        switch value {
        case .entity(let id, _): entities.append(id)
        case .list(let values): for value in values { collect(value, into: &entities) }
        case .record(let members): for member in members { collect(member.value, into: &entities) }
        case .union(_, let value): collect(value, into: &entities)
        default: break
        }
    }

    mutating func deleteDonations() throws(AlmagestError) -> [UInt8] {
        let (ids, entities) = (try texts("donations"), try identifiers("entities"))
        let type = try optionalText("intentType")
        let gone = content.donations.filter { donation in
            (ids?.contains(donation.id) ?? true) && (type.map { donation.intentType == $0 } ?? true)
                && (entities.map { !Set($0).isDisjoint(with: donation.entities) } ?? true)
        }.map(\.id)
        content.donations.removeAll { gone.contains($0.id) }
        return Self.object { writer in
            writer.key("donations")
            writer.beginArray()
            for id in gone { writer.string(id) }
            writer.endArray()
        }
    }

    mutating func updateRelevant() throws(AlmagestError) -> [UInt8] {
        let kind = try required("context").required("kind", at: "context").string(at: "context.kind")
        let entities = try identifiers("entities") ?? []
        content.relevant[kind] = entities.isEmpty ? nil : entities
        return Self.object {
            $0.key("entities"); $0.integer(entities.count)
        }
    }

    mutating func removeRelevant() throws(AlmagestError) -> [UInt8] {
        let kind = try given("context").map { json throws(AlmagestError) in
            try json.required("kind", at: "context").string(at: "context.kind")
        }
        let entities = try identifiers("entities").map(Set.init)
        var count = 0
        for (context, named) in content.relevant where kind == nil || context == kind {
            let left = entities.map { gone in named.filter { !gone.contains($0) } } ?? []
            count += named.count - left.count
            content.relevant[context] = left.isEmpty ? nil : left
        }
        return Self.object {
            $0.key("entities"); $0.integer(count)
        }
    }

    mutating func updateScreen() throws(AlmagestError) -> [UInt8] {
        var screen: [EntityID] = []
        if let text = given("activity")?["entity"]?.string { screen.append(try EntityID(text: text)) }
        for view in given("views")?.elements.map({ $0 }) ?? [] {
            if let text = view["entity"]?.string { screen.append(try EntityID(text: text)) }
        }
        content.screen = screen
        return Self.object { _ in }
    }

    // MARK: Parameters

    func given(_ name: String) -> JSONValue? { params?[name].flatMap { $0.isNull ? nil : $0 } }

    func required(_ name: String) throws(AlmagestError) -> JSONValue {
        guard let value = given(name) else {
            throw AlmagestError(.missingParameter, "“\(name)” is missing.", path: name)
        }
        return value
    }

    func text(_ name: String) throws(AlmagestError) -> String { try required(name).string(at: name) }

    func optionalText(_ name: String) throws(AlmagestError) -> String? {
        guard let value = given(name) else { return nil }
        return try value.string(at: name)
    }

    func texts(_ name: String) throws(AlmagestError) -> [String]? {
        guard let value = given(name) else { return nil }
        return try value.strings(at: name)
    }

    func number(_ name: String) throws(AlmagestError) -> Int? {
        guard let value = given(name) else { return nil }
        return Int(clamping: try value.integer(at: name))
    }

    func identifiers(_ name: String) throws(AlmagestError) -> [EntityID]? {
        guard let texts = try texts(name) else { return nil }
        var ids: [EntityID] = []
        for text in texts { ids.append(try EntityID(text: text)) }
        return ids
    }

    // MARK: Replies

    static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }

    static func write(_ faults: [(Int, AlmagestError)], as key: String, to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginArray()
        for (place, fault) in faults {
            writer.beginObject()
            writer.key("index")
            writer.integer(place)
            writer.key("path")
            writer.string(fault.within("entities[\(place)]").path ?? "")
            writer.key("message")
            writer.string(fault.message)
            writer.endObject()
        }
        writer.endArray()
    }
}
