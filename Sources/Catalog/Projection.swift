import AlmagestEntities

/// An entity as the catalog holds it.
public struct StoredEntity: Sendable {
    public let row: RowID
    /// The `seq` at which this content was written.
    public let revision: Seq
    public let entity: Entity
    public init(row: RowID, revision: Seq, entity: Entity) {
        self.row = row
        self.revision = revision
        self.entity = entity
    }
}

/// An entity as it is written, or what is left of it, with its place.
public struct StoredDocument: Sendable {
    public let row: RowID
    public let revision: Seq
    public let json: [UInt8]
}

/// Who an entity is, without its content.
public struct StoredName: Sendable {
    public let row: RowID
    /// The `seq` at which its content was written.
    public let revision: Seq
    public let key: EntityID
}

/// One accepted change, read from the journal with the catalog's present content.
public struct Change: Sendable {
    public enum Kind: Sendable {
        case put(Entity)
        /// A tombstone.
        case delete
    }
    public let seq: Seq
    public let row: RowID
    public let kind: Kind
    public init(seq: Seq, row: RowID, kind: Kind) {
        self.seq = seq
        self.row = row
        self.kind = kind
    }
}

/// A search structure derived from the catalog by reading the journal. It can always be rebuilt.
///
/// Changes come in two lanes. The journal lane is in order and moves `appliedSeq`; the urgent lane
/// carries interactive donations ahead of a backlog. So a row may come twice, and an older revision
/// after a newer one: a projection keeps the newest revision it was given of a row. Every hit carries
/// the revision that it was made from; whoever reads drops it unless it is the catalog's.
public protocol Projection: Sendable {
    /// Its name in `status` and `partial`: `lexical`, `semantic`, `properties`, `suggest`.
    var name: String { get }

    /// How many changes of the journal lane one `apply` should take.
    var journalChunk: Int { get }

    /// How many changes a second it takes urgently for as long as they come; what comes faster goes by the journal. nil: any.
    var urgentRate: Double? { get }

    /// The `seq` up to which everything in the journal has been applied, stored atomically with the data.
    func appliedSeq() async throws -> Seq

    /// Looks whether its files still are those that it wrote. True if what it had is gone, in part or as a whole: it
    /// applies nothing of the journal's until `appliedSeq` is asked, which has it begin anew and says from where.
    func isLost() async -> Bool

    /// Applies changes of the journal lane, ascending by `seq`, and moves `appliedSeq` to `seq`.
    /// Searchable soon after; certainly after `flush`.
    func apply(_ changes: [Change], through seq: Seq) async throws

    /// Applies changes ahead of their order. Searchable when it returns. `appliedSeq` stays.
    func applyUrgent(_ changes: [Change]) async throws

    /// Makes all that was applied searchable and stored; called when the journal lane has caught up.
    func flush() async throws

    /// Housekeeping (merges, truncation) when nothing has arrived for a while.
    func idle() async throws

    /// Empties it, `appliedSeq` 0: a rebuild follows.
    func reset() async throws

    /// What of an entity it will leave out because there is too much of it; said to the donor.
    func omissions(of entity: Entity) -> [EntityWarning]

    /// Bytes on disk, for `status`.
    func sizeOnDisk() async -> Int64

    /// Gives up at the next opportunity what it is applying in bulk: `apply` may throw then. Only `flush` and `close` follow.
    func leaveOff()

    /// Flushes and closes; nothing may be called afterwards.
    func close() async
}

extension Projection {
    public var urgentRate: Double? { nil }
    public func omissions(of entity: Entity) -> [EntityWarning] { [] }
    public func leaveOff() {}
}
