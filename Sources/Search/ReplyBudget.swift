import AlmagestEntities
import Catalog

/// Waits until there is room for so many bytes more, or throws when there will be none.
public typealias ReplyRoomRequest = @Sendable (_ bytes: Int) async throws(AlmagestError) -> Void

/// How much of a page a reply can hold: what goes beyond it is refused before all of it is read.
struct ReplyBudget: Sendable {
    /// Bytes of a reply, and property paths that it has of each result.
    let bytes: Int
    private let fields: [String]
    private let room: ReplyRoomRequest?
    private var used = 0
    private var asked = 0

    init(bytes: Int, fields: [String]?, room: ReplyRoomRequest? = nil) {
        self.bytes = bytes
        self.fields = fields ?? []
        self.room = room
    }

    /// So many entities are read before room is asked for them: fewer where much of them may be kept.
    var step: Int { fields.isEmpty ? 32 : 8 }

    /// Goes on when there is room for what has been taken.
    mutating func makeRoom() async throws {
        let more = used - asked
        asked = used
        try await room?(more)
    }

    /// The entity with what a reply needs of it: the rest is not held while the page is read on.
    ///
    /// - Throws: `tooLarge` once the texts alone are more than the reply may have.
    mutating func take(_ stored: StoredEntity) throws(AlmagestError) -> StoredEntity {
        let kept = shown(stored)
        used += kept.entity.key.id.utf8.count + kept.entity.display.title.utf8.count
        for property in kept.entity.properties { used += Self.leastBytes(property.value) }
        guard used <= bytes else { throw AlmagestError.tooLargeReply(bytes) }
        return kept
    }

    /// The entity with what a reply needs of it.
    func shown(_ stored: StoredEntity) -> StoredEntity {
        var entity = stored.entity
        entity.text = nil
        entity.passages = []
        entity.keywords = []
        entity.properties.removeAll { property in
            !fields.contains { $0.hasSameBytes(as: property.name) || $0.utf8.starts(with: (property.name + ".").utf8) }
        }
        return StoredEntity(row: stored.row, revision: stored.revision, entity: entity)
    }

    /// No value is written in fewer bytes.
    static func leastBytes(_ value: PropertyValue) -> Int {
        switch value {
        case .text(let text), .url(let text): text.utf8.count + 2
        case .list(let values): values.reduce(2) { $0 + leastBytes($1) }
        case .record(let members): members.reduce(2) { $0 + $1.name.utf8.count + leastBytes($1.value) }
        case .union(_, let value): leastBytes(value)
        case .person(let person): (person.name?.utf8.count ?? 0) + (person.handle?.utf8.count ?? 0)
        case .place(let place): (place.name?.utf8.count ?? 0) + (place.address?.utf8.count ?? 0)
        case .entity(_, let name): name?.utf8.count ?? 0
        case .number, .integer, .bool, .date, .duration, .measurement: 1
        }
    }
}

extension AlmagestError {
    /// A reply beyond what one message takes.
    public static func tooLargeReply(_ limit: Int) -> AlmagestError {
        AlmagestError(
            .tooLarge, "The reply would have more than \(limit) bytes.", hint: "Ask for fewer or smaller parts.")
    }
}
