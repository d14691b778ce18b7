extension PropertyValue {
    /// Writes it as the wire format has it, every record with its tag.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .number(let number): writer.number(number)
        case .integer(let integer): writer.integer(integer)
        case .bool(let bool): writer.bool(bool)
        case .list(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        case .date(let date): Self.write("date", date.text, to: &writer)
        case .duration(let duration): Self.write("duration", duration.text, to: &writer)
        case .url(let url): Self.write("url", url, to: &writer)
        case .person(let person):
            Self.tag("person", to: &writer) { writer in
                writer.member("name", person.name)
                writer.member("handle", person.handle)
                writer.member("identifier", person.identifier)
                if person.isMe {
                    writer.key("isMe")
                    writer.bool(true)
                }
            }
        case .place(let place):
            Self.tag("place", to: &writer) { writer in
                writer.member("name", place.name)
                if let latitude = place.latitude, let longitude = place.longitude {
                    writer.key("latitude")
                    writer.number(latitude)
                    writer.key("longitude")
                    writer.number(longitude)
                }
                writer.member("address", place.address)
            }
        case .measurement(let measurement):
            Self.tag("measurement", to: &writer) { writer in
                writer.key("value")
                writer.number(measurement.value)
                writer.member("unit", measurement.unit)
            }
        case .entity(let id, let name):
            writer.beginObject()
            writer.member("entity", id.text)
            writer.member("name", name)
            writer.endObject()
        case .record(let members):
            writer.beginObject()
            writer.key("record")
            members.write(to: &writer)
            writer.endObject()
        case .union(let name, let value):
            writer.beginObject()
            writer.member("case", name)
            writer.key("value")
            value.write(to: &writer)
            writer.endObject()
        }
    }

    private static func write(_ tag: StaticString, _ text: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(tag)
        writer.string(text)
        writer.endObject()
    }

    private static func tag(_ tag: StaticString, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
        writer.beginObject()
        writer.key(tag)
        writer.beginObject()
        body(&writer)
        writer.endObject()
        writer.endObject()
    }
}

extension [Entity.Property] {
    /// Writes them as an object.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for property in self {
            writer.key(property.name)
            property.value.write(to: &writer)
        }
        writer.endObject()
    }
}
