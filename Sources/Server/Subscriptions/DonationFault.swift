import AlmagestEntities
import Indexer

/// Something wrong with a donation, for who watches donations arrive.
struct DonationFault: Sendable {
    var bundle: String?
    var type: String?
    var id: String?
    /// Within the entity.
    var path: String?
    var message: String
    var hint: String?
    /// Whether the entity was left out because of it.
    var isRejection: Bool

    /// Faults told of one call at most.
    static let limit = 100

    /// The first faults of a call, each with as much of its entity's name as can be read.
    static func all(_ rejected: [Rejection], _ warnings: [Rejection], in entities: JSONValue?) -> [DonationFault] {
        let faults = (rejected.map { ($0, true) } + warnings.map { ($0, false) }).prefix(limit)
        let wanted = Set(faults.map(\.0.index))
        var named: [Int: JSONValue] = [:]
        if let entities {
            var index = 0
            for entity in entities.elements {
                if wanted.contains(index) { named[index] = entity }
                index += 1
            }
        }
        return faults.map { rejection, isRejection in
            let entity = named[rejection.index]
            func part(_ name: String) -> String? {
                entity?[name]?.string.map { String($0.prefix(EntityID.maximumBytes)) }
            }
            return DonationFault(
                bundle: part("bundle"), type: part("type"), id: part("id"), path: rejection.fault.path,
                message: rejection.fault.message, hint: rejection.fault.hint, isRejection: isRejection)
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("entity")
        json.beginObject()
        for (name, value) in [("bundle", bundle), ("type", type), ("id", id)] {
            guard let value else { continue }
            json.key(name)
            json.string(value)
        }
        json.endObject()
        for (name, value) in [("path", path), ("message", message), ("hint", hint)] {
            guard let value else { continue }
            json.key(name)
            json.string(value)
        }
        json.key("rejected")
        json.bool(isRejection)
        json.endObject()
    }
}
