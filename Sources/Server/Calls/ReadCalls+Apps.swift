import AlmagestEntities
import Providers
import Search

/// `entities`: what apps have to do with it.
extension ReadCalls {
    /// The entity as that kind of value: as its app makes it, else as it holds one itself.
    func export(
        _ id: EntityID, _ entity: Entity?, as representation: ValueRepresentation
    ) async throws -> [UInt8]? {
        if await providers.answers(.export, of: id.bundle) {
            var request = JSONWriter()
            request.beginObject()
            request.key("entity")
            request.string(id.text)
            request.key("as")
            request.string(representation.rawValue)
            request.endObject()
            do throws(AlmagestError) {
                let answer = try await providers.call(.export, of: id.bundle, request.bytes)
                if let value = answer["value"], representation.accepts(value) {
                    var json = JSONWriter()
                    json.value(value)
                    return json.bytes
                }
            } catch {
                // An app that cannot say it leaves what the entity itself says.
                if error.name == .cancelled { throw error }
            }
        }
        guard let value = entity.flatMap({ representation.value(of: $0) }) else { return nil }
        var json = JSONWriter()
        value.write(to: &json)
        return json.bytes
    }

    /// Apps that were asked and failed.
    static func write(_ failures: [ProvidedEntities.Failure], to reply: inout JSONWriter) {
        reply.key("providers")
        reply.beginArray()
        for failure in failures {
            reply.beginObject()
            reply.key("bundle")
            reply.string(failure.bundle)
            reply.key("outcome")
            reply.string(failure.error.name.rawValue)
            reply.key("message")
            reply.string(failure.error.description)
            reply.endObject()
        }
        reply.endArray()
    }
}
