import AlmagestEntities
public import CoreSpotlight
import Foundation
import Synchronization

/// `@Property`: a property of an entity that people and the index know.
///
/// It is a class, so that a property of an entity in a `let` can be assigned; copies of the entity share it.
@propertyWrapper
public final class EntityProperty<Value>: @unchecked Sendable {
    // Unchecked: the value is behind a lock; its own Sendability is the entity's promise, which is Sendable as a whole.
    private let lock = NSLock()
    private var stored: Value?
    private let reading: (() -> Value)?
    public let title: LocalizedStringResource?
    let indexing: IndexingKey?
    /// The name of a property that is no storage of its own.
    let name: String?

    init(
        stored: Value?, title: LocalizedStringResource?, indexing: IndexingKey?, reading: (() -> Value)? = nil,
        name: String? = nil
    ) {
        self.name = name
        self.stored = stored
        self.title = title
        self.indexing = indexing
        self.reading = reading
    }

    /// The value. Reading one that was never set is a fault of the app, unless it is optional or a list.
    public var wrappedValue: Value {
        get {
            if let reading { return reading() }
            guard let value = lock.withLock({ stored }) ?? Self.empty else {
                fatalError("A property of type \(Value.self) was read before it was set.")
            }
            return value
        }
        set { lock.withLock { stored = newValue } }
    }

    public var projectedValue: EntityProperty<Value> { self }

    public var isOptional: Bool { Value.self is any OptionalType.Type }

    /// Whether it has a value that can be read.
    var isSet: Bool { reading != nil || lock.withLock { stored != nil } || Self.empty != nil }

    private static var empty: Value? {
        func of<Known: _IntentValue>(_ type: Known.Type) -> Value? { Known._emptyValue as? Value }
        return (Value.self as? any _IntentValue.Type).flatMap { of($0) }
    }
}

protocol OptionalType {}
extension Optional: OptionalType {}

/// Under which attribute of the index a property stands.
enum IndexingKey {
    case attribute(PartialKeyPath<CSSearchableItemAttributeSet>)
    case custom(CSCustomAttributeKey)
}

extension EntityProperty where Value: _IntentValue {
    public convenience init() { self.init(stored: nil, title: nil, indexing: nil) }

    public convenience init(wrappedValue: Value) { self.init(stored: wrappedValue, title: nil, indexing: nil) }

    public convenience init(title: LocalizedStringResource) { self.init(stored: nil, title: title, indexing: nil) }

    public convenience init(wrappedValue: Value, title: LocalizedStringResource) {
        self.init(stored: wrappedValue, title: title, indexing: nil)
    }

    /// - Parameter indexingKey: the attribute of the index that the value stands under, such as `\.title`.
    public convenience init(
        title: LocalizedStringResource? = nil, indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>
    ) {
        self.init(stored: nil, title: title, indexing: .attribute(indexingKey))
    }

    public convenience init(title: LocalizedStringResource? = nil, customIndexingKey: CSCustomAttributeKey) {
        self.init(stored: nil, title: title, indexing: .custom(customIndexingKey))
    }

    public convenience init(
        identifier: String, title: LocalizedStringResource? = nil, getter: @escaping () -> Value
    ) {
        self.init(stored: nil, title: title, indexing: nil, reading: getter)
    }
}

/// A property of an entity, whatever its type.
protocol AnyEntityProperty: AnyObject {
    var name: String? { get }
    var indexing: IndexingKey? { get }
    var isSet: Bool { get }
    var anyValue: Any { get }
    func wireValue() throws -> PropertyValue?
}

extension EntityProperty: AnyEntityProperty {
    var anyValue: Any { wrappedValue }

    func wireValue() throws -> PropertyValue? {
        guard isSet else { return nil }
        guard let value = wrappedValue as? any _IntentValue else {
            throw AlmagestError(.invalidParameter, "A \(Value.self) can't be carried.")
        }
        return try value._wireValue()
    }
}
