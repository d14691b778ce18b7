public import CoreSpotlight
import Foundation

/// Finds entities of one type by their identifiers.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable, Sendable, _SupportsAppDependencies {
    associatedtype Entity: AppEntity
    associatedtype Result = [Entity]
    init()
    /// Those of the identifiers that there still are.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    /// What to offer where nothing has been said yet.
    func suggestedEntities() async throws -> Result
    static var allowedExecutionTargets: IntentExecutionTargets { get }
    func displayRepresentations(for identifiers: [Entity.ID]) async throws -> [Entity.ID: DisplayRepresentation]
    /// The same, of only some parts.
    func displayRepresentations(
        for identifiers: [Entity.ID], requestedComponents: DisplayRepresentation.Components
    ) async throws -> [Entity.ID: DisplayRepresentation]
    typealias ExecutionTargets = IntentExecutionTargets
}

extension EntityQuery {
    public static var allowedExecutionTargets: IntentExecutionTargets { .default }
    public func results() async throws -> Result { try await suggestedEntities() }
    public func suggestedEntities() async throws -> Result { Result.empty }

    public func displayRepresentations(
        for identifiers: [Entity.ID]
    ) async throws -> [Entity.ID: DisplayRepresentation] {
        try await displayRepresentations(for: identifiers, requestedComponents: [.text, .image])
    }

    public func displayRepresentations(
        for identifiers: [Entity.ID], requestedComponents: DisplayRepresentation.Components
    ) async throws -> [Entity.ID: DisplayRepresentation] {
        var shown: [Entity.ID: DisplayRepresentation] = [:]
        for entity in try await entities(for: identifiers) {
            shown[entity.id] = await entity.displayRepresentation(with: requestedComponents)
        }
        return shown
    }
}

/// Finds entities by words.
public protocol EntityStringQuery: EntityQuery {
    func entities(matching string: String) async throws -> Result
}

/// Can list all entities.
public protocol EnumerableEntityQuery: EntityQuery {
    func allEntities() async throws -> Result
    static var findIntentDescription: IntentDescription? { get }
}

extension EnumerableEntityQuery {
    public static var findIntentDescription: IntentDescription? { nil }
    public func suggestedEntities() async throws -> Result { try await allEntities() }
}

/// Finds the only entity of its type.
public protocol UniqueAppEntityQuery: EnumerableEntityQuery where Entity: UniqueAppEntity, Result == [Entity] {
    associatedtype Unique where Entity == Unique
    func uniqueEntity() async throws -> Entity
}

extension UniqueAppEntityQuery {
    public func allEntities() async throws -> [Entity] { [try await uniqueEntity()] }
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        let entity = try await uniqueEntity()
        return identifiers.contains { $0 == entity.id } ? [entity] : []
    }
}

/// A query for a unique entity out of a closure.
public struct UniqueAppEntityProvider<Entity: UniqueAppEntity>: UniqueAppEntityQuery {
    public typealias Unique = Entity
    private let provide: (@Sendable () async throws -> Entity)?
    public init() { provide = nil }
    public init(_ provide: @escaping @Sendable () async throws -> Entity) { self.provide = provide }
    public func uniqueEntity() async throws -> Entity {
        guard let provide else { throw EntityQueryError.noProvider("\(Entity.self)") }
        return try await provide()
    }
}

/// What keeps a query from answering.
public enum EntityQueryError: Error, Hashable, Sendable, CustomStringConvertible {
    case noProvider(String)
    public var description: String {
        switch self {
        case .noProvider(let name): "The provider of \(name) was made without a closure."
        }
    }
}

/// Indexes its entities again when the index has lost them.
public protocol IndexedEntityQuery: EntityQuery where Entity: IndexedEntity {
    func reindexEntities(for identifiers: [Entity.ID], indexDescription: CSSearchableIndexDescription) async throws
    func reindexAllEntities(indexDescription: CSSearchableIndexDescription) async throws
}

/// Answers structured requests of the system with values of the app.
public protocol IntentValueQuery: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    associatedtype Input: _IntentValue & Sendable
    associatedtype ResultValue = Result.Result.ValueType
    associatedtype Result: ResultsCollection = [ResultValue]
    init()
    /// At most about a hundred values, quickly.
    func values(for input: Input) async throws -> Result
    static var allowedExecutionTargets: IntentExecutionTargets { get }
    typealias ExecutionTargets = IntentExecutionTargets
}

extension IntentValueQuery {
    public static var allowedExecutionTargets: IntentExecutionTargets { .default }
}
