/// The universal reference to an entity: the app's bundle, the entity type and the app's own identifier.
///
/// The text form is `bundle/type/id`, each part percent-encoded except `A–Z a–z 0–9 - . _ ~`:
///
///     EntityID(bundle: "org.example.App", type: "Song", id: "a/b").text  // "org.example.App/Song/a%2Fb"
///
/// Two are equal when their bytes are: composed and decomposed accents make different identifiers, as they make
/// different files.
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

    public static func == (a: EntityID, b: EntityID) -> Bool {
        a.id.hasSameBytes(as: b.id) && a.type.hasSameBytes(as: b.type) && a.bundle.hasSameBytes(as: b.bundle)
    }

    public func hash(into hasher: inout Hasher) {
        for var part in [bundle, type, id] {
            part.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(0xFF as UInt8)
        }
    }

    /// Order of the bytes, bundle first.
    public static func < (a: EntityID, b: EntityID) -> Bool {
        for (x, y) in [(a.bundle, b.bundle), (a.type, b.type), (a.id, b.id)] where !x.hasSameBytes(as: y) {
            return x.utf8.lexicographicallyPrecedes(y.utf8)
        }
        return false
    }
}

extension String {
    /// Equality of the UTF-8, where `==` compares canonically equivalent texts as equal.
    package func hasSameBytes(as other: String) -> Bool {
        guard self == other else { return false }
        return utf8.elementsEqual(other.utf8)
    }
}
