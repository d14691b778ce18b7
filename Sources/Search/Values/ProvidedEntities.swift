import AlmagestEntities
import Providers

/// Asks apps for entities and takes their answers apart; nothing in them is trusted.
public struct ProvidedEntities: Sendable {
    let providers: Providers

    public init(providers: Providers) { self.providers = providers }

    /// What apps know of some entities.
    public struct Answer: Sendable {
        /// In no order.
        public var entities: [Entity] = []
        /// Apps that failed, and how.
        public var failures: [Failure] = []
    }

    public struct Failure: Sendable {
        public let bundle: String
        public let error: AlmagestError
    }

    /// The entities of those identifiers that their apps know, in no order. Apps that fail are passed over.
    public func entities(_ ids: [EntityID]) async throws -> [Entity] { try await answer(ids).entities }

    /// The same with the apps that failed. They are asked side by side.
    public func answer(_ ids: [EntityID]) async throws -> Answer {
        let parts = Dictionary(grouping: ids) { ExactName($0.bundle) }
        let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
            for (bundle, ids) in parts { group.addTask { await answer(ids, of: bundle.text) } }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        try Task.checkCancellation()
        return Answer(
            entities: answers.flatMap(\.entities),
            failures: answers.flatMap(\.failures).sorted { $0.bundle < $1.bundle })
    }

    private func answer(_ ids: [EntityID], of bundle: String) async -> Answer {
        var answer = Answer()
        guard await providers.answers(.entities, of: bundle) else { return answer }
        for (type, ids) in Dictionary(grouping: ids, by: { ExactName($0.type) }) {
            do throws(AlmagestError) {
                answer.entities += try await entities(ids, of: bundle, type.text)
            } catch {
                // Of one app the first failure tells enough.
                if answer.failures.isEmpty { answer.failures.append(Failure(bundle: bundle, error: error)) }
            }
        }
        return answer
    }

    private func entities(
        _ ids: [EntityID], of bundle: String, _ type: String
    ) async throws(AlmagestError) -> [Entity] {
        let answer = try await providers.call(.entities, of: bundle, Self.request(for: ids, of: type))
        let wanted = Set(ids)
        return try read(answer["entities"], of: bundle, path: "entities").filter { wanted.contains($0.key) }
    }

    /// What asks an app for entities of a type by their identifiers; without `components` for all of each.
    static func request(for ids: [EntityID], of type: String, components: [String]? = nil) -> [UInt8] {
        var request = JSONWriter()
        request.beginObject()
        request.key("type")
        request.string(type)
        request.key("identifiers")
        request.beginArray()
        for id in ids { request.string(id.id) }
        request.endArray()
        if let components {
            request.key("components")
            request.beginArray()
            for component in components { request.string(component) }
            request.endArray()
        }
        request.endObject()
        return request.bytes
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
