import AlmagestEntities
import Foundation

/// Makes a value of one type out of another: the number of a month out of its name.
public protocol Resolver<Input, Output>: Sendable, _SupportsAppDependencies {
    associatedtype Input: _IntentValue & Sendable
    associatedtype Output: _IntentValue
    /// Nil when the input says nothing that it knows.
    func resolve(from input: Input, context: IntentParameterContext<Output>) async throws -> Output?
}

extension Resolver {
    /// What it makes of a value on the wire; nil of one that it doesn't take.
    fileprivate var way: @Sendable (_WireValue) async throws -> Output? {
        { wire in
            guard let input = Input._value(wire: wire) else { return nil }
            try await AppDependencyManager.shared.settle(for: self)
            return try await resolve(from: input, context: IntentParameterContext())
        }
    }
}

/// What a value is resolved for.
public struct IntentParameterContext<Value>: Sendable {
    init() {}
}

/// Resolvers one after another, as `withResolvers` lists them.
public struct ResolverList<Output: _IntentValue>: Sendable {
    let ways: [@Sendable (_WireValue) async throws -> Output?]

    /// The value by the first way that leads to one.
    func resolve(_ wire: _WireValue) async throws -> Output? {
        for way in ways {
            if let value = try await way(wire) { return value }
        }
        return nil
    }
}

@resultBuilder
public enum ResolverSpecificationBuilder<Output: _IntentValue> {
    public static func buildExpression<Way: Resolver>(_ resolver: Way) -> ResolverList<Output>
    where Way.Output == Output {
        ResolverList(ways: [resolver.way])
    }
    public static func buildBlock(_ lists: ResolverList<Output>...) -> ResolverList<Output> {
        ResolverList(ways: lists.flatMap(\.ways))
    }
}
