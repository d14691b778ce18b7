import AlmagestEntities
public import CoreSpotlight
import Foundation

/// An identifier that can be written as text and read back.
public protocol EntityIdentifierConvertible {
    var entityIdentifierString: String { get }
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
    public var entityIdentifierString: String { self }
    public static func entityIdentifier(for text: String) -> String? { text }
}
extension UUID: EntityIdentifierConvertible {
    public var entityIdentifierString: String { uuidString }
    public static func entityIdentifier(for text: String) -> UUID? { UUID(uuidString: text) }
}
extension Int: EntityIdentifierConvertible {
    public var entityIdentifierString: String { String(self) }
    public static func entityIdentifier(for text: String) -> Int? { Int(text) }
}
extension Float: EntityIdentifierConvertible {
    public var entityIdentifierString: String { String(self) }
    public static func entityIdentifier(for text: String) -> Float? { Float(text) }
}

/// Content of an app that can be named, shown and found.
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable
where Self == ValueType, ID: EntityIdentifierConvertible & Sendable {
    associatedtype DefaultQuery: EntityQuery where Self == DefaultQuery.Entity
    static var defaultQuery: DefaultQuery { get }
    typealias Property = EntityProperty
}

extension AppEntity {
    /// The default query, when all that it needs is there.
    ///
    /// - Throws: what making a dependency throws.
    package static func settledQuery() async throws -> DefaultQuery {
        let query = defaultQuery
        try await AppDependencyManager.shared.settle(for: query)
        return query
    }

    /// A reference, with the name that the entity has now.
    public func _wireValue() throws -> _WireValue? {
        .entity(
            EntityID(bundle: try AppIdentity.bundle(), type: Self.persistentIdentifier, id: id.entityIdentifierString),
            name: displayRepresentation.title.text)
    }
}

/// Adopts an entity schema; `@AppEntity(schema:)` conforms types to it.
public protocol _AppSchemaEntity {
    /// `domain.name`.
    static var __appSchemaEntity: String { get }
}

extension AppEntity where Self: _AppSchemaEntity {
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { .words(of: Self.self) }
}

/// A value without an identity of its own, reached only through what holds it; it is never indexed.
public protocol TransientAppEntity: AppEntity where DefaultQuery == TransientEntityQuery<Self>, ID == UUID {
    init()
}

extension TransientAppEntity {
    /// A new one each time: nothing can refer to a transient entity.
    public var id: UUID { UUID() }
    public static var defaultQuery: TransientEntityQuery<Self> { TransientEntityQuery() }

    /// Its members: it travels within the entity that holds it.
    public func _wireValue() throws -> _WireValue? { .record(try EntityMembers.values(of: self)) }
}

/// Finds nothing.
public struct TransientEntityQuery<Entity: AppEntity>: EntityQuery {
    public init() {}
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] { [] }
}

/// The only one of its type, such as the app's settings.
public protocol UniqueAppEntity: AppEntity where DefaultQuery: UniqueAppEntityQuery {}

extension UniqueAppEntity {
    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: Self.typeDisplayRepresentation.name)
    }
}
extension UniqueAppEntity where ID == String {
    public var id: String { Self.persistentIdentifier }
}

/// May be put into the index.
public protocol IndexedEntity: AppEntity {
    /// What the index is to know beside the properties.
    var attributeSet: CSSearchableItemAttributeSet { get }
    /// Keeps it out of what people see of a search.
    var hideInSpotlight: Bool { get }
}

extension IndexedEntity {
    public var attributeSet: CSSearchableItemAttributeSet { defaultAttributeSet }
    public var hideInSpotlight: Bool { false }

    /// Title and subtitle of the display representation.
    public var defaultAttributeSet: CSSearchableItemAttributeSet {
        let set = CSSearchableItemAttributeSet()
        let shown = displayRepresentation
        set.displayName = shown.title.text
        set.contentDescription = shown.subtitle?.text
        return set
    }
}

/// Has the same identifier on every device.
public protocol SyncableEntity: AppEntity {}

/// Tells whether others can see the entity.
public protocol OwnershipProvidingEntity: AppEntity {
    var ownership: EntityOwnership { get }
}

/// Who else can see an entity; nothing is private.
public struct EntityOwnership: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = EntityOwnership(rawValue: 1)
    public static let shared = EntityOwnership(rawValue: 2)
    public static let `public` = EntityOwnership(rawValue: 4)
}

/// Opened by a link.
public protocol URLRepresentableEntity: AppEntity {
    static var urlRepresentation: URLRepresentation { get }
    typealias URLRepresentation = EntityURLRepresentation<Self>
}

/// A link with the entity's identifier in it: `"https://example.org/event/\(.id)"`.
public struct EntityURLRepresentation<Entity: AppEntity>: Sendable, ExpressibleByStringInterpolation {
    public enum Token: Sendable { case id }
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var parts: [String?] = []
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { parts.append(literal) }
        public mutating func appendInterpolation(_ token: Token) { parts.append(nil) }
    }
    private let parts: [String?]
    public init(stringLiteral value: String) { parts = [value] }
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    func url(for entity: Entity) -> URL? {
        let id = entity.id.entityIdentifierString
        let escaped = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        return URL(string: parts.map { $0 ?? escaped }.joined())
    }
}
