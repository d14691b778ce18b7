import AlmagestEntities
public import AppIntents
import Foundation

/// A type of intent.
public struct IntentDefinition: Sendable {
    public let name: String
    let surroundings: Surroundings

    /// Makes the intent: `makeIntent(playlist: reference, count: 3)`.
    public var makeIntent: IntentMaker { IntentMaker(name: name, surroundings: surroundings) }
}

/// Makes an intent out of parameters by their names. A value is of the parameter's type, an `EntityReference` or
/// `AnyAppEntity` for an entity, or an `AnyEnumCase`.
@dynamicCallable
public struct IntentMaker: Sendable {
    let name: String
    let surroundings: Surroundings

    /// - Throws: `TestingError` for an intent or a parameter that isn't there.
    public func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, any Sendable>
    ) throws -> AnyAppIntent {
        func make<Intent: AppIntent>(_ type: Intent.Type) -> any AppIntent { Intent() }
        let intent = make(try surroundings.intentType(name))
        let known = IntentParameters.names(of: intent)
        for (parameter, _) in arguments where !known.contains(parameter) {
            throw TestingError.unknown("parameter of \(name)", parameter, known: known)
        }
        return AnyAppIntent(
            intent: intent, name: name, arguments: arguments.map { ($0.key, $0.value) }, surroundings: surroundings)
    }
}

/// An intent with its parameters, ready to run.
public struct AnyAppIntent: Sendable {
    /// The app's own value; its parameters are set when it runs.
    public let intent: any AppIntent
    let name: String
    let arguments: [(name: String, value: any Sendable)]
    let surroundings: Surroundings

    /// Resolves the references among the parameters, sets them, and runs the intent, without donating it.
    ///
    /// - Throws: `TestingError` for a parameter of another type; what the app's code throws.
    public func run() async throws -> IntentOutcome {
        try await surroundings.run {
            for (parameter, value) in arguments {
                let plain = try await plain(value)
                guard let expected = IntentParameters.assign(plain, to: parameter, of: intent) else { continue }
                throw TestingError("“\(parameter)” of \(name) is a \(expected), no \(type(of: plain)).")
            }
            let progress = Progress(totalUnitCount: 1)
            let result = try await RunningProgress.$current.withValue(progress) {
                try await IntentRun.perform(intent)
            }
            return IntentOutcome(result: result, progress: progress)
        }
    }

    private func plain(_ value: any Sendable) async throws -> Any {
        switch value {
        case let entity as AnyAppEntity: return entity.entity
        case let entities as [AnyAppEntity]: return entities.map(\.entity) as [Any]
        case let enumCase as AnyEnumCase: return enumCase.value
        case let reference as EntityReference: return try await resolved(reference)
        case let references as [EntityReference]:
            var entities: [Any] = []
            for reference in references { entities.append(try await resolved(reference)) }
            return entities
        default: return value
        }
    }

    private func resolved(_ reference: EntityReference) async throws -> Any {
        let type = try surroundings.entityType(reference.type)
        guard let entity = try await EntityDefinition.entities(of: type, [reference.identifier]).first else {
            throw TestingError("The query of \(reference.type) knows no “\(reference.identifier)”.")
        }
        return entity.entity
    }
}

/// What came of running an intent.
public struct IntentOutcome: Sendable {
    /// The intent's own result.
    public let result: any IntentResult
    /// How far it said that it was, if it is a `ProgressReportingIntent`.
    public let progress: Progress

    /// What it said, in full.
    public var dialog: String? { (result as? any AnyIntentResult)?.spoken?.full.text }

    /// What it gave back.
    ///
    /// - Throws: `TestingError` when that is nothing.
    public var value: AnyResultValue {
        get throws {
            func value<Result: IntentResult>(_ result: Result) -> Any? { result.value }
            guard let value = value(result) else { throw TestingError("The intent gave back no value.") }
            return AnyResultValue(content: value)
        }
    }

    /// The name of the intent that it went on with.
    public var openedIntent: String? {
        (result as? any AnyIntentResult)?.opened.map { type(of: $0).persistentIdentifier }
    }
}

/// A value, whatever its type; of an entity the properties are read by name.
@dynamicMemberLookup
public struct AnyResultValue: @unchecked Sendable {
    // Unchecked: a value that a Sendable result held.
    let content: Any

    public func `as`<Value>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value = content as? Value else {
            throw TestingError("A \(Swift.type(of: content)) is no \(Value.self).")
        }
        return value
    }

    /// The name of a union's case; nil of another value.
    public var unionCase: String? {
        func name<Union: AppUnionValue>(_ union: Union) -> String { String(describing: union._unionCase) }
        return (content as? any AppUnionValue).map { name($0) }
    }

    /// The entity that it is, in a union too.
    public var entity: AnyAppEntity {
        get throws {
            let value = (content as? any AppUnionValue).map { $0.asIntentValue as Any } ?? content
            guard let entity = value as? any AppEntity else {
                throw TestingError("A \(Swift.type(of: content)) is no entity.")
            }
            return AnyAppEntity(entity: entity)
        }
    }

    public subscript<Value>(dynamicMember name: String) -> Value {
        get throws {
            let entity = try entity
            return try PropertyReading.value(name, of: entity.entity, owner: entity.typeName)
        }
    }
}
