import AlmagestEntities
import Foundation

/// Answers what the daemon asks a provider.
struct ProviderAnswers: Sendable {
    let entities: [EntityAnswers]
    let values: [ValueAnswers]

    /// At most so many values or entities go into one answer: a query may return a million.
    static let mostResults = 1_000

    var calls: [String] {
        (entities.isEmpty ? [] : ["entities", "all", "matching", "display"]) + (values.isEmpty ? [] : ["values"])
    }

    func answer(_ call: String, _ params: JSONValue?) async throws -> [UInt8] {
        if call == "values" { return try await answerValues(params) }
        let type = try required(params, "type").string(at: "type")
        guard let entity = entities.first(where: { $0.name == type }) else {
            throw AlmagestError(.notFound, "The app has no entities of type “\(type)”.", path: "type")
        }
        let found: [Entity]
        switch call {
        case "entities", "display":
            found = try await entity.entities(try required(params, "identifiers").strings(at: "identifiers"))
        case "matching": found = try await entity.matching(try required(params, "string").string(at: "string"))
        default: found = try await entity.all()
        }
        return CallParameters.object { writer in
            writer.key("entities")
            writer.beginArray()
            for entity in found.prefix(Self.mostResults) { entity.write(to: &writer) }
            writer.endArray()
        }
    }

    private func answerValues(_ params: JSONValue?) async throws -> [UInt8] {
        let input = try required(params, "input")
        let limit = Int(params?["limit"]?.integer ?? 100)
        var results: [ValueAnswers.Answer] = []
        var isUnderstood = false
        for query in values {
            guard let found = try await query.answer(input) else { continue }
            isUnderstood = true
            results += found.prefix(max(0, min(limit, Self.mostResults) - results.count))
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

    private func required(_ params: JSONValue?, _ name: String) throws -> JSONValue {
        guard let value = params?[name], !value.isNull else {
            throw AlmagestError(.missingParameter, "“\(name)” is missing.", path: name)
        }
        return value
    }
}
