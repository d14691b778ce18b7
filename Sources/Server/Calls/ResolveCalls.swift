import AlmagestEntities
import AlmagestWire
import Foundation
import Search

/// `resolve`: parameters in, reply out.
extension SearchCalls {
    /// Comparing takes all of a processor: one is left to the other calls.
    private static let resolving = Turnstile(ProcessInfo.processInfo.activeProcessorCount - 1)

    /// Of one connection one after the other, until its reply is made. Nobody's turn is held while an app is waited for: it
    /// may be long about it, and may want to know something itself first.
    func resolve(_ json: JSONValue?, room: ReplyRoom, session: Session) async throws -> [UInt8] {
        let request = try resolveRequest(json)
        let question: AppQuestion
        switch try await session.resolving.pass({ try await first(request, room) }) {
        case .written(let reply): return reply
        case .asks(let asked): question = asked
        }
        return try await session.asking.pass {
            let told = try await question.answers()
            return try await session.resolving.pass {
                try await ReplyWriter.resolve(try await compared(request, told), in: space(room))
            }
        }
    }

    private enum First {
        case written([UInt8])
        case asks(AppQuestion)
    }

    /// The answer of the index; where it has none, or needs what is on screen and not indexed, what to ask apps.
    private func first(_ request: ResolveRequest, _ room: ReplyRoom) async throws -> First {
        let reply = try await compared(request, nil)
        if let question = try await engine.question(request, after: reply, providers: providers) {
            return .asks(question)
        }
        return .written(try await ReplyWriter.resolve(reply, in: space(room)))
    }

    private func compared(_ request: ResolveRequest, _ told: AppAnswers?) async throws -> ResolveReply {
        try await Self.resolving.pass { try await engine.resolve(request, providers: providers, told: told) }
    }

    private func resolveRequest(_ json: JSONValue?) throws(AlmagestError) -> ResolveRequest {
        let parameters = try Parameters(
            json, known: ["request", "input", "accepts", "context", "timeZone", "language", "now", "explain"])
        let text = try parameters.string("request").map { QueryText($0, bytes: limits.queryBytes).text }
        let input = parameters.value("input")
        guard text != nil || input != nil else {
            throw AlmagestError(
                .missingParameter, "“request” is required.", path: "request",
                hint: "Give a text, or some properties as “input”.")
        }
        var request = ResolveRequest(text: text ?? "")
        if let input { try read(input, into: &request) }
        request.accepts = try parameters.strings("accepts", maximum: 1_000)
        for (number, text) in (try parameters.strings("context", maximum: 100) ?? []).enumerated() {
            do throws(AlmagestError) {
                request.mentioned.append(try EntityID(text: text))
            } catch {
                throw error.at("context[\(number)]")
            }
        }
        let scope = try scope(parameters)
        request.timeZone = scope.timeZone
        // The same for both readings.
        request.now = scope.now ?? Date()
        request.language = try PresentParameters.language(parameters)
        request.explain = try parameters.bool("explain") ?? false
        return request
    }

    /// A structured request: a text as `searchQuery`, and properties as an entity has them.
    private func read(_ input: JSONValue, into request: inout ResolveRequest) throws(AlmagestError) {
        if let text = input.string {
            if request.text.isEmpty { request.text = QueryText(text, bytes: limits.queryBytes).text }
            return
        }
        guard input.kind == .object else { throw Parameters.mistyped("input", "an object") }
        for (name, value) in input.members {
            switch name {
            case "kind": _ = try Parameters.string(value, at: "input.kind")
            case "criteria":
                guard let text = value["searchQuery"]?.string else { continue }
                if request.text.isEmpty { request.text = QueryText(text, bytes: limits.queryBytes).text }
            case "properties":
                guard value.kind == .object else { throw Parameters.mistyped("input.properties", "an object") }
                let size = value.encoded().count
                guard size <= limits.queryBytes else {
                    throw AlmagestError(
                        .tooLarge, "What is known has \(size) bytes; at most \(limits.queryBytes) are looked at.",
                        path: "input.properties")
                }
                for (name, value) in value.members {
                    guard let value = try PropertyValue(json: value, path: "input.properties.\(name)") else {
                        throw Parameters.mistyped("input.properties.\(name)", "a value as an entity has it")
                    }
                    request.properties.append(Entity.Property(name, value))
                }
            default:
                throw AlmagestError(
                    .unknownParameter, "There is no member “\(name)” here.", path: "input.\(name)",
                    hint: "Known are: criteria, kind, properties.")
            }
        }
    }
}

extension ReplyWriter {
    static func resolve(_ reply: ResolveReply, in space: ReplySpace) async throws(AlmagestError) -> [UInt8] {
        var space = space
        var json = JSONWriter()
        json.beginObject()
        json.key("outcome")
        json.string(reply.outcome.rawValue)
        json.key("candidates")
        json.beginArray()
        for candidate in reply.candidates {
            json.beginObject()
            write(candidate.stored.entity.key, to: &json)
            json.key("display")
            candidate.stored.entity.display.write(to: &json)
            json.key("confidence")
            json.number((candidate.confidence * 1_000).rounded() / 1_000)
            json.key("differs")
            json.beginObject()
            for property in candidate.differs {
                json.key(property.name)
                property.value.write(to: &json)
            }
            json.endObject()
            if !candidate.why.isEmpty {
                json.key("why")
                json.beginObject()
                for (name, value) in candidate.why {
                    json.key(name)
                    json.number((value * 10_000).rounded() / 10_000)
                }
                json.endObject()
            }
            json.endObject()
            try await space.check(json)
        }
        json.endArray()
        write(reply.understood, to: &json)
        write(reply.partial, as: "partial", to: &json)
        if let stages = reply.stages { write(stages.named, to: &json) }
        json.endObject()
        return json.bytes
    }

    /// `"understood": [{"text", "as", …}]`
    static func write(_ parts: [UnderstoodPart], to json: inout JSONWriter) {
        json.key("understood")
        json.beginArray()
        for part in parts {
            json.beginObject()
            json.key("text")
            json.string(part.text)
            json.key("as")
            json.string(part.meaning)
            if let value = part.value {
                json.key("value")
                json.string(value)
            }
            if let span = part.span {
                json.key("from")
                json.string(DateValue(form: .instant, seconds: span.lowerBound, offset: 0).text)
                json.key("to")
                json.string(DateValue(form: .instant, seconds: span.upperBound, offset: 0).text)
            }
            json.endObject()
        }
        json.endArray()
    }
}
