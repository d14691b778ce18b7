import AlmagestEntities
import Foundation

/// Answers what the daemon asks a provider.
struct ProviderAnswers: Sendable {
    let entities: [EntityAnswers]
    let values: [ValueAnswers]
    let intents: [IntentAnswers]

    /// At most so many values or entities go into one answer: a query may return a million.
    static let mostResults = 1_000
    /// Bytes after which an answer takes no more: the daemon doesn't read one that is much longer.
    private static let mostBytes = 8 << 20

    /// The calls that something here answers.
    var calls: [String] {
        var calls: [String] = []
        func add(_ call: String, _ isAnswered: Bool) { if isAnswered { calls.append(call) } }
        add("entities", !entities.isEmpty)
        add("display", !entities.isEmpty)
        add("all", entities.contains { $0.all != nil })
        add("matching", entities.contains { $0.matching != nil })
        add("find", entities.contains { $0.find != nil })
        add("export", entities.contains { $0.export != nil })
        add("values", !values.isEmpty)
        add("open", intents.contains { $0.open != nil })
        add("searchInApp", intents.contains { $0.search != nil })
        return calls
    }

    /// The JSON of the result.
    ///
    /// - Throws: `AlmagestError` that names what is missing or wrong, and what the app's own code throws.
    func answer(_ call: String, _ params: JSONValue?) async throws -> [UInt8] {
        try await AppDependencyManager.shared.settle()
        return switch call {
        case "entities": try await Self.list(type(params).entities(try identifiers(params)))
        case "display": try await Self.list(type(params).display(try identifiers(params), try components(params)))
        case "matching": try await matching(params)
        case "all": try await all(params)
        case "find": try await find(params)
        case "export": try await export(params)
        case "values": try await answerValues(params)
        case "open": try await open(params)
        case "searchInApp": try await searchInApp(params)
        default: throw AlmagestError(.unknownMethod, "The app does not answer “provider.\(call)”.")
        }
    }

    // MARK: Entities

    /// What an entity's default query can answer; `unavailable` where it is not of the kind that can.
    private static func offered<Answer>(
        _ answer: Answer?, of entity: String, _ means: String, by query: String
    ) throws(AlmagestError) -> Answer {
        guard let answer else {
            throw AlmagestError(
                .unavailable, "\(entity) can't be \(means).", hint: "Its default query is to be an \(query).")
        }
        return answer
    }

    private func matching(_ params: JSONValue?) async throws -> [UInt8] {
        let entity = try type(params)
        let matching = try Self.offered(entity.matching, of: entity.name, "found by words", by: "EntityStringQuery")
        return try await Self.list(matching(try required(params, "string").string(at: "string")))
    }

    private func find(_ params: JSONValue?) async throws -> [UInt8] {
        let entity = try type(params)
        let find = try Self.offered(entity.find, of: entity.name, "found by its properties", by: "EntityPropertyQuery")
        return try await Self.list(find(EntityFinder.Request(params)))
    }

    private func all(_ params: JSONValue?) async throws -> [UInt8] {
        let entity = try type(params)
        let all = try Self.offered(entity.all, of: entity.name, "listed", by: "EnumerableEntityQuery")
        let page = try optional(params, "cursor").map { json throws(AlmagestError) in
            try AnswerPage(cursor: json.string(at: "cursor"))
        }
        let found = try await all()
        let identifiers = found.map(Self.identifier)
        let start = page?.start(among: identifiers) ?? 0
        var end = start
        var entities: [[UInt8]] = []
        var bytes = 0
        while end < found.count, entities.count < Self.mostResults, bytes < Self.mostBytes {
            let json = try await EntityAnswers.wire(found[end]).encoded()
            bytes += json.count
            entities.append(json)
            end += 1
        }
        return CallParameters.object { writer in
            Self.write(entities, to: &writer)
            guard end < found.count else { return }
            writer.key("cursor")
            writer.string(AnswerPage(number: end, last: identifiers[end - 1]).cursor)
        }
    }

    private func export(_ params: JSONValue?) async throws -> [UInt8] {
        let id = try reference(params)
        let name = try required(params, "as").string(at: "as")
        guard let kind = EntityExport(rawValue: name) else {
            throw AlmagestError(
                .invalidParameter, "“\(name)” is no value representation.", path: "as",
                hint: "They are: \(EntityExport.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard let export = try type(named: id.type).export else {
            throw AlmagestError(.unavailable, "\(id.type) is not Transferable.", path: "as")
        }
        let value = try await export(id.id, kind)
        return CallParameters.object { writer in
            writer.key("value")
            writer.raw(value)
        }
    }

    // MARK: Intents

    private func open(_ params: JSONValue?) async throws -> [UInt8] {
        let id = try reference(params)
        guard let open = intents.first(where: { $0.opens?.hasSameBytes(as: id.type) ?? false })?.open else {
            throw AlmagestError(
                .unavailable, "The app has no intent that opens a \(id.type).", path: "entity",
                hint: "Declare an OpenIntent whose target is one.")
        }
        try await open(id.id)
        return Array("{}".utf8)
    }

    private func searchInApp(_ params: JSONValue?) async throws -> [UInt8] {
        let text = try required(params, "text").string(at: "text")
        guard let search = intents.lazy.compactMap(\.search).first else {
            throw AlmagestError(.unavailable, "The app has no ShowInAppSearchResultsIntent for words.")
        }
        try await search(text)
        return Array("{}".utf8)
    }

    // MARK: Values

    private func answerValues(_ params: JSONValue?) async throws -> [UInt8] {
        let input = try required(params, "input")
        let limit = try optional(params, "limit").map { json throws(AlmagestError) in try json.integer(at: "limit") }
        let most = Int(min(max(limit ?? 100, 0), Int64(Self.mostResults)))
        var results: [ValueAnswers.Answer] = []
        var isUnderstood = false
        for query in values {
            guard let found = try await query.answer(input, most - results.count) else { continue }
            isUnderstood = true
            results += found
        }
        guard isUnderstood else {
            throw AlmagestError(
                .unavailable, "No query of the app takes such an input.", path: "input",
                hint: "Declare an IntentValueQuery for it.")
        }
        return CallParameters.object { writer in
            writer.key("values")
            writer.beginArray()
            for result in results {
                writer.beginObject()
                writer.key("case")
                writer.string(result.unionCase)
                writer.key("value")
                result.entity.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    // MARK: Parts

    private func type(_ params: JSONValue?) throws(AlmagestError) -> EntityAnswers {
        try type(named: required(params, "type").string(at: "type"))
    }

    private func type(named name: String) throws(AlmagestError) -> EntityAnswers {
        guard let entity = entities.first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw AlmagestError(
                .notFound, "The app has no entities of type “\(name)”.", path: "type",
                hint: "It has: \(entities.map(\.name).joined(separator: ", ")).")
        }
        return entity
    }

    private func identifiers(_ params: JSONValue?) throws(AlmagestError) -> [String] {
        try required(params, "identifiers").strings(at: "identifiers")
    }

    private func reference(_ params: JSONValue?) throws(AlmagestError) -> EntityID {
        let text = try required(params, "entity").string(at: "entity")
        do { return try EntityID(text: text) } catch { throw error.at("entity") }
    }

    private func components(_ params: JSONValue?) throws(AlmagestError) -> DisplayRepresentation.Components {
        guard let json = optional(params, "components") else { return [.text, .image] }
        var components: DisplayRepresentation.Components = []
        for (index, name) in try json.strings(at: "components").enumerated() {
            switch name {
            case "text": components.insert(.text)
            case "image": components.insert(.image)
            default:
                throw AlmagestError(
                    .invalidParameter, "“\(name)” is no component.", path: "components[\(index)]",
                    hint: "Components are: text, image.")
            }
        }
        return components
    }

    private func optional(_ params: JSONValue?, _ name: String) -> JSONValue? {
        params?[name].flatMap { $0.isNull ? nil : $0 }
    }

    private func required(_ params: JSONValue?, _ name: String) throws(AlmagestError) -> JSONValue {
        guard let value = optional(params, name) else {
            throw AlmagestError(.missingParameter, "“\(name)” is missing.", path: name)
        }
        return value
    }

    private static func identifier(_ entity: any AppEntity) -> String {
        func text<Content: AppEntity>(_ entity: Content) -> String { entity.id.entityIdentifierString }
        return text(entity)
    }

    private static func list(_ entities: [Entity]) -> [UInt8] {
        CallParameters.object { write(entities.map { $0.encoded() }, to: &$0) }
    }

    private static func write(_ entities: [[UInt8]], to writer: inout JSONWriter) {
        writer.key("entities")
        writer.beginArray()
        for entity in entities { writer.raw(entity) }
        writer.endArray()
    }
}
