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
        let names = DonatedName.names(of: faults.lazy.map(\.0.index), in: entities)
        return faults.map { rejection, isRejection in
            let name = names[rejection.index]
            return DonationFault(
                bundle: name?.bundle, type: name?.type, id: name?.id, path: rejection.fault.path,
                message: rejection.fault.message, hint: rejection.fault.hint, isRejection: isRejection)
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("entity")
        DonatedName(bundle: bundle, type: type, id: id).write(to: &json)
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
