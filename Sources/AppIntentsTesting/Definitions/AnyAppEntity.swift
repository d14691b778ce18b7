public import AppIntents
public import CoreTransferable
import Foundation

/// An entity, whatever its type; its properties are read by name.
///
///     let title: String = try entity.title
@dynamicMemberLookup
public struct AnyAppEntity: Sendable {
    /// The app's own value.
    public let entity: any AppEntity

    /// The name of its type.
    public var typeName: String { type(of: entity).persistentIdentifier }

    public var identifier: String {
        func text<Content: AppEntity>(_ entity: Content) -> String { entity.id.entityIdentifierString }
        return text(entity)
    }

    public var displayRepresentation: DisplayRepresentation { entity.displayRepresentation }

    /// A stored or computed property.
    ///
    /// - Throws: `TestingError` when there is none of that name, none of that type, or it has no value.
    public subscript<Value>(dynamicMember name: String) -> Value {
        get throws { try PropertyReading.value(name, of: entity, owner: typeName) }
    }

    /// A property of any kind, a deferred one too.
    public func value<Value>(of name: String, as type: Value.Type = Value.self) async throws -> Value {
        guard let found = try await EntityMembers.value(named: name, of: entity) else {
            throw PropertyReading.missing(name, of: entity, owner: typeName)
        }
        guard let value = found as? Value else { throw PropertyReading.mistyped(name, found, Value.self, typeName) }
        return value
    }

    /// The entity as the app's own type.
    public func `as`<Content: AppEntity>(_ type: Content.Type) throws -> Content {
        guard let content = entity as? Content else { throw TestingError("A \(typeName) is no \(Content.self).") }
        return content
    }

    /// The bytes of that content type.
    public func exported(as contentType: UTType) async throws -> Data {
        try await transferable.exported(as: contentType)
    }

    /// The value of the system that the entity exports itself as.
    public func exported<Value: _IntentValue & Sendable>(as type: Value.Type) async throws -> Value {
        try await transferable.exported(as: type)
    }

    private var transferable: any Transferable {
        get throws {
            guard let item = entity as? any Transferable else { throw TestingError("\(typeName) is not Transferable.") }
            return item
        }
    }

    static func all(_ results: any ResultsCollection) -> [AnyAppEntity] {
        results.items.compactMap { ($0 as? any AppEntity).map { AnyAppEntity(entity: $0) } }
    }
}

/// Reading properties by name.
enum PropertyReading {
    static func value<Value>(_ name: String, of owner: Any, owner type: String) throws -> Value {
        guard let found = EntityMembers.storedValue(named: name, of: owner) else {
            throw missing(name, of: owner, owner: type)
        }
        guard let value = found as? Value else { throw mistyped(name, found, Value.self, type) }
        return value
    }

    static func missing(_ name: String, of owner: Any, owner type: String) -> TestingError {
        let names = EntityMembers.names(of: owner)
        return names.contains(name)
            ? TestingError("“\(name)” of \(type) has no value, or one that has to be awaited: value(of:).")
            : TestingError.unknown("property of \(type)", name, known: names)
    }

    static func mistyped<Value>(_ name: String, _ found: Any, _ wanted: Value.Type, _ type: String) -> TestingError {
        TestingError("“\(name)” of \(type) is a \(Swift.type(of: found)), no \(Value.self).")
    }
}
