import AlmagestEntities
import Foundation

/// `@Parameter`: what an intent needs to know.
///
/// It is a class, so that a parameter of an intent in a `let` can be assigned, and `perform()` may assign too.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: @unchecked Sendable {
    // Unchecked: what changes is behind a lock; intents are Sendable, and so their values have to be.

    /// Whether a parameter was mentioned.
    public enum ValueState {
        case unset
        case set(Value)
    }

    public let title: LocalizedStringResource
    public let description: LocalizedStringResource?
    public let defaultValue: Value?
    public let requestValueDialog: IntentDialog?
    private let lock = NSLock()
    private var state: ValueState = .unset

    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {
        self.title = title
        self.description = description
        self.defaultValue = defaultValue
        self.requestValueDialog = requestValueDialog
    }

    public convenience init() { self.init(title: "") }

    public convenience init(description: LocalizedStringResource, default defaultValue: Value? = nil) {
        self.init(title: "", description: description, default: defaultValue)
    }

    public convenience init(default defaultValue: Value) { self.init(title: "", default: defaultValue) }

    public convenience init(wrappedValue: Value) { self.init(title: "", default: wrappedValue) }

    public convenience init(wrappedValue: Value, title: LocalizedStringResource) {
        self.init(title: title, default: wrappedValue)
    }

    public convenience init<Options: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, optionsProvider: Options
    ) {
        self.init(
            title: title, description: description, default: defaultValue, requestValueDialog: requestValueDialog)
    }

    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, query: Query
    ) {
        self.init(
            title: title, description: description, default: defaultValue, requestValueDialog: requestValueDialog)
    }

    /// The value. Reading one that was never given is a fault of the app, unless it has a default or is optional.
    public var wrappedValue: Value {
        get {
            guard let value = known else {
                fatalError("A parameter of type \(Value.self) was read before it was set.")
            }
            return value
        }
        set { lock.withLock { state = .set(newValue) } }
    }

    public var projectedValue: IntentParameter<Value> { self }
    public var isOptional: Bool { Value.self is any OptionalType.Type }
    public var valueState: ValueState { lock.withLock { state } }

    /// The value, the default, or an empty one.
    var known: Value? {
        if case .set(let value) = valueState { return value }
        return defaultValue ?? Value._emptyValue
    }
}

extension IntentParameter.ValueState: Equatable where Value: Equatable {}

/// A parameter, whatever its type.
protocol AnyIntentParameter {
    func wireValue() throws -> PropertyValue?
}

extension IntentParameter: AnyIntentParameter {
    func wireValue() throws -> PropertyValue? { try known?._wireValue() }
}

// MARK: Asking

/// Answers what intents ask while they run; the process that runs them installs it.
public protocol IntentRequestHandler: Sendable {
    /// The value, in its form on the wire; nil when there is no answer.
    func requestValue(_ dialog: IntentDialog?, for parameter: LocalizedStringResource) async throws -> _WireValue?
    func requestConfirmation(_ dialog: IntentDialog?) async throws -> Bool
    /// The place of the choice; nil when there is no answer.
    func requestChoice(among titles: [LocalizedStringResource], _ dialog: IntentDialog?) async throws -> Int?
}

/// Who answers intents that ask.
public enum IntentRequests {
    /// The handler of the current task; without one a question is an error.
    @TaskLocal public static var handler: (any IntentRequestHandler)?
}

/// Why a question of an intent has no answer.
public enum IntentRequestError: Error, Sendable, CustomStringConvertible {
    case nobodyToAsk
    case noAnswer
    case needsValue(IntentDialog?)

    public var description: String {
        switch self {
        case .nobodyToAsk: "The intent asks for something, but nobody is there to answer: no request handler is set."
        case .noAnswer: "The question of the intent was not answered."
        case .needsValue(let dialog): dialog?.full.text ?? "The intent needs a value."
        }
    }
}

extension IntentParameter {
    /// Asks the person for the value.
    ///
    /// - Throws: `IntentRequestError` when nobody is there to answer.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        let wire = try await handler.requestValue(dialog ?? requestValueDialog, for: title)
        guard let wire, let value = Value.ValueType._value(wire: wire) else { throw IntentRequestError.noAnswer }
        return value
    }

    public func requestConfirmation(for value: Value.ValueType, dialog: IntentDialog? = nil) async throws -> Bool {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        return try await handler.requestConfirmation(dialog)
    }

    public func requestDisambiguation(
        among values: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        let titles = values.map { value in
            (value as? any InstanceDisplayRepresentable)?.displayRepresentation.title ?? "\(value)"
        }
        guard let place = try await handler.requestChoice(among: titles, dialog), values.indices.contains(place) else {
            throw IntentRequestError.noAnswer
        }
        return values[place]
    }

    /// The error to throw when the value is missing.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> IntentRequestError { .needsValue(dialog) }
}
