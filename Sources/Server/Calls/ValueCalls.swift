import AlmagestEntities
import AlmagestWire
import Search
import Settings

/// `values`: structured values from the index and from apps.
struct ValueCalls: Sendable {
    var search: ValueSearch
    let limits: LimitSettings

    func values(
        _ json: JSONValue?, request: Request, peer: Peer
    ) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["input", "accepts", "limit", "stream"] + PresentParameters.names)
        let input = try parameters.required("input")
        try Self.check(input, bytes: limits.queryBytes)
        var asked = ValueRequest(input: try ValueInput(json: input))
        if case .searchQuery(let text)? = asked.input.criteria {
            asked.input.criteria = .searchQuery(QueryText(text, bytes: limits.queryBytes).text)
        }
        asked.accepts = try parameters.strings("accepts", maximum: 256)
        asked.limit = Int(try parameters.integer("limit", in: 0...Int64(limits.results)) ?? 20)
        if let zone = try PresentParameters.timeZone(parameters) { asked.timeZone = zone }
        if let now = try PresentParameters.now(parameters) { asked.now = now }
        asked.language = try PresentParameters.language(parameters)
        let streams = try parameters.bool("stream") ?? false
        let id = request.id
        let tell: @Sendable (ValuePart) -> Void = { part in
            peer.notify("values.partial", params: Self.notification(part, request: id))
        }
        let reply = try await search.values(asked, part: streams ? tell : nil)
        var space = ReplySpace(limit: limits.messageBytes, room: request.room)
        var result = JSONWriter()
        result.beginObject()
        result.key("values")
        result.beginArray()
        for value in reply.values {
            Self.write(value, to: &result)
            try await space.check(result)
        }
        result.endArray()
        result.key("providers")
        result.beginArray()
        for provider in reply.providers {
            result.beginObject()
            result.key("bundle")
            result.string(provider.bundle)
            result.key("outcome")
            result.string(provider.outcome)
            result.key("milliseconds")
            result.integer(provider.milliseconds)
            if let message = provider.message {
                result.key("message")
                result.string(message)
            }
            result.endObject()
        }
        result.endArray()
        result.key("tookMicroseconds")
        let (seconds, attoseconds) = reply.took.components
        result.integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        result.endObject()
        return result.bytes
    }

    /// What is known of the thing wanted is compared with each candidate, so it may not be long. References are no more than
    /// identifiers.
    private static func check(_ input: JSONValue, bytes: Int) throws(AlmagestError) {
        guard let value = input["value"], input["kind"]?.string != "entity" else { return }
        let size = value.encoded().count
        guard size <= bytes else {
            throw AlmagestError(
                .tooLarge, "What is known has \(size) bytes; at most \(bytes) are looked at.", path: "input.value")
        }
    }

    private static func notification(_ part: ValuePart, request: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("request")
        if let request { request.write(to: &json) } else { json.null() }
        json.key("source")
        json.string(part.source)
        json.key("values")
        json.beginArray()
        for value in part.values { write(value, to: &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private static func write(_ value: RankedValue, to json: inout JSONWriter) {
        json.beginObject()
        json.key("case")
        json.string(value.union)
        json.key("value")
        value.entity.write(to: &json)
        json.key("score")
        json.number((value.score * 10_000).rounded() / 10_000)
        json.endObject()
    }
}
