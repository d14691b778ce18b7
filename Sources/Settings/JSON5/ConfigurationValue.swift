/// What the configuration file holds, before anyone has said what it should, and where it stands.
struct ConfigurationValue: Equatable {
    enum Content: Equatable {
        case null
        case bool(Bool)
        /// With its digits as they were written, for messages. Infinite or not a number where that was written.
        case number(Double, written: String)
        case string(String)
        case array([ConfigurationValue])
        case object([ConfigurationMember])
    }

    let content: Content
    let place: TextPlace

    /// Its kind, in words for people.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A key of an object with its value; the keys of one object differ.
struct ConfigurationMember: Equatable {
    let key: String
    /// Of the key.
    let place: TextPlace
    let value: ConfigurationValue
}

/// Where in a text: line and column from 1, columns counted in Unicode scalars.
struct TextPlace: Hashable {
    var line = 1
    var column = 1
}
