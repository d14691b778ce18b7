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

/// A comparison with values as the wire carries them.
struct EntityQueryComparison<Mapping> {
    let kind: WirePredicate.Comparator
    /// The app's condition; nil when the values are of another type.
    let map: ([_WireValue]) -> Mapping?
}

/// Values of conditions, which may be written plainly: a date as text.
enum ComparedValue {
    static func read<Value: _IntentValue>(_ type: Value.Type, _ wire: _WireValue) -> Value? {
        if let value = Value._value(wire: wire) { return value }
        guard case .text(let text) = wire else { return nil }
        if let date = try? DateValue(parsing: text) { return Value._value(wire: .date(date)) }
        return (try? DurationValue(parsing: text)).flatMap { Value._value(wire: .duration($0)) }
    }
}

/// A comparison that a query can make of a property.
public class EntityQueryComparator<Value: _IntentValue, Mapping> {
    let comparison: EntityQueryComparison<Mapping>
    init(_ kind: WirePredicate.Comparator, _ map: @escaping (Value.ValueType) -> Mapping) {
        comparison = EntityQueryComparison(kind: kind) { values in
            guard values.count == 1, let value = values.first.flatMap({ ComparedValue.read(Value.ValueType.self, $0) })
            else { return nil }
            return map(value)
        }
    }
    init(_ map: @escaping (Value.ValueType, Value.ValueType) -> Mapping) {
        comparison = EntityQueryComparison(kind: .between) { values in
            guard values.count == 2, let first = ComparedValue.read(Value.ValueType.self, values[0]),
                let second = ComparedValue.read(Value.ValueType.self, values[1])
            else { return nil }
            return map(first, second)
        }
    }
}

public final class EqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.equal, mappingTransform) }
}
public final class NotEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.notEqual, mappingTransform) }
}
public final class LessThanComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.less, mappingTransform) }
}
public final class LessThanOrEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.lessOrEqual, mappingTransform)
    }
}
public final class GreaterThanComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.greater, mappingTransform) }
}
public final class GreaterThanOrEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.greaterOrEqual, mappingTransform)
    }
}
public final class ContainsComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.contains, mappingTransform) }
}
public final class HasPrefixComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.hasPrefix, mappingTransform) }
}
public final class HasSuffixComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) { super.init(.hasSuffix, mappingTransform) }
}
public final class IsBetweenComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType, Value.ValueType) -> Mapping) {
        super.init(mappingTransform)
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
