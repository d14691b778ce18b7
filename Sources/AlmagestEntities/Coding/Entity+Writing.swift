extension Entity {
    /// Writes it as the wire format has it: members in a fixed order, those with their default left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("bundle")
        writer.string(key.bundle)
        if index != "default" {
            writer.key("index")
            writer.string(index)
        }
        writer.key("type")
        writer.string(key.type)
        writer.key("id")
        writer.string(key.id)
        writer.member("schema", schema)
        writer.key("display")
        display.write(to: &writer)
        writer.member("url", url)
        writer.member("stableID", stableID)
        if !ownership.isEmpty {
            writer.key("ownership")
            ownership.write(to: &writer)
        }
        writer.member("domain", domain)
        writer.member("keywords", keywords)
        writer.member("language", language)
        if priority != 0 {
            writer.key("priority")
            writer.integer(priority)
        }
        if hidden {
            writer.key("hidden")
            writer.bool(true)
        }
        if let expires {
            writer.key("expires")
            PropertyValue.date(expires).write(to: &writer)
        }
        if !properties.isEmpty {
            writer.key("properties")
            properties.write(to: &writer)
        }
        writer.member("text", text)
        if !passages.isEmpty {
            writer.key("passages")
            writer.beginArray()
            for passage in passages {
                writer.beginObject()
                writer.member("locator", passage.locator)
                writer.key("text")
                writer.string(passage.text)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Its JSON text: always the same bytes for the same content, and `init(decoding:)` gives the entity back.
    ///
    /// To tell whether content has changed, compare these bytes: `==` takes canonically equivalent texts as equal.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter(capacity: 512 + (text?.utf8.count ?? 0))
        write(to: &writer)
        return writer.bytes
    }
}

extension EntityID {
    /// Writes it as results carry it: `{"bundle","type","id"}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("bundle")
        writer.string(bundle)
        writer.key("type")
        writer.string(type)
        writer.key("id")
        writer.string(id)
        writer.endObject()
    }
}

extension Display {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("title")
        writer.string(title)
        writer.member("subtitle", subtitle)
        if let image {
            writer.key("image")
            writer.beginObject()
            switch image {
            case .systemName(let name): writer.member("systemName", name)
            case .name(let name): writer.member("name", name)
            case .url(let url): writer.member("url", url)
            }
            writer.endObject()
        }
        writer.member("synonyms", synonyms)
        writer.endObject()
    }
}

extension Ownership {
    /// A text for one word, a list for several or none.
    public func write(to writer: inout JSONWriter) {
        let words = words
        guard words.count != 1 else { return writer.string(words[0]) }
        writer.beginArray()
        for word in words { writer.string(word) }
        writer.endArray()
    }

    /// Its words on the wire.
    public var words: [String] {
        [(Ownership.unknown, "unknown"), (.shared, "shared"), (.public, "public")].filter { contains($0.0) }.map(\.1)
    }
}

extension JSONWriter {
    /// A text member, left out when nil.
    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// A list of texts, left out when empty.
    mutating func member(_ name: StaticString, _ values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
