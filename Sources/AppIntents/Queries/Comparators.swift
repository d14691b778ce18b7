import AlmagestEntities
import Foundation

/// A comparison with values as the wire carries them.
struct EntityQueryComparison<Mapping> {
    let kind: WirePredicate.Comparator
    /// The app's condition; nil when the values are of another type.
    let map: ([_WireValue]) async throws -> Mapping?
}

/// Values of conditions, which may be written plainly: a date as text.
enum ComparedValue {
    /// The value itself, else what one of the resolvers makes of it.
    static func read<Value: _IntentValue>(
        _ type: Value.Type, _ wire: _WireValue, _ resolvers: ResolverList<Value>?
    ) async throws -> Value? {
        if let value = read(type, wire) { return value }
        return try await resolvers?.resolve(wire)
    }

    private static func read<Value: _IntentValue>(_ type: Value.Type, _ wire: _WireValue) -> Value? {
        if let value = Value._value(wire: wire) { return value }
        guard case .text(let text) = wire else { return nil }
        if let date = try? DateValue(parsing: text) { return Value._value(wire: .date(date)) }
        return (try? DurationValue(parsing: text)).flatMap { Value._value(wire: .duration($0)) }
    }
}

/// A comparison that a query can make of a property. With resolvers it also takes values of other types.
///
///     EqualToComparator(withResolvers: { MonthByName() }) { month in … }
public class EntityQueryComparator<Value: _IntentValue, Mapping> {
    let comparison: EntityQueryComparison<Mapping>

    init(
        _ kind: WirePredicate.Comparator, _ resolvers: ResolverList<Value.ValueType>?,
        _ map: @escaping (Value.ValueType) -> Mapping
    ) {
        comparison = EntityQueryComparison(kind: kind) { values in
            guard values.count == 1, let only = values.first,
                let value = try await ComparedValue.read(Value.ValueType.self, only, resolvers)
            else { return nil }
            return map(value)
        }
    }

    init(_ resolvers: ResolverList<Value.ValueType>?, _ map: @escaping (Value.ValueType, Value.ValueType) -> Mapping) {
        comparison = EntityQueryComparison(kind: .between) { values in
            guard values.count == 2,
                let first = try await ComparedValue.read(Value.ValueType.self, values[0], resolvers),
                let second = try await ComparedValue.read(Value.ValueType.self, values[1], resolvers)
            else { return nil }
            return map(first, second)
        }
    }
}

public final class EqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.equal, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.equal, resolvers(), mappingTransform)
    }
}
public final class NotEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.notEqual, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.notEqual, resolvers(), mappingTransform)
    }
}
public final class LessThanComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.less, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.less, resolvers(), mappingTransform)
    }
}
public final class LessThanOrEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.lessOrEqual, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.lessOrEqual, resolvers(), mappingTransform)
    }
}
public final class GreaterThanComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.greater, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.greater, resolvers(), mappingTransform)
    }
}
public final class GreaterThanOrEqualToComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.greaterOrEqual, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.greaterOrEqual, resolvers(), mappingTransform)
    }
}
public final class ContainsComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.contains, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.contains, resolvers(), mappingTransform)
    }
}
public final class HasPrefixComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.hasPrefix, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.hasPrefix, resolvers(), mappingTransform)
    }
}
public final class HasSuffixComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType) -> Mapping) {
        super.init(.hasSuffix, nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType) -> Mapping
    ) {
        super.init(.hasSuffix, resolvers(), mappingTransform)
    }
}
public final class IsBetweenComparator<Value: _IntentValue, Mapping>: EntityQueryComparator<Value, Mapping> {
    public init(mappingTransform: @escaping (Value.ValueType, Value.ValueType) -> Mapping) {
        super.init(nil, mappingTransform)
    }
    public init(
        @ResolverSpecificationBuilder<Value.ValueType> withResolvers resolvers: () -> ResolverList<Value.ValueType>,
        mappingTransform: @escaping (Value.ValueType, Value.ValueType) -> Mapping
    ) {
        super.init(resolvers(), mappingTransform)
    }
}
