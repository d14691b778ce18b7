import AlmagestEntities
import Foundation

/// Answers structured requests through one value query.
struct ValueAnswers: Sendable {
    struct Answer: Sendable {
        /// The case of the union; the type's name where the query returns no union.
        let unionCase: String
        let entity: Entity
    }

    /// At most so many values; nil when the query takes another kind of input.
    let answer: @Sendable (JSONValue, _ limit: Int) async throws -> [Answer]?
    let type: any IntentValueQuery.Type

    init<Query: IntentValueQuery>(_ type: Query.Type) {
        self.type = type
        answer = { input, limit in
            guard let value = try InputReader.value(input, as: Query.Input.self) else { return nil }
            let query = Query()
            try await AppDependencyManager.shared.settle(for: query)
            let results = try await query.values(for: value)
            var answers: [Answer] = []
            for result in results.items {
                guard answers.count < limit else { break }
                if let made = try await Self.answer(result) { answers.append(made) }
            }
            return answers
        }
    }

    private static func answer(_ value: Any) async throws -> Answer? {
        if let union = value as? any AppUnionValue {
            guard let entity = union.asIntentValue as? any AppEntity else { return nil }
            return Answer(unionCase: caseName(union), entity: try await EntityAnswers.wire(entity))
        }
        guard let entity = value as? any AppEntity else { return nil }
        return Answer(
            unionCase: Swift.type(of: entity).persistentIdentifier, entity: try await EntityAnswers.wire(entity))
    }

    private static func caseName<Union: AppUnionValue>(_ union: Union) -> String { union._unionCase._caseName }
}

/// Inputs as value queries take them.
enum InputReader {
    /// The input as that type; nil for another kind.
    static func value<Input: _IntentValue>(_ input: JSONValue, as type: Input.Type) throws(AlmagestError) -> Input? {
        if let collecting = type as? any ReferenceReading.Type {
            guard try input.required("kind", at: "input").string(at: "input.kind") == "entity" else { return nil }
            return input["value"].flatMap { collecting.read(references: $0) } as? Input
        }
        return try wire(input, for: type).flatMap { Input._value(wire: $0) }
    }

    /// The input in the form of that type; nil for another kind.
    private static func wire(_ input: JSONValue, for type: any _IntentValue.Type) throws(AlmagestError)
        -> PropertyValue?
    {
        let kind = try input.required("kind", at: "input").string(at: "input.kind")
        if kind == (type as? any _StructuredInput.Type)?._inputKind {
            guard let criteria = input["criteria"] else { return nil }
            return try self.criteria(criteria)
        }
        switch kind {
        case "string":
            guard type == String.self || type == StringSearchCriteria.self else { return nil }
            return input["criteria"]?["searchQuery"]?.string.map { .text($0) }
        default:
            return try input["value"].flatMap { value throws(AlmagestError) in
                try self.value(value, kind: kind)
            }
        }
    }

    /// A person or a place may come without saying so: the kind of the input has said it.
    private static func value(_ json: JSONValue, kind: String) throws(AlmagestError) -> PropertyValue? {
        let value = try PropertyValue(json: json, path: "input.value")
        guard kind == "person" || kind == "place", case .record? = value else { return value }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(kind)
        writer.value(json)
        writer.endObject()
        return try PropertyValue(json: JSONDocument(writer.bytes).root, path: "input.value")
    }
}

extension InputReader {
    /// `{"searchQuery": text}`, `{"unspecified": {}}` or `{"url": [link]}` as a record of one member. Read by hand: as a
    /// value, an object with the member `url` would be a link.
    private static func criteria(_ json: JSONValue) throws(AlmagestError) -> PropertyValue {
        var members: [Entity.Property] = []
        for (name, value) in json.members {
            switch value.kind {
            case .array:
                members.append(.init(name, .list(try value.strings(at: "input.criteria.\(name)").map { .url($0) })))
            case .string: members.append(.init(name, .text(try value.string(at: "input.criteria.\(name)"))))
            default: members.append(.init(name, .record([])))
            }
        }
        return .record(members)
    }
}

/// An input whose criteria travel as they are.
public protocol _StructuredInput {
    /// `audio` of an audio search.
    static var _inputKind: String { get }
}
