import AlmagestEntities
import Catalog

/// The parameters of one notification `changed`, as they are gathered.
struct ChangeNotice {
    private let subscription: String
    private var added = JSONWriter(capacity: 0)
    private var updated = JSONWriter(capacity: 0)
    private var removed = JSONWriter(capacity: 0)
    private(set) var isEmpty = true

    init(subscription: String) {
        self.subscription = subscription
        added.beginArray()
        updated.beginArray()
        removed.beginArray()
    }

    /// Bytes gathered so far.
    var bytes: Int { added.bytes.count + updated.bytes.count + removed.bytes.count }

    mutating func add(_ entity: Entity, isNew: Bool) {
        isEmpty = false
        if isNew { Self.write(entity, to: &added) } else { Self.write(entity, to: &updated) }
    }

    mutating func remove(_ id: EntityID) {
        isEmpty = false
        removed.beginObject()
        ReplyWriter.write(id, to: &removed)
        removed.endObject()
    }

    func written(seq: Seq) -> [UInt8] {
        var json = JSONWriter(capacity: bytes + 128)
        json.beginObject()
        json.key("subscription")
        json.string(subscription)
        json.key("seq")
        json.integer(seq)
        for (name, list) in [("added", added), ("updated", updated), ("removed", removed)] {
            json.key(name)
            var list = list
            list.endArray()
            json.raw(list.bytes)
        }
        json.endObject()
        return json.bytes
    }

    private static func write(_ entity: Entity, to list: inout JSONWriter) {
        list.beginObject()
        ReplyWriter.write(entity.key, to: &list)
        list.key("display")
        entity.display.write(to: &list)
        list.endObject()
    }
}
