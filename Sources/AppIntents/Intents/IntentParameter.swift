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
    var typeName: String { get }
    func wireValue() throws -> PropertyValue?
    /// Takes a value of the parameter's type, or the form in which one travels; false for another.
    func assign(_ given: Any) -> Bool
}

extension IntentParameter: AnyIntentParameter {
    var typeName: String { "\(Value.self)" }

    func assign(_ given: Any) -> Bool {
        // A cast to an optional alone would take anything for no value.
        if given is Value.UnwrappedType || given is Value, let value = given as? Value {
            wrappedValue = value
            return true
        }
        guard let wire = given as? PropertyValue, let value = Value._value(wire: wire) else { return false }
        wrappedValue = value
        return true
    }

    func wireValue() throws -> PropertyValue? { try known?._wireValue() }
}
