import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Indexer
import Providers
import Settings

/// `index`, `delete`, the batches and `clientState`: what changes the catalog.
struct IndexCalls: Sendable {
    let indexer: Indexer
    let catalog: Catalog
    let reindexing: Reindexing
    /// Their manifests bring schemas.
    let providers: Providers
    let limits: LimitSettings
    let hub: SubscriptionHub
    let failures: DonationFailures

    // MARK: index

    /// An `index` call, read and checked; to be written in its turn.
    struct PreparedIndex: Sendable {
        let donations: Indexer.Prepared
        let atomic: Bool
        let batch: BatchID?
        let session: ReindexSession?
        let size: Int
        /// The connection's, where it said one.
        let bundle: String?
        /// As it came, to name what was wrong with.
        let entities: JSONValue
    }

    /// - Parameter faults: of entities that are no JSON, by their position.
    func prepareIndex(
        _ json: JSONValue?, faults: [Int: AlmagestError], session: Session
    ) async throws(AlmagestError) -> PreparedIndex {
        let parameters = try Parameters(json, known: ["entities", "atomic", "batch", "session"])
        let entities = try parameters.required("entities")
        await providers.look()
        var reported: ReindexSession?
        if let name = try parameters.string("session") {
            guard let open = reindexing.session(name, of: session.bundle) else {
                throw AlmagestError(.notFound, "There is no re-index session “\(name)”.", path: "session")
            }
            guard parameters.value("batch") == nil else {
                throw AlmagestError(.notAllowed, "A report goes into no batch.", path: "batch")
            }
            reported = open
        }
        return PreparedIndex(
            donations: try indexer.prepare(entities, faults: faults, from: session.bundle),
            atomic: try parameters.bool("atomic") ?? false, batch: try batch(parameters, session: session),
            session: reported, size: entities.count, bundle: session.bundle, entities: entities)
    }

    func index(_ call: PreparedIndex, interactive: Bool) async throws -> [UInt8] {
        let outcome = try await indexer.write(
            call.donations, atomic: call.atomic, batch: call.batch, session: call.session,
            interactive: interactive && call.session == nil)
        failures.note(outcome.rejected, in: call.entities, session: call.bundle)
        if !outcome.rejected.isEmpty || !outcome.warnings.isEmpty {
            hub.tell(DonationFault.all(outcome.rejected, outcome.warnings, in: call.entities))
        }
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("seq")
        reply.integer(outcome.seq)
        reply.key("stored")
        reply.integer(Int64(outcome.stored))
        reply.key("unchanged")
        reply.integer(Int64(outcome.unchanged))
        write(outcome.rejected, of: call.entities, as: "rejected", to: &reply)
        write(outcome.warnings, of: call.entities, as: "warnings", to: &reply)
        reply.endObject()
        return reply.bytes
    }

    /// Of so many the name of the entity is said as well.
    private static let named = 1_000

    /// The first ones one by one; the rest is counted in `…Left`, so that a reply stays within a message.
    private func write(
        _ rejections: [Rejection], of entities: JSONValue, as key: String, to reply: inout JSONWriter
    ) {
        reply.key(key)
        reply.beginArray()
        let names = DonatedName.names(of: rejections.prefix(Self.named).lazy.map(\.index), in: entities)
        for rejection in rejections.prefix(limits.faultsTold) {
            reply.beginObject()
            if let name = names[rejection.index] {
                reply.key("entity")
                name.write(to: &reply)
            }
            reply.key("index")
            reply.integer(Int64(rejection.index))
            reply.key("path")
            reply.string(rejection.fault.within("entities[\(rejection.index)]").path ?? "")
            reply.key("message")
            reply.string(rejection.fault.message)
            if let hint = rejection.fault.hint {
                reply.key("hint")
                reply.string(hint)
            }
            reply.endObject()
        }
        reply.endArray()
        if rejections.count > limits.faultsTold {
            reply.key(key + "Left")
            reply.integer(Int64(rejections.count - limits.faultsTold))
        }
    }

    // MARK: delete

    func prepareDelete(
        _ json: JSONValue?, session: Session
    ) async throws -> (scope: DeleteScope, batch: BatchID?) {
        let parameters = try Parameters(
            json, known: ["bundle", "index", "type", "identifiers", "domain", "batch"])
        return try await LongList.inTurn(parameters.value("identifiers")?.count ?? 0) {
            try scope(parameters, session: session)
        }
    }

    private func scope(
        _ parameters: Parameters, session: Session
    ) throws(AlmagestError) -> (scope: DeleteScope, batch: BatchID?) {
        let bundle = try bundle(parameters, session: session, required: true)
        let scope = DeleteScope(
            bundle: bundle, index: try Names.index(parameters), type: try parameters.string("type"),
            identifiers: try parameters.strings("identifiers", maximum: 1_000_000),
            domain: try parameters.string("domain"))
        if let type = scope.type { try Names.check(type: type, at: "type") }
        if let domain = scope.domain { try Names.check(place: domain, at: "domain") }
        for (number, id) in (scope.identifiers ?? []).enumerated() {
            try Names.check(id: id, at: "identifiers[\(number)]")
        }
        if scope.identifiers != nil, scope.type == nil {
            throw AlmagestError(
                .missingParameter, "Identifiers belong to a type; “type” is required beside them.", path: "type")
        }
        return (scope, try batch(parameters, session: session))
    }

    func delete(_ call: (scope: DeleteScope, batch: BatchID?), interactive: Bool) async throws -> [UInt8] {
        let outcome = try await indexer.delete(call.scope, batch: call.batch, interactive: interactive)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("seq")
        reply.integer(outcome.seq)
        reply.key("deleted")
        reply.integer(Int64(outcome.deleted))
        reply.endObject()
        return reply.bytes
    }

    // MARK: batches

    func beginBatch(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "index"])
        let bundle = try bundle(parameters, session: session, required: true)
        guard session.batchCount < limits.openBatches else {
            throw AlmagestError(
                .busy, "This connection has \(limits.openBatches) batches open.", hint: "Commit or abort one first.")
        }
        let id = try await catalog.beginBatch(bundle: bundle, index: try Names.index(parameters) ?? "default")
        session.opened(id)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("batch")
        reply.string(Session.text(of: id))
        reply.endObject()
        return reply.bytes
    }

    func commitBatch(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["batch", "expectedClientState", "clientState"])
        guard let id = try batch(parameters, session: session) else {
            throw AlmagestError(.missingParameter, "“batch” is required.", path: "batch")
        }
        // Absent: not compared. Null: there is to be none yet.
        let expected: [UInt8]?? =
            parameters.has("expectedClientState") ? .some(try state(parameters, "expectedClientState")) : nil
        let seq = try await indexer.commit(
            id, expectedClientState: expected, clientState: try state(parameters, "clientState"))
        session.closed(id)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("seq")
        reply.integer(seq)
        reply.endObject()
        return reply.bytes
    }

    func abortBatch(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["batch"])
        guard let id = try batch(parameters, session: session) else {
            throw AlmagestError(.missingParameter, "“batch” is required.", path: "batch")
        }
        await catalog.abortBatch(id)
        session.closed(id)
        return Array("{}".utf8)
    }

    func clientState(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "index"])
        let bundle = try bundle(parameters, session: session, required: true)
        let state = try await catalog.clientState(bundle: bundle, index: try Names.index(parameters) ?? "default")
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("clientState")
        if let state { reply.string(Data(state).base64EncodedString()) } else { reply.null() }
        reply.endObject()
        return reply.bytes
    }

    // MARK: parts

    private func bundle(
        _ parameters: Parameters, session: Session, required: Bool
    ) throws(AlmagestError) -> String {
        guard let bundle = try parameters.string("bundle") ?? session.bundle else {
            throw AlmagestError(.missingParameter, "“bundle” is required.", path: "bundle")
        }
        try Names.check(bundle: bundle, at: "bundle")
        try session.check(bundle)
        return bundle
    }

    private func batch(_ parameters: Parameters, session: Session) throws(AlmagestError) -> BatchID? {
        guard let text = try parameters.string("batch") else { return nil }
        guard let id = session.batch(text) else {
            throw AlmagestError(
                .noSuchBatch, "This connection has no open batch “\(text)”.", path: "batch",
                hint: "A batch belongs to the connection that began it and ends with it.")
        }
        return id
    }

    private func state(_ parameters: Parameters, _ name: String) throws(AlmagestError) -> [UInt8]? {
        guard let text = try parameters.string(name) else { return nil }
        guard let data = Data(base64Encoded: text) else {
            throw AlmagestError(.invalidParameter, "This is to be base64.", path: name)
        }
        guard data.count <= 250 else {
            throw AlmagestError(
                .tooLarge, "Client state has at most 250 bytes, these are \(data.count).", path: name)
        }
        return [UInt8](data)
    }
}
