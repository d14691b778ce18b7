import AlmagestEntities
import Catalog
import Foundation

/// `entities` and `open`: entities by their identifiers.
struct ReadCalls: Sendable {
    let catalog: Catalog

    private static let components = ["text", "image", "properties", "body"]

    /// The entities asked for, in the order asked, and the identifiers that are not there.
    func entities(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["identifiers", "components", "as"])
        let list = try parameters.required("identifiers")
        guard list.kind == .array else { throw Parameters.mistyped("identifiers", "a list of identifiers") }
        guard list.count <= 10_000 else {
            throw AlmagestError(.tooLarge, "At most 10000 identifiers go in one call.", path: "identifiers")
        }
        let components = try parameters.strings("components")
        for (index, component) in (components ?? []).enumerated() where !Self.components.contains(component) {
            throw AlmagestError(
                .invalidParameter, "“\(component)” is no component.", path: "components[\(index)]",
                hint: "Components are: \(Self.components.joined(separator: ", ")).")
        }
        if parameters.value("as") != nil {
            throw AlmagestError(
                .unavailable, "Value representations come from an app's provider, and none is connected.", path: "as")
        }
        var ids: [EntityID] = []
        ids.reserveCapacity(list.count)
        for element in list.elements {
            let id = try Self.identifier(element, at: "identifiers[\(ids.count)]")
            do { try session.check(id.bundle) } catch { throw error.within("identifiers[\(ids.count)]") }
            ids.append(id)
        }
        let stored = try await catalog.entities(ids: ids)
        let now = Date().timeIntervalSince1970
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("entities")
        reply.beginArray()
        var missing: [EntityID] = []
        for (id, entity) in zip(ids, stored) {
            guard let entity, catalog.rows.isLive(entity.row, revision: entity.revision, now: now) else {
                missing.append(id)
                continue
            }
            Self.reduced(entity.entity, to: components).write(to: &reply)
        }
        reply.endArray()
        ReplyWriter.write(missing.map(\.text), as: "missing", to: &reply)
        reply.endObject()
        return reply.bytes
    }

    /// The entity's link; a provider that opens it itself is asked first once there are providers.
    func open(_ json: JSONValue?, session: Session) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["entity"])
        let id = try Self.identifier(parameters.required("entity"), at: "entity")
        try session.check(id.bundle)
        guard let found = try await catalog.entities(ids: [id]).first ?? nil,
            catalog.rows.isLive(found.row, revision: found.revision, now: Date().timeIntervalSince1970)
        else {
            throw AlmagestError(.notFound, "There is no entity \(id.text).", path: "entity")
        }
        guard let url = found.entity.url else {
            throw AlmagestError(
                .unavailable, "\(id.text) has no link, and no provider of “\(id.bundle)” is connected to open it.",
                path: "entity")
        }
        await noteOpened(id)
        var reply = JSONWriter()
        reply.beginObject()
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
