import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Providers

/// `open`: parameters in, reply out.
extension ReadCalls {
    /// Has the app open the entity; where that cannot be done, gives its link.
    func open(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["entity"])
        let id = try Self.identifier(parameters.required("entity"), at: "entity")
        try session.check(id.bundle)
        var reply = JSONWriter()
        reply.beginObject()
        var failure: AlmagestError?
        if await providers.answers(.open, of: id.bundle) {
            var request = JSONWriter()
            request.beginObject()
            request.key("entity")
            request.string(id.text)
            request.endObject()
            do throws(AlmagestError) {
                _ = try await providers.call(.open, of: id.bundle, request.bytes)
                await noteOpened(id)
                reply.key("opened")
                reply.bool(true)
                reply.endObject()
                return reply.bytes
            } catch {
                failure = error
            }
        }
        let found = try await catalog.entities(ids: [id]).first ?? nil
        guard let found,
            catalog.rows.isLive(found.row, revision: found.revision, now: Date().timeIntervalSince1970)
        else {
            throw failure ?? AlmagestError(.notFound, "There is no entity \(id.text).", path: "entity")
        }
        guard let url = found.entity.url else {
            throw failure
                ?? AlmagestError(
                    .unavailable, "\(id.text) has no link, and no provider of “\(id.bundle)” is there to open it.",
                    path: "entity")
        }
        await noteOpened(id)
        reply.key("url")
        reply.string(url)
        reply.endObject()
        return reply.bytes
    }

    /// Opening is using. What cannot be written down does not keep anybody from opening.
    private func noteOpened(_ id: EntityID) async {
        _ = try? await catalog.donate(
            Interaction(
                bundle: id.bundle, intentType: "open", date: Date().timeIntervalSince1970,
                body: Array(#"{"type":"open"}"#.utf8), entities: [id]))
    }
}
