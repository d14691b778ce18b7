import AlmagestEntities
import AlmagestWire
import Providers

/// `searchInApp`: parameters in, reply out.
extension ReadCalls {
    /// Has an app show its own search for a text; only the app knows what comes of it.
    func searchInApp(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "text"])
        let bundle = try Parameters.string(parameters.required("bundle"), at: "bundle")
        try session.check(bundle)
        let text = QueryText(
            try Parameters.string(parameters.required("text"), at: "text"), bytes: limits.queryBytes
        ).text
        guard await providers.answers(.searchInApp, of: bundle) else {
            throw AlmagestError(
                .unavailable, "“\(bundle.prefix(100))” has no search of its own that can be shown.", path: "bundle",
                hint: "Its manifest or its running app says the call searchInApp.")
        }
        var request = JSONWriter()
        request.beginObject()
        request.key("text")
        request.string(text)
        request.endObject()
        _ = try await providers.call(.searchInApp, of: bundle, request.bytes)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("shown")
        reply.bool(true)
        reply.endObject()
        return reply.bytes
    }
}
