public import AppIntents
import Foundation

/// A query that answers structured requests.
public struct ValueQueryDefinition: Sendable {
    public let name: String
    let surroundings: Surroundings

    /// What the query gives for an input.
    ///
    /// - Throws: `TestingError` for an input of another type; what the app's code throws.
    public func values<Input: _IntentValue & Sendable>(for input: Input) async throws -> [AnyResultValue] {
        func ask<Query: IntentValueQuery>(_ type: Query.Type) async throws -> [AnyResultValue] {
            guard let input = input as? Query.Input else {
                throw TestingError("\(name) takes a \(Query.Input.self), no \(Input.self).")
            }
            let query = Query()
            try await AppDependencyManager.shared.settle(for: query)
            return try await query.values(for: input).items.map { AnyResultValue(content: $0) }
        }
        let type = try surroundings.find(name, "value query", surroundings.valueQueryTypes) { $0.persistentIdentifier }
        return try await surroundings.run { try await ask(type) }
    }
}
