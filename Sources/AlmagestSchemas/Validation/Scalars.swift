import AlmagestEntities

/// The bare forms of types that hold no other values.
enum Scalars {
    enum Outcome {
        case same
        case changed(PropertyValue)
        /// With what is wrong, where there is more to say than the types.
        case wrong(String?)
    }

    static func read(_ value: PropertyValue, as type: SchemaType) -> Outcome {
        switch (type, value) {
        case (.text, .text), (.bool, .bool), (.integer, .integer), (.number, .number), (.number, .integer),
            (.date, .date), (.duration, .duration), (.url, .url), (.person, .person), (.place, .place),
            (.file, .url), (.file, .record), (.file, .entity), (.link, .url), (.link, .record),
            (.recurrence, .text), (.recurrence, .record), (.anyEntity, .entity), (.anyEntity, .record), (.other, _):
            return .same
        case (.integer, .number(let number)):
            return Int64(exactly: number).map { .changed(.integer($0)) } ?? .wrong(nil)
        case (.date, .text(let text)):
            return parsed { () throws(AlmagestError) in .date(try DateValue(parsing: text)) }
        case (.duration, .text(let text)):
            return parsed { () throws(AlmagestError) in .duration(try DurationValue(parsing: text)) }
        case (.duration, .integer(let seconds)): return duration(Double(seconds))
        case (.duration, .number(let seconds)): return duration(seconds)
        case (.url, .text(let text)), (.link, .text(let text)):
            return isURL(text) ? .changed(.url(text)) : .wrong("“\(text.prefix(60))” is no link.")
        case (.file, .text(let text)): return isURL(text) ? .changed(.url(text)) : .same
        case (.person, .text(let text)): return .changed(.person(person(text)))
        case (.person, .record(let members)): return person(members).map { .changed(.person($0)) } ?? .wrong(nil)
        case (.place, .text(let text)): return .changed(.place(.init(name: text)))
        case (.place, .record(let members)): return place(members)
        case (.anyEntity, .text(let text)):
            return parsed { () throws(AlmagestError) in .entity(try EntityID(text: text), name: nil) }
        default: return .wrong(nil)
        }
    }

    private static func parsed(_ read: () throws(AlmagestError) -> PropertyValue) -> Outcome {
        do throws(AlmagestError) {
            return .changed(try read())
        } catch {
            return .wrong(error.message)
        }
    }

    private static func duration(_ seconds: Double) -> Outcome {
        // What the text form can hold; see `DurationValue`.
        abs(seconds) <= 315_576_000_000 ? .changed(.duration(DurationValue(seconds: seconds))) : .wrong(nil)
    }

    /// A scheme, a colon and something without white space.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8.count <= 8192 else { return false }
        let scheme = text.utf8[..<colon]
        let rest = text.utf8[text.utf8.index(after: colon)...]
        guard let first = scheme.first, isLetter(first), !rest.isEmpty else { return false }
        return scheme.allSatisfy { isLetter($0) || 48...57 ~= $0 || $0 == 43 || $0 == 45 || $0 == 46 }
            && !rest.contains { $0 <= 0x20 || $0 == 0x7F }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 65...90 ~= byte || 97...122 ~= byte }

    /// An address with an @ is a handle, anything else a name.
    private static func person(_ text: String) -> PropertyValue.Person {
        let isHandle = text.contains("@") && !text.contains { $0.isWhitespace }
        return isHandle ? .init(handle: text) : .init(name: text)
    }

    /// The members of a person without its tag; nil when there are others.
    private static func person(_ members: [Entity.Property]) -> PropertyValue.Person? {
        var person = PropertyValue.Person()
        for member in members {
            switch (member.name, member.value) {
            case ("name", .text(let text)): person.name = text
            case ("handle", .text(let text)): person.handle = text
            case ("identifier", .text(let text)): person.identifier = text
            case ("isMe", .bool(let isMe)): person.isMe = isMe
            default: return nil
            }
        }
        return members.isEmpty ? nil : person
    }

    private static func place(_ members: [Entity.Property]) -> Outcome {
        var place = PropertyValue.Place()
        for member in members {
            switch (member.name, member.value) {
            case ("name", .text(let text)): place.name = text
            case ("address", .text(let text)): place.address = text
            case ("latitude", .number(let degrees)) where abs(degrees) <= 90: place.latitude = degrees
            case ("longitude", .number(let degrees)) where abs(degrees) <= 180: place.longitude = degrees
            case ("latitude", .integer(let degrees)) where -90...90 ~= degrees: place.latitude = Double(degrees)
            case ("longitude", .integer(let degrees)) where -180...180 ~= degrees: place.longitude = Double(degrees)
            default: return .wrong(nil)
            }
        }
        guard !members.isEmpty, (place.latitude == nil) == (place.longitude == nil) else { return .wrong(nil) }
        return .changed(.place(place))
    }
}
