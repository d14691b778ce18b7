import AlmagestEntities

/// Parts of calls' parameters that several calls have.
enum CallParameters {
    static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        try body(&writer)
        writer.endObject()
        return writer.bytes
    }

    static func write(_ entities: [EntityID], as key: String, to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginArray()
        for entity in entities { writer.string(entity.text) }
        writer.endArray()
    }
}
