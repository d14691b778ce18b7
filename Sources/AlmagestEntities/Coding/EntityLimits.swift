/// What one entity may hold. Text and lists beyond are cut, which a warning says; the rest is an error.
public struct EntityLimits: Sendable, Hashable {
    /// Bytes of bundle, type and identifier together, at most `EntityID.maximumBytes`.
    public var identifierBytes = EntityID.maximumBytes
    /// Bytes of the body, and of all passages together.
    public var textBytes = 1 << 20
    /// Bytes of all texts in properties together.
    public var propertyTextBytes = 1 << 20
    /// Bytes of a title, subtitle, synonym, keyword, or the name of a person or place.
    public var lineBytes = 4096
    public var keywords = 1000
    public var synonyms = 100
    /// Passages made by the donor.
    public var passages = 1000
    /// Properties at the top.
    public var properties = 1000
    /// Values in all properties together, those in lists and records too.
    public var values = 20_000
    /// Nested arrays and objects of a message; an entity stays below by what a message wraps around it.
    public var nesting = 64
    /// Faults and warnings reported of one entity.
    public var reports = 100

    public init() {}

    public static let standard = EntityLimits()

    /// For what has been accepted before: nothing is cut.
    static let stored: EntityLimits = {
        var limits = EntityLimits()
        limits.textBytes = .max
        limits.propertyTextBytes = .max
        limits.lineBytes = .max
        limits.keywords = .max
        limits.synonyms = .max
        limits.passages = .max
        limits.properties = .max
        limits.values = .max
        limits.nesting = JSONDocument.deepestNesting
        return limits
    }()

    /// Most bytes of an index name, domain, schema, language, stable identifier or property name.
    static let nameBytes = 1024
    /// Most bytes of a link.
    static let urlBytes = 8192
}

/// Something about an entity that was changed or looks wrong, and did not keep it from being stored.
public struct EntityWarning: Sendable, Hashable {
    /// Where in the input: `entities[3].text`.
    public var path: String
    /// A sentence for people.
    public var message: String

    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }
}

/// Everything that is wrong with one entity, in the order of the text; at least one.
public struct EntityFaults: Error, Sendable, Hashable {
    public var faults: [AlmagestError]
    public var warnings: [EntityWarning]
    /// What could be read of the entity, never to be stored: what else is wrong with it can be told by it. Where an
    /// element of a list is wrong, something else stands in its place.
    public var readable: Entity?

    public init(faults: [AlmagestError], warnings: [EntityWarning] = [], readable: Entity? = nil) {
        self.faults = faults
        self.warnings = warnings
        self.readable = readable
    }

    /// The first fault; its message counts the others.
    public var first: AlmagestError {
        guard var error = faults.first else { return AlmagestError(.internalError, "No fault is known.") }
        let others = faults.count - 1
        if others > 0 { error.message += " (And \(others) more \(others == 1 ? "fault" : "faults").)" }
        return error
    }
}
