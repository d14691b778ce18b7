/// The universal reference to an entity: the app's bundle, the entity type and the app's own identifier.
///
/// The text form is `bundle/type/id`, each part percent-encoded except `A–Z a–z 0–9 - . _ ~`:
///
///     EntityID(bundle: "org.example.App", type: "Song", id: "a/b").text  // "org.example.App/Song/a%2Fb"
public struct EntityID: Hashable, Sendable, Comparable {
    /// Reverse-DNS identifier of the app.
    public let bundle: String
    /// Name of the entity type within the app.
    public let type: String
    /// The app's own identifier.
    public let id: String

    /// The longest identifier, in bytes of the three parts together, decoded.
    public static let maximumBytes = 1024

    /// Takes the parts as they are; `validate()` tells whether they may be stored.
    public init(bundle: String, type: String, id: String) {
        self.bundle = bundle
        self.type = type
        self.id = id
    }

    public static func < (a: EntityID, b: EntityID) -> Bool {
        (a.bundle, a.type, a.id) < (b.bundle, b.type, b.id)
    }
}
