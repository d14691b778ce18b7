import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Providers
import Search
import Settings

/// `entities` and `open`: entities by their identifiers.
struct ReadCalls: Sendable {
    let catalog: Catalog
    let providers: Providers
    let limits: LimitSettings

    /// Entities, and bytes of them, that are read at once: so much is held while the reply waits for room.
    private static let chunk = 256
    private static let chunkBytes = 64 << 10
    private static let components = ["text", "image", "properties", "body"]

    /// The entities asked for, in the order asked, and the identifiers that are not there.
    func entities(_ json: JSONValue?, room: ReplyRoom, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["identifiers", "components", "as"])
        let list = try parameters.required("identifiers")
        guard list.kind == .array else { throw Parameters.mistyped("identifiers", "a list of identifiers") }
        guard list.count <= limits.identifiers else {
            throw AlmagestError(
                .tooLarge, "At most \(limits.identifiers) identifiers go in one call.", path: "identifiers")
        }
        let components = try parameters.strings("components")
        for (index, component) in (components ?? []).enumerated() where !Self.components.contains(component) {
            throw AlmagestError(
                .invalidParameter, "“\(component)” is no component.", path: "components[\(index)]",
                hint: "Components are: \(Self.components.joined(separator: ", ")).")
        }
        var representation: ValueRepresentation?
        if let name = try parameters.string("as") {
            guard let known = ValueRepresentation(rawValue: name) else {
                throw AlmagestError(
                    .invalidParameter, "“\(name)” is no value representation.", path: "as",
                    hint: "They are: \(ValueRepresentation.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            representation = known
        }
        var ids: [EntityID] = []
        ids.reserveCapacity(list.count)
        for element in list.elements {
            let id = try Self.identifier(element, at: "identifiers[\(ids.count)]")
            do { try session.check(id.bundle) } catch { throw error.within("identifiers[\(ids.count)]") }
            ids.append(id)
        }
        var written = Written(limit: limits.messageBytes)
        var unknown: [EntityID] = []
        func write(_ id: EntityID, _ entity: Entity?) async throws {
            var json: [UInt8]?
            if let representation {
                json = try await export(id, entity, as: representation)
            } else {
                json = entity.map { Self.reduced($0, to: components).encoded() }
            }
            if let json {
                try written.add(id, json)
                try await room.take(json.count)
            }
        }
        try await forEachStored(ids) { id, entity in
            if let entity { try await write(id, entity) } else { unknown.append(id) }
        }
        // What is not in the index, its app may know.
        if !unknown.isEmpty {
            var provided: [EntityID: Entity] = [:]
            for entity in try await ProvidedEntities(providers: providers).entities(unknown) {
                provided[entity.key] = entity
            }
            for id in unknown { try await write(id, provided[id]) }
        }
        return try await reply(ids, written, asValues: representation != nil, room: room)
    }

    /// Entities as JSON, each once however often it is asked for. Every one of them goes into the reply, so none is
    /// added that the reply has no room for.
    private struct Written {
        let limit: Int
        private(set) var entities: [EntityID: [UInt8]] = [:]
        private var bytes = 0

        init(limit: Int) { self.limit = limit }

        mutating func add(_ id: EntityID, _ json: [UInt8]) throws(AlmagestError) {
            bytes += json.count
            guard bytes <= limit else { throw AlmagestError.tooLargeReply(limit) }
            entities[id] = json
        }
    }

    /// Goes through what is asked for, each once, a few at a time; nil where there is none.
    private func forEachStored(
        _ ids: [EntityID], _ body: (EntityID, Entity?) async throws -> Void
    ) async throws {
        var seen = Set<EntityID>()
        let wanted = ids.filter { seen.insert($0).inserted }
        let now = Date().timeIntervalSince1970
        var at = 0
        while at < wanted.count {
            let part = wanted[at..<min(at + Self.chunk, wanted.count)]
            let stored = try await catalog.entities(ids: Array(part), bytes: Self.chunkBytes)
            for (id, found) in zip(part, stored) {
                let live = found.flatMap { catalog.rows.isLive($0.row, revision: $0.revision, now: now) ? $0 : nil }
                try await body(id, live?.entity)
            }
            at += stored.count
            if stored.isEmpty { break }
        }
    }

    private func reply(
        _ ids: [EntityID], _ written: Written, asValues: Bool, room: ReplyRoom
    ) async throws(AlmagestError) -> [UInt8] {
        var space = ReplySpace(limit: limits.messageBytes, room: room)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("entities")
        reply.beginArray()
        var missing: [EntityID] = []
        for id in ids {
            guard let json = written.entities[id] else {
                missing.append(id)
                continue
            }
            if asValues {
                reply.beginObject()
                ReplyWriter.write(id, to: &reply)
                reply.key("value")
                reply.raw(json)
                reply.endObject()
            } else {
                reply.raw(json)
            }
            try await space.check(reply)
        }
        reply.endArray()
        ReplyWriter.write(missing.map(\.text), as: "missing", to: &reply)
        reply.endObject()
        return reply.bytes
    }

    /// The entity as that kind of value: as its app makes it, else as it holds one itself.
    private func export(
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

    /// An identifier in either form: the text `bundle/type/id` or an object.
    static func identifier(_ json: JSONValue, at path: String) throws(AlmagestError) -> EntityID {
        do throws(AlmagestError) {
            if let text = json.string { return try EntityID(text: text) }
            guard json.kind == .object else { throw Parameters.mistyped("", "bundle/type/id") }
            let members = try Parameters(json, known: ["bundle", "type", "id"])
            let id = EntityID(
                bundle: try Parameters.string(members.required("bundle"), at: "bundle"),
                type: try Parameters.string(members.required("type"), at: "type"),
                id: try Parameters.string(members.required("id"), at: "id"))
            try id.validate()
            return id
        } catch {
            throw error.path?.isEmpty ?? true ? error.at(path) : error.within(path)
        }
    }

    /// Without what was not asked for; nil asks for all.
    private static func reduced(_ entity: Entity, to components: [String]?) -> Entity {
        guard let components else { return entity }
        var copy = entity
        if !components.contains("image") { copy.display.image = nil }
        if !components.contains("properties") { copy.properties = [] }
        if !components.contains("body") {
            copy.text = nil
            copy.passages = []
        }
        return copy
    }
}
