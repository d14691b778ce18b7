import AlmagestEntities
import Foundation

/// An entity ready to be stored: its columns, its bytes and their hash.
///
/// Made where the caller runs, so that the writer's thread does nothing but write.
struct PreparedEntity: Sendable {
    var key: EntityID
    var index: String
    var domain: String
    var ownership: UInt8
    var hidden: Bool
    /// Seconds since 1970 from which it is gone; infinite when it stays.
    var expires: Double
    var priority: Int16
    var hash: ContentHash
    var body: [UInt8]

    /// Throws `invalidIdentifier`, `invalidEntity` or `tooLarge` for what may not be stored.
    init(_ entity: Entity, hashKey: ContentHash.Key) throws(AlmagestError) {
        try entity.key.validate()
        try Self.check(entity.index, "index", required: true)
        try Self.check(entity.domain ?? "", "domain", required: false)
        key = entity.key
        index = entity.index
        domain = entity.domain ?? ""
        ownership = entity.ownership.rawValue
        hidden = entity.hidden
        expires = entity.expires.map(Self.moment(ofExpiry:)) ?? .infinity
        priority = Int16(clamping: entity.priority)
        body = entity.encoded()
        hash = ContentHash(body, key: hashKey)
        guard body.count <= Self.maximumBytes else {
            throw AlmagestError(
                .tooLarge, "The entity has \(body.count) bytes; at most \(Self.maximumBytes) can be stored.")
        }
    }

    init(
        key: EntityID, index: String, domain: String, ownership: UInt8, hidden: Bool, expires: Double, priority: Int16,
        hash: ContentHash, body: [UInt8]
    ) {
        self.key = key
        self.index = index
        self.domain = domain
        self.ownership = ownership
        self.hidden = hidden
        self.expires = expires
        self.priority = priority
        self.hash = hash
        self.body = body
    }

    /// Bytes of an encoded entity, far above what the limits on messages let through.
    static let maximumBytes = 256 << 20

    /// Bytes of the name of an index or a domain.
    static let maximumNameBytes = 1024

    private static func check(_ name: String, _ member: String, required: Bool) throws(AlmagestError) {
        if required && name.isEmpty { throw AlmagestError(.invalidEntity, "The \(member) is empty.", path: member) }
        if name.utf8.count > maximumNameBytes {
            throw AlmagestError(
                .tooLarge, "The \(member) has \(name.utf8.count) bytes; at most \(maximumNameBytes) are allowed.",
                path: member)
        }
    }

    /// A whole day ends with the day; floating dates are taken on this machine's clock.
    static func moment(ofExpiry date: DateValue) -> Double {
        guard date.form != .instant else { return date.seconds }
        return date.interval(in: DateContext()).upperBound
    }
}

/// A write request, prepared.
struct PreparedWrite: Sendable {
    enum Entry: Sendable {
        case put(PreparedEntity)
        case update(EntityPatch)
        case rejected(AlmagestError)
    }

    var entries: [Entry]
    var atomic: Bool
    var batch: BatchID?
    var session: UInt64?

    init(_ request: WriteRequest, hashKey: ContentHash.Key) {
        entries = request.entries.map { entry in
            switch entry {
            case .put(let entity):
                do throws(AlmagestError) {
                    return .put(try PreparedEntity(entity, hashKey: hashKey))
                } catch {
                    return .rejected(error)
                }
            case .update(let patch):
                do throws(AlmagestError) {
                    try patch.key.validate()
                    return .update(patch)
                } catch {
                    return .rejected(error)
                }
            case .rejected(let error): return .rejected(error)
            }
        }
        atomic = request.atomic
        batch = request.batch
        session = request.session?.id
    }
}
