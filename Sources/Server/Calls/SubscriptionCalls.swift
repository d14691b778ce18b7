import AlmagestEntities
import AlmagestWire
import Catalog
import Search
import Settings

/// `subscribe` and `unsubscribe`.
struct SubscriptionCalls: Sendable {
    let hub: SubscriptionHub
    var engine: SearchEngine
    let limits: LimitSettings

    func subscribe(_ json: JSONValue?, session: Session, peer: Peer) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["query", "where", "types", "bundles", "after", "faults"])
        var filter = WatchFilter(
            text: try parameters.string("query").map { QueryText($0, bytes: limits.queryBytes).text })
        filter.scope.types = try parameters.strings("types", maximum: limits.identifiers)
        filter.scope.bundles = try parameters.strings("bundles", maximum: limits.identifiers)
        filter = try engine.narrowed(filter)
        if let predicate = parameters.value("where") {
            filter.scope.predicate = try Predicate(
                json: predicate, path: "where", maximumConditions: limits.conditions)
        }
        let after = try parameters.integer("after", in: 0...Int64.max)
        if let after { try await check(after) }
        let subscription = try hub.add(
            filter, through: engine, after: after, wantsFaults: try parameters.bool("faults") ?? false, from: peer,
            session: session)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("subscription")
        reply.string(subscription.name)
        reply.key("seq")
        reply.integer(subscription.origin)
        reply.endObject()
        return reply.bytes
    }

    func unsubscribe(_ json: JSONValue?, session: Session) throws(AlmagestError) -> [UInt8] {
        let parameters = try Parameters(json, known: ["subscription"])
        var number: UInt64?
        if let name = try parameters.string("subscription") {
            number = name.first == "s" ? UInt64(name.dropFirst()) : nil
            guard number != nil else {
                throw AlmagestError(
                    .notFound, "This connection has no subscription “\(name.prefix(100))”.", path: "subscription")
            }
        }
        let ended = hub.end(number, of: session)
        guard ended > 0 || number == nil else {
            throw AlmagestError(
                .notFound, "This connection has no such subscription.", path: "subscription",
                hint: "It may have come to its end.")
        }
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("ended")
        reply.integer(ended)
        reply.endObject()
        return reply.bytes
    }

    private func check(_ after: Seq) async throws {
        let newest = hub.catalog.lastSeq
        guard after <= newest else {
            throw AlmagestError(
                .invalidParameter, "Nothing was written at \(after) yet; the newest seq is \(newest).", path: "after")
        }
        // From the beginning nothing needs to be known of what is gone.
        guard after > 0 else { return }
        let oldest = try await hub.catalog.oldestResumable()
        guard after >= oldest else {
            throw AlmagestError(
                .seqTooOld, "What was deleted is only known since \(oldest).", path: "after",
                hint: "Read everything anew with “after”: 0.")
        }
    }
}
