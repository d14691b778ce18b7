import AlmagestEntities

/// An intent that an app says the person carried out.
public struct Interaction: Sendable {
    public var bundle: String
    /// Name of the intent's type within the app.
    public var intentType: String
    /// When it was, in seconds since 1970.
    public var date: Double
    /// The intent as it was donated, as JSON.
    public var body: [UInt8]
    /// Entities of the same bundle that it was with.
    public var entities: [EntityID]

    public init(bundle: String, intentType: String, date: Double, body: [UInt8], entities: [EntityID]) {
        self.bundle = bundle
        self.intentType = intentType
        self.date = date
        self.body = body
        self.entities = entities
    }
}

/// Names an interaction that was donated; never given out twice.
public struct DonationID: Hashable, Sendable {
    public let value: Int64
    public init(_ value: Int64) { self.value = value }
}

/// Which interactions are meant; all that is given must hold.
public struct InteractionScope: Sendable {
    public var bundle: String?
    public var donations: [DonationID]?
    /// With any of these entities.
    public var entities: [EntityID]?
    public var intentType: String?

    public init(
        bundle: String? = nil, donations: [DonationID]? = nil, entities: [EntityID]? = nil, intentType: String? = nil
    ) {
        self.bundle = bundle
        self.donations = donations
        self.entities = entities
        self.intentType = intentType
    }
}

/// What the writer is asked to do with the context.
enum ContextOperation: Sendable {
    case donate(Interaction, ContextLimits)
    case deleteInteractions(InteractionScope)
    /// Puts what is said of a subject in place of what was said before; without entities it takes it away.
    case state(ContextSubject, [EntityID], date: Double, ContextLimits)
    /// Takes entities out of what an app said is relevant: nil for all of them; of one subject, or of all.
    case retract(bundle: String, ContextSubject?, [EntityID]?)
    /// Removes what is too old: interactions and statements from before these moments, at most `limit` of each.
    case expire(interactions: Double, statements: Double, limit: Int)
}

/// What came of it.
struct ContextReply: Sendable {
    /// Interactions added or removed.
    var donations: [DonationID] = []
    /// Statements or entities within them that are there or are gone, as was asked.
    var count = 0
}

/// How much of the context is kept.
struct ContextLimits: Sendable {
    var interactionsPerBundle: Int
    var interactions: Int
    /// Subjects of one app.
    var subjectsPerBundle = 64
    /// Subjects of all apps.
    var subjects = 512
}
