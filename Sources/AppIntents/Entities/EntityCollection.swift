import AlmagestEntities
import Foundation
import Synchronization

/// Entities by their identifiers, fetched only when asked for.
public struct EntityCollection<Entity: AppEntity>: Sendable, Equatable, ExpressibleByArrayLiteral, _IntentValue {
    public typealias ValueType = Entity
    public typealias UnwrappedType = EntityCollection<Entity>

    public var identifiers: [Entity.ID] {
        didSet { cache = Cache() }
    }
    private var cache = Cache()

    /// What was resolved; shared by copies that hold the same identifiers.
    private final class Cache: Sendable {
        let entities = Mutex<[Entity]?>(nil)
    }

    public init(identifiers: [Entity.ID] = []) { self.identifiers = identifiers }
    public init(entities: [Entity]) {
        self.init(identifiers: entities.map(\.id))
        cache.entities.withLock { $0 = entities }
    }
    public init(arrayLiteral elements: Entity.ID...) { self.init(identifiers: elements) }

    public mutating func append(_ identifier: Entity.ID) { identifiers.append(identifier) }
    public mutating func append(_ entity: Entity) { identifiers.append(entity.id) }
    public mutating func append(contentsOf more: some Sequence<Entity.ID>) { identifiers.append(contentsOf: more) }
    public mutating func append(contentsOf entities: [Entity]) { identifiers.append(contentsOf: entities.map(\.id)) }
    public mutating func remove(_ identifier: Entity.ID) { identifiers.removeAll { $0 == identifier } }
    public mutating func remove(_ entity: Entity) { remove(entity.id) }
    public func contains(_ identifier: Entity.ID) -> Bool { identifiers.contains { $0 == identifier } }
    public func contains(_ entity: Entity) -> Bool { contains(entity.id) }

    /// The entities, through the type's query, in the order of the identifiers; those that are gone are left out.
    public func resolvedEntities() async throws -> [Entity] {
        if let known = cache.entities.withLock({ $0 }) { return known }
        let found = try await Entity.settledQuery().entities(for: identifiers)
        // By the bytes, as the index tells identifiers apart.
        let byID = Dictionary(found.map { (Self.exact($0.id), $0) }) { first, _ in first }
        let entities = identifiers.compactMap { byID[Self.exact($0)] }
        cache.entities.withLock { $0 = entities }
        return entities
    }

    private static func exact(_ identifier: Entity.ID) -> ExactName { ExactName(identifier.entityIdentifierString) }

    public static func == (a: Self, b: Self) -> Bool { a.identifiers == b.identifiers }

    public func _wireValue() throws -> _WireValue? {
        let bundle = try AppIdentity.bundle()
        return .list(
            identifiers.map {
                .entity(
                    EntityID(bundle: bundle, type: Entity.persistentIdentifier, id: $0.entityIdentifierString),
                    name: nil)
            })
    }

    /// Out of references, without fetching anything.
    public static func _value(wire: _WireValue) -> Self? {
        guard case .list(let values) = wire else { return nil }
        let type = Entity.persistentIdentifier
        var identifiers: [Entity.ID] = []
        for case .entity(let id, _) in values {
            guard id.type.hasSameBytes(as: type), let identifier = Entity.ID.entityIdentifier(for: id.id) else {
                return nil
            }
            identifiers.append(identifier)
        }
        return identifiers.count == values.count ? Self(identifiers: identifiers) : nil
    }

    public static var _emptyValue: Self? { Self() }
}

/// Takes references straight from a request: of a large collection not each has to be a value first.
protocol ReferenceReading {
    /// Nil for anything but references of its type.
    static func read(references json: JSONValue) -> Self?
}

extension EntityCollection: ReferenceReading {
    static func read(references json: JSONValue) -> Self? {
        guard json.kind == .array else { return nil }
        let type = Entity.persistentIdentifier
        var identifiers: [Entity.ID] = []
        identifiers.reserveCapacity(json.count)
        for element in json.elements {
            guard let text = element["entity"]?.string, let id = identifier(in: text, of: type),
                let identifier = Entity.ID.entityIdentifier(for: id)
            else { return nil }
            identifiers.append(identifier)
        }
        return Self(identifiers: identifiers)
    }

    /// `id` of `bundle/type/id`, if it is of that type.
    private static func identifier(in text: String, of type: String) -> String? {
        if let plain = plainIdentifier(in: text, of: type) { return plain }
        guard let id = try? EntityID(text: text), id.type.hasSameBytes(as: type) else { return nil }
        return id.id
    }

    /// The same where nothing is encoded, which most are not.
    private static func plainIdentifier(in text: String, of type: String) -> String? {
        var (text, type) = (text, type)
        return text.withUTF8 { bytes in
            // Places behind the slashes.
            var (first, second) = (0, 0)
            for place in bytes.indices {
                switch bytes[place] {
                case UInt8(ascii: "/"):
                    guard second == 0 else { return nil }
                    if first == 0 { first = place + 1 } else { second = place + 1 }
                case UInt8(ascii: "%"), 0..<0x20, 0x7F...: return nil
                default: break
                }
            }
            guard first > 1, second > 0, second < bytes.count, bytes.count <= EntityID.maximumBytes else { return nil }
            guard type.withUTF8({ $0.elementsEqual(bytes[first..<(second - 1)]) }) else { return nil }
            return String(decoding: bytes[second...], as: UTF8.self)
        }
    }
}

extension EntityCollection: Collection {
    public var startIndex: Int { identifiers.startIndex }
    public var endIndex: Int { identifiers.endIndex }
    public subscript(position: Int) -> Entity.ID { identifiers[position] }
    public func index(after place: Int) -> Int { place + 1 }
}
