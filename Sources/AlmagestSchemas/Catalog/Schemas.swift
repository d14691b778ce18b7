/// Where the members of a schema are known from.
public enum SchemaEvidence: String, Sendable, CaseIterable {
    /// The interface of the module that declares it.
    case interface
    /// The documentation of that very schema.
    case documentation
    /// Sample code that adopts it.
    case sample
    /// Several public adopters that agree; they may leave members out or add some.
    case adopters
    /// One public adopter.
    case adopter
    /// They are not known.
    case unknown
}

/// Who a domain is made for.
public enum SchemaTier: String, Sendable {
    case primary
    case singlePurpose = "single-purpose"
    case shortcutsOnly = "shortcuts-only"
    /// The app that brings it.
    case app
}

/// A member of an entity, a parameter of an intent, or a case of a union with its payload.
public struct SchemaMember: Hashable, Sendable {
    public var name: String
    public var type: SchemaType
    public var isOptional: Bool
    /// Its default as written in Swift.
    public var defaultValue: String?

    public init(_ name: String, _ type: SchemaType, optional: Bool = false, default defaultValue: String? = nil) {
        self.name = name
        self.type = type
        isOptional = optional
        self.defaultValue = defaultValue
    }

    /// True when it has to be given: not optional, without a default, no list.
    public var isRequired: Bool {
        switch type {
        case .list, .set: false
        default: !isOptional && defaultValue == nil
        }
    }
}

/// What is known of any schema.
public struct SchemaFacts: Hashable, Sendable {
    /// `domain.name`.
    public var name: String
    /// Name of its type in the system, `EventEntity`; empty for a union, which the app names.
    public var identifier: String
    /// First iOS version with it.
    public var since: String
    public var isDeprecated: Bool
    /// Where its members are known from.
    public var evidence: SchemaEvidence
    public var note: String?

    public init(
        _ name: String, id identifier: String = "", since: String = "", deprecated: Bool = false,
        evidence: SchemaEvidence, note: String? = nil
    ) {
        self.name = name
        self.identifier = identifier
        self.since = since
        isDeprecated = deprecated
        self.evidence = evidence
        self.note = note
    }
}

/// A kind of entity that apps adopt, such as `calendar.event`.
public struct EntitySchema: Hashable, Sendable {
    public var facts: SchemaFacts
    /// Nil when they are not known.
    public var members: [SchemaMember]?

    public init(_ facts: SchemaFacts, _ members: [SchemaMember]?) {
        self.facts = facts
        self.members = members
    }

    public var name: String { facts.name }

    public func member(_ name: String) -> SchemaMember? { members?.first { $0.name == name } }
}

/// Something an app can do, such as `calendar.createEvent`.
public struct IntentSchema: Hashable, Sendable {
    public var facts: SchemaFacts
    /// Nil when they are not known.
    public var parameters: [SchemaMember]?
    /// What it returns; nil when nothing, or when that is not known.
    public var result: SchemaType?

    public init(_ facts: SchemaFacts, _ parameters: [SchemaMember]?, result: SchemaType? = nil) {
        self.facts = facts
        self.parameters = parameters
        self.result = result
    }

    public var name: String { facts.name }
}

/// A closed or open set of names, such as `calendar.eventStatus`.
public struct EnumSchema: Hashable, Sendable {
    public var facts: SchemaFacts
    /// Nil when they are not known.
    public var cases: [String]?
    /// True when apps add their own.
    public var isOpen: Bool

    public init(_ facts: SchemaFacts, _ cases: [String]?, open: Bool = false) {
        self.facts = facts
        self.cases = cases
        isOpen = open
    }

    public var name: String { facts.name }

    /// True when a name may be one of its cases.
    public func accepts(_ name: String) -> Bool { isOpen || cases?.contains(name) ?? true }
}

/// One value out of several types, such as `calendar.EventLocation`.
public struct UnionSchema: Hashable, Sendable {
    public var facts: SchemaFacts
    /// Each with the type of its payload; nil when they are not known.
    public var cases: [SchemaMember]?
    /// True when apps add their own.
    public var isOpen: Bool

    public init(_ facts: SchemaFacts, _ cases: [SchemaMember]?, open: Bool = false) {
        self.facts = facts
        self.cases = cases
        isOpen = open
    }

    public var name: String { facts.name }
}

/// The schemas of one field, such as `calendar`.
public struct SchemaDomain: Hashable, Sendable {
    public var name: String
    public var tier: SchemaTier
    public var entities: [EntitySchema]
    public var intents: [IntentSchema]
    public var enums: [EnumSchema]
    public var unions: [UnionSchema]

    public init(
        _ name: String, _ tier: SchemaTier, entities: [EntitySchema], intents: [IntentSchema], enums: [EnumSchema],
        unions: [UnionSchema]
    ) {
        self.name = name
        self.tier = tier
        self.entities = entities
        self.intents = intents
        self.enums = enums
        self.unions = unions
    }
}
