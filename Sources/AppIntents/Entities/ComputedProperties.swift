import AlmagestEntities
public import CoreSpotlight
import Foundation

/// What `@ComputedProperty` leaves in an entity, by which the index finds the property.
///
/// All are equal and none has content, so that they don't stand in the way of a synthesized `Hashable`.
public struct ComputedEntityProperty<Owner, Value: _IntentValue>: Hashable, @unchecked Sendable {
    // Unchecked: constant once made.
    let name: String
    let title: LocalizedStringResource?
    let indexing: IndexingKey?
    private let reading: (Owner) -> Value

    public init(_ name: String, _ reading: @escaping (Owner) -> Value) {
        self.init(name, nil, nil, reading)
    }
    public init(_ name: String, title: LocalizedStringResource, _ reading: @escaping (Owner) -> Value) {
        self.init(name, title, nil, reading)
    }
    public init(
        _ name: String, title: LocalizedStringResource? = nil,
        indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>, _ reading: @escaping (Owner) -> Value
    ) {
        self.init(name, title, .attribute(indexingKey), reading)
    }
    public init(
        _ name: String, title: LocalizedStringResource? = nil, customIndexingKey: CSCustomAttributeKey,
        _ reading: @escaping (Owner) -> Value
    ) {
        self.init(name, title, .custom(customIndexingKey), reading)
    }

    private init(
        _ name: String, _ title: LocalizedStringResource?, _ indexing: IndexingKey?,
        _ reading: @escaping (Owner) -> Value
    ) {
        self.name = name
        self.title = title
        self.indexing = indexing
        self.reading = reading
    }

    /// The property of one entity.
    public func property(of owner: Owner) -> EntityProperty<Value> {
        EntityProperty(stored: nil, title: title, indexing: indexing, reading: { reading(owner) }, name: name)
    }

    public static func == (a: Self, b: Self) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// What `@DeferredProperty` leaves in an entity.
public struct DeferredEntityProperty<Owner, Value: _IntentValue>: Hashable, @unchecked Sendable {
    // Unchecked: constant once made.
    let name: String
    let title: LocalizedStringResource?
    let indexing: IndexingKey?
    private let reading: (Owner) async throws -> Value

    public init(_ name: String, _ reading: @escaping (Owner) async throws -> Value) {
        self.init(name, nil, nil, reading)
    }
    public init(_ name: String, title: LocalizedStringResource, _ reading: @escaping (Owner) async throws -> Value) {
        self.init(name, title, nil, reading)
    }
    public init(
        _ name: String, title: LocalizedStringResource? = nil,
        indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>,
        _ reading: @escaping (Owner) async throws -> Value
    ) {
        self.init(name, title, .attribute(indexingKey), reading)
    }

    private init(
        _ name: String, _ title: LocalizedStringResource?, _ indexing: IndexingKey?,
        _ reading: @escaping (Owner) async throws -> Value
    ) {
        self.name = name
        self.title = title
        self.indexing = indexing
        self.reading = reading
    }

    /// The property of one entity. Its value can't be read without waiting: it serves to name the property.
    public func property(of owner: Owner) -> EntityProperty<Value> {
        EntityProperty(stored: nil, title: title, indexing: indexing, name: name)
    }

    public static func == (a: Self, b: Self) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// A property without storage, whatever its owner and type.
protocol AnyComputedProperty {
    var name: String { get }
    var indexing: IndexingKey? { get }
    func anyValue(of owner: Any) -> Any?
    func wireValue(of owner: Any) throws -> PropertyValue?
}

extension ComputedEntityProperty: AnyComputedProperty {
    func anyValue(of owner: Any) -> Any? { (owner as? Owner).map { reading($0) } }

    func wireValue(of owner: Any) throws -> PropertyValue? {
        guard let owner = owner as? Owner else { return nil }
        return try reading(owner)._wireValue()
    }
}

protocol AnyDeferredProperty {
    var name: String { get }
    var indexing: IndexingKey? { get }
    func anyValue(of owner: Any) async throws -> Any?
    func wireValue(of owner: Any) async throws -> PropertyValue?
}

extension DeferredEntityProperty: AnyDeferredProperty {
    func anyValue(of owner: Any) async throws -> Any? {
        guard let owner = owner as? Owner else { return nil }
        return try await reading(owner)
    }

    func wireValue(of owner: Any) async throws -> PropertyValue? {
        guard let owner = owner as? Owner else { return nil }
        return try await reading(owner)._wireValue()
    }
}
