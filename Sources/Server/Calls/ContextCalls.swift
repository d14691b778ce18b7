import AlmagestEntities
import AlmagestSchemas
import AlmagestWire
import Catalog
import Foundation
import Settings

/// `donate`, `relevant.*`, `screen.update` and `annotate`: what the person does and what is before them.
struct ContextCalls: Sendable {
    let catalog: Catalog
    let limits: LimitSettings

    // MARK: donate

    /// A message is longer than what it holds by white space and escapes; by so much it is looked into.
    private static let slack = 8

    func donate(_ json: JSONValue?, size: Int, session: Session) async throws -> [UInt8] {
        guard size / Self.slack <= limits.intentBytes + 1_024 else {
            throw AlmagestError(
                .tooLarge, "The message has \(size) bytes; of an intent at most \(limits.intentBytes) are kept.",
                path: "intent")
        }
        let parameters = try Parameters(json, known: ["bundle", "intent", "date"])
        let bundle = try ContextParameters.bundle(parameters, session: session)
        let json = try parameters.required("intent")
        // Before it is looked into, which takes longer the more is in it.
        let body = json.encoded()
        guard body.count <= limits.intentBytes else {
            throw AlmagestError(
                .tooLarge, "The intent has \(body.count) bytes; at most \(limits.intentBytes) are kept.", path: "intent"
            )
        }
        let intent = try DonatedIntent(json, bundle: bundle, path: "intent")
        guard intent.entities.count <= limits.intentEntities else {
            throw AlmagestError(
                .tooLarge,
                "The intent names \(intent.entities.count) entities; at most \(limits.intentEntities) are kept.",
                path: "intent")
        }
        let now = Date().timeIntervalSince1970
        let date = try ContextParameters.date(parameters, "date") ?? now
        guard date < now + 86_400 else {
            throw AlmagestError(.invalidParameter, "What has been done is not in the future.", path: "date")
        }
        let donation = try await catalog.donate(
            Interaction(
                bundle: bundle, intentType: intent.type, date: date, body: body, entities: intent.entities))
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("donation")
        if let donation { reply.string(Self.text(of: donation)) } else { reply.null() }
        if donation == nil {
            reply.key("thinned")
            reply.bool(true)
        }
        reply.endObject()
        return reply.bytes
    }

    func deleteDonations(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "donations", "entities", "intentType"])
        var scope = InteractionScope(bundle: try ContextParameters.optionalBundle(parameters, session: session))
        if let names = try parameters.strings("donations") {
            scope.donations = []
            for (index, name) in names.enumerated() {
                guard name.first == "d", let value = Int64(name.dropFirst()), value > 0 else {
                    throw AlmagestError(
                        .invalidParameter, "This is no donation that a reply gave.", path: "donations[\(index)]")
                }
                scope.donations?.append(DonationID(value))
            }
        }
        scope.entities = try ContextParameters.entities(
            parameters, bundle: scope.bundle, maximum: limits.statementEntities)
        scope.intentType = try parameters.value("intentType").map { value throws(AlmagestError) in
            try ContextParameters.name(value, at: "intentType")
        }
        guard scope.donations != nil || scope.entities != nil || scope.intentType != nil else {
            throw AlmagestError(
                .missingParameter, "One of “donations”, “entities” and “intentType” is required.",
                hint: "What is given together must hold together.")
        }
        let deleted = try await catalog.deleteInteractions(scope)
        var reply = JSONWriter()
        reply.beginObject()
        ReplyWriter.write(deleted.map(Self.text), as: "donations", to: &reply)
        reply.endObject()
        return reply.bytes
    }

    private static func text(of donation: DonationID) -> String { "d\(donation.value)" }

    // MARK: relevant

    func updateRelevant(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "context", "entities"])
        let bundle = try ContextParameters.bundle(parameters, session: session)
        let context = try ContextParameters.context(parameters.required("context"), at: "context")
        let entities = try ContextParameters.entities(parameters, bundle: bundle, maximum: limits.statementEntities)
        let count = try await catalog.stateRelevant(
            entities ?? [], bundle: bundle, kind: context.kind, detail: context.detail,
            date: Date().timeIntervalSince1970)
        return Self.count(count)
    }

    func removeRelevant(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "context", "entities"])
        let bundle = try ContextParameters.bundle(parameters, session: session)
        let context = try parameters.value("context").map { value throws(AlmagestError) in
            try ContextParameters.context(value, at: "context")
        }
        let entities = try ContextParameters.entities(parameters, bundle: bundle, maximum: limits.statementEntities)
        return Self.count(try await catalog.retractRelevant(entities, bundle: bundle, context: context))
    }

    // MARK: annotate

    func annotate(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "on", "entities"])
        let bundle = try ContextParameters.bundle(parameters, session: session)
        let text = try Parameters.string(parameters.required("on"), at: "on")
        guard let place = AnnotationPlace(rawValue: text) else {
            throw AlmagestError(
                .invalidParameter, "“\(text)” is no place for an annotation.", path: "on",
                hint: "Places are: \(AnnotationPlace.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let entities = try ContextParameters.entities(parameters, bundle: bundle, maximum: limits.statementEntities)
        let count = try await catalog.annotate(
            entities ?? [], bundle: bundle, on: place, date: Date().timeIntervalSince1970)
        return Self.count(count)
    }

    // MARK: screen

    func updateScreen(_ json: JSONValue?, session: Session) throws(AlmagestError) -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "activity", "views", "lists"])
        let bundle = try ContextParameters.bundle(parameters, session: session)
        let statement = try ScreenReader(bundle: bundle, limits: limits).read(
            parameters, now: Date().timeIntervalSince1970)
        catalog.context.show(statement, by: session.number)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("views")
        reply.integer(statement.views.count)
        reply.key("lists")
        reply.integer(statement.lists.count)
        reply.endObject()
        return reply.bytes
    }

    private static func count(_ entities: Int) -> [UInt8] {
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("entities")
        reply.integer(entities)
        reply.endObject()
        return reply.bytes
    }
}
