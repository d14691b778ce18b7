import AlmagestEntities
import Providers

/// Asks apps for entities and takes their answers apart; nothing in them is trusted.
public struct ProvidedEntities: Sendable {
    let providers: Providers

    public init(providers: Providers) { self.providers = providers }

    /// The entities of those identifiers that their apps know, in no order. Apps that fail are passed over.
    public func entities(_ ids: [EntityID]) async throws -> [Entity] {
        var found: [Entity] = []
        let groups = Dictionary(grouping: ids) { EntityID(bundle: $0.bundle, type: $0.type, id: "") }
        for (group, ids) in groups.sorted(by: { $0.key < $1.key }) {
            guard await providers.answers(.entities, of: group.bundle) else { continue }
            var request = JSONWriter()
            request.beginObject()
            request.key("type")
            request.string(group.type)
            request.key("identifiers")
            request.beginArray()
            for id in ids { request.string(id.id) }
            request.endArray()
            request.endObject()
            do {
                let answer = try await providers.call(.entities, of: group.bundle, request.bytes)
                let given = try read(answer["entities"], of: group.bundle, path: "entities")
                let wanted = Set(ids)
                found += given.filter { wanted.contains($0.key) }
            } catch let error where error.name == .cancelled {
                throw error
            } catch {
                continue
            }
        }
        return found
    }

    /// Values of `provider.values`: each an entity under a case.
    func values(_ list: JSONValue?, of bundle: String) throws(AlmagestError) -> [Entity] {
        guard let list, list.kind == .array else {
            throw AlmagestError(.invalidEntity, "The answer has no list of values.", path: "values")
        }
        var entities: [Entity] = []
        var index = 0
        for element in list.elements {
            guard index < providers.settings.results else { break }
            guard element.kind == .object, let value = element["value"] else {
                throw AlmagestError(.invalidEntity, "A value has a case and a value.", path: "values[\(index)]")
            }
            entities.append(try entity(value, of: bundle, path: "values[\(index)].value"))
            index += 1
        }
        return entities
    }

    /// A list of entities; those beyond the limit are left out.
    func read(_ list: JSONValue?, of bundle: String, path: String) throws(AlmagestError) -> [Entity] {
        guard let list, list.kind == .array else {
            throw AlmagestError(.invalidEntity, "The answer has no list “\(path)”.", path: path)
        }
        var entities: [Entity] = []
        for element in list.elements {
            guard entities.count < providers.settings.results else { break }
            entities.append(try entity(element, of: bundle, path: "\(path)[\(entities.count)]"))
        }
        return entities
    }

    private func entity(_ json: JSONValue, of bundle: String, path: String) throws(AlmagestError) -> Entity {
        let entity = try Entity(json: json, path: path)
        guard entity.key.bundle.hasSameBytes(as: bundle) else {
            throw AlmagestError(
                .forbiddenBundle, "The provider of “\(bundle)” sent an entity of “\(entity.key.bundle)”.", path: path)
        }
        return entity
    }
}
