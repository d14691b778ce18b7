/// The value of a property.
public enum PropertyValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    /// A number written without fraction or exponent that fits 64 bits; kept apart so that it stays exact.
    case integer(Int64)
    case bool(Bool)
    case list([PropertyValue])
    indirect case date(DateValue)
    /// A length of time in seconds.
    case duration(DurationValue)
    case url(String)
    indirect case person(Person)
    indirect case place(Place)
    indirect case measurement(Measurement)
    /// A reference to another entity; `name` is what it is called there, and searchable.
    indirect case entity(EntityID, name: String?)
    /// A nested value entity, members in the order given, names unique.
    case record([Entity.Property])
    /// A union value: the name of its case and the payload.
    indirect case union(case: String, value: PropertyValue)

    /// Somebody, as App Intents' `IntentPerson`.
    public struct Person: Hashable, Sendable {
        public var name: String?
        public var handle: String?
        public var identifier: String?
        public var isMe: Bool
        public init(name: String? = nil, handle: String? = nil, identifier: String? = nil, isMe: Bool = false) {
            self.name = name
            self.handle = handle
            self.identifier = identifier
            self.isMe = isMe
        }
    }

    /// Somewhere. Latitude and longitude are degrees (WGS 84), both or neither.
    public struct Place: Hashable, Sendable {
        public var name: String?
        public var latitude: Double?
        public var longitude: Double?
        public var address: String?
        public init(name: String? = nil, latitude: Double? = nil, longitude: Double? = nil, address: String? = nil) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.address = address
        }
    }

    /// A number with a unit.
    public struct Measurement: Hashable, Sendable {
        public var value: Double
        public var unit: String
        public init(value: Double, unit: String) {
            self.value = value
            self.unit = unit
        }
    }

    /// The kinds a property can have; a property whose kind differs between records keeps one column a kind.
    public enum Kind: String, Sendable, CaseIterable {
        case text, number, bool, list, date, duration, url, person, place, measurement, entity, record, union
    }

    /// Its kind; integers and fractions are both numbers.
    public var kind: Kind {
        switch self {
        case .text: .text
        case .number, .integer: .number
        case .bool: .bool
        case .list: .list
        case .date: .date
        case .duration: .duration
        case .url: .url
        case .person: .person
        case .place: .place
        case .measurement: .measurement
        case .entity: .entity
        case .record: .record
        case .union: .union
        }
    }
}
