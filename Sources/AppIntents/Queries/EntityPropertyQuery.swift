import AlmagestEntities
import Foundation

/// How several conditions go together.
@frozen
public enum EntityQueryComparatorMode: Hashable, Sendable { case and, or }

/// An order of entities.
public struct EntityQuerySort<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked: key paths to properties hold no captured state.
    public enum Ordering: Hashable, Sendable { case ascending, descending }
    public let by: PartialKeyPath<Entity>
    public let order: Ordering
    public init(by: PartialKeyPath<Entity>, order: Ordering) {
        self.by = by
        self.order = order
    }
}

/// Finds entities by conditions on their properties.
public protocol EntityPropertyQuery: EntityQuery {
    associatedtype ComparatorMappingType
    static var properties: QueryProperties { get }
    static var sortingOptions: SortingOptions { get }
    static var findIntentDescription: IntentDescription? { get }
    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [EntityQuerySort<Entity>],
        limit: Int?
    ) async throws -> Result

    typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
    typealias SortingOptions = EntityQuerySortingOptions<Entity>
    typealias SortableBy = EntityQuerySortableByProperty<Entity>
    typealias Sort = EntityQuerySort<Entity>
    typealias ComparatorMode = EntityQueryComparatorMode
    typealias Property = EntityQueryProperty<Entity, ComparatorMappingType>
}

extension EntityPropertyQuery {
    public static var findIntentDescription: IntentDescription? { nil }
}

/// The properties that a query understands conditions on.
public struct EntityQueryProperties<Entity: AppEntity, Mapping>: @unchecked Sendable {
    // Unchecked: constant once made.
    public let properties: [EntityQueryProperty<Entity, Mapping>]

    @resultBuilder public enum Builder {
        public static func buildExpression(
            _ property: EntityQueryProperty<Entity, Mapping>
        ) -> EntityQueryProperty<Entity, Mapping> { property }
        public static func buildBlock(
            _ properties: EntityQueryProperty<Entity, Mapping>...
        ) -> [EntityQueryProperty<Entity, Mapping>] { properties }
    }

    public init(@Builder _ properties: () -> [EntityQueryProperty<Entity, Mapping>]) { self.properties = properties() }
}

/// One property with the comparisons that a query can make.
public struct EntityQueryProperty<Entity: AppEntity, Mapping>: @unchecked Sendable {
    // Unchecked: constant once made.
    let keyPath: PartialKeyPath<Entity>
    let comparators: [EntityQueryComparison<Mapping>]

    @resultBuilder public enum Builder<Value: _IntentValue> {
        public static func buildExpression(
            _ comparator: EntityQueryComparator<Value, Mapping>
        ) -> EntityQueryComparator<Value, Mapping> { comparator }
        public static func buildBlock(
            _ comparators: EntityQueryComparator<Value, Mapping>...
        ) -> [EntityQueryComparator<Value, Mapping>] { comparators }
    }

    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Entity, EntityProperty<Value>>,
        @Builder<Value> comparators: () -> [EntityQueryComparator<Value, Mapping>]
    ) {
        self.keyPath = keyPath
        self.comparators = comparators().map(\.comparison)
    }
}

/// The properties that a query can sort by.
public struct EntityQuerySortingOptions<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked: constant once made.
    public let options: [EntityQuerySortableByProperty<Entity>]

    @resultBuilder public enum Builder {
        public static func buildBlock(
            _ options: EntityQuerySortableByProperty<Entity>...
        ) -> [EntityQuerySortableByProperty<Entity>] { options }
    }

    public init(@Builder _ options: () -> [EntityQuerySortableByProperty<Entity>]) { self.options = options() }
}

/// A property that a query can sort by.
public struct EntityQuerySortableByProperty<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked: constant once made.
    public let keyPath: PartialKeyPath<Entity>
    public init<Value>(_ keyPath: KeyPath<Entity, EntityProperty<Value>>) { self.keyPath = keyPath }
}

extension EntityPropertyQuery where Self: EnumerableEntityQuery {
    public static var findIntentDescription: IntentDescription? { nil }
}
