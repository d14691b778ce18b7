import AlmagestEntities

/// Entities to store, in order.
public struct WriteRequest: Sendable {
    public enum Entry: Sendable {
        /// The whole entity, in place of what is there.
        case put(Entity)
        /// The members given, merged into what is there; without anything there, a patch with a title makes a new
        /// entity and one without is rejected.
        case update(EntityPatch)
        /// Takes its place in the request without being stored: whoever reads the input found it wrong.
        case rejected(AlmagestError)
    }

    public var entries: [Entry]
    /// All or none.
    public var atomic: Bool
    /// The batch to stage it in, to be applied at its commit.
    public var batch: BatchID?
    /// The re-index session that it is a report of.
    public var session: ReindexSession?

    public init(
        _ entries: [Entry], atomic: Bool = false, batch: BatchID? = nil, session: ReindexSession? = nil
    ) {
        self.entries = entries
        self.atomic = atomic
        self.batch = batch
        self.session = session
    }
}

/// Looks at the entity that a patch makes of the stored one, as whole entities are looked at before they come here: gives it
/// back as it is to be stored, or throws what is wrong with it.
public typealias MergeCheck = @Sendable (Entity) throws(AlmagestError) -> Entity

/// What a write did; it is on disk when this is returned, unless it went into a batch.
public struct WriteOutcome: Sendable {
    /// `seq` of its last change; the newest one of the catalog when nothing changed or it went into a batch.
    public var seq: Seq
    /// Entities new, changed, or staged in a batch. The same identifier twice counts twice; the last one stays.
    public var stored: Int = 0
    /// Entities that are there already exactly so.
    public var unchanged: Int = 0
    /// Entries left out, by their place in the request. When an `atomic` request has any, nothing is stored.
    public var rejected: [(index: Int, error: AlmagestError)] = []
    /// Rows that changed, each once, ascending by `seq`.
    public var rows: [RowID] = []

    public init(seq: Seq) { self.seq = seq }
}

/// What to delete: everything within the levels that are given.
///
/// `identifiers` and `domain` narrow it further; all that is given must hold.
public struct DeleteScope: Hashable, Sendable {
    public var bundle: String
    public var index: String?
    public var type: String?
    public var identifiers: [String]?
    /// A prefix by dots: `mail` means `mail` and `mail.inbox`, not `mailbox`.
    public var domain: String?

    public init(
        bundle: String, index: String? = nil, type: String? = nil, identifiers: [String]? = nil, domain: String? = nil
    ) {
        self.bundle = bundle
        self.index = index
        self.type = type
        self.identifiers = identifiers
        self.domain = domain
    }

    /// Whether it takes whole named indexes, whose client state goes too.
    var takesWholeIndexes: Bool { type == nil && identifiers == nil && domain == nil }
}

/// What a delete did.
public struct DeleteOutcome: Sendable {
    /// `seq` of its last tombstone; the newest one of the catalog when there was nothing to delete.
    public var seq: Seq
    /// Entities deleted; 0 when it went into a batch.
    public var deleted: Int
    public var rows: [RowID]

    public init(seq: Seq, deleted: Int = 0, rows: [RowID] = []) {
        self.seq = seq
        self.deleted = deleted
        self.rows = rows
    }
}

/// Changes that are gathered invisibly and applied in one transaction. It ends with the process at the latest.
public struct BatchID: Hashable, Sendable {
    public let value: UInt64
    public init(_ value: UInt64) { self.value = value }
}

/// How many entities of a type an app has in a named index, those included that expired and are still to be removed.
public struct BundleCount: Hashable, Sendable {
    public var bundle: String
    public var index: String
    public var type: String
    public var entities: Int

    public init(bundle: String, index: String, type: String, entities: Int) {
        self.bundle = bundle
        self.index = index
        self.type = type
        self.entities = entities
    }
}
