import AlmagestEntities
import Foundation

/// Finds entities by conditions on their properties, through the app's own property query.
enum EntityFinder {
    /// What is asked for.
    struct Request: Sendable {
        var condition: WirePredicate?
        var sort: [SortKey] = []
        var limit: Int

        /// - Throws: `invalidPredicate` with the path of what is wrong.
        init(_ params: JSONValue?) throws(AlmagestError) {
            func given(_ name: String) -> JSONValue? { params?[name].flatMap { $0.isNull ? nil : $0 } }
            if let json = given("where") { condition = try WirePredicate(json: json) }
            if let json = given("sort") { sort = try SortKey.list(json: json) }
            let asked = try given("limit").map { json throws(AlmagestError) in try json.integer(at: "limit") }
            limit = Int(clamping: min(max(asked ?? Int64.max, 0), Int64(ProviderAnswers.mostResults)))
        }
    }

    /// - Throws: `invalidPredicate` for a property or a comparison that the query doesn't have and for a value of
    ///   another type; what the app's query throws.
    static func find<Query: EntityPropertyQuery>(_ query: Query, _ request: Request) async throws -> [any AppEntity] {
        let flat = try FlatConditions(request.condition)
        // Only an entity says what the query's properties are called; where there is none, there is nothing to find.
        guard let sample = try await sample(query) else { return [] }
        let properties = Query.properties.properties
        let options = Query.sortingOptions.options
        let names = PropertyNames(properties.map(\.keyPath) + options.map(\.keyPath), in: sample)
        var comparators: [Query.ComparatorMappingType] = []
        for condition in flat.conditions {
            comparators.append(try await comparator(condition, properties, names))
        }
        let sort = try request.sort.map { key throws(AlmagestError) in
            guard let option = options.first(where: { names[$0.keyPath]?.hasSameBytes(as: key.property) ?? false })
            else {
                throw fault(
                    "\(name(Query.self)) cannot be sorted by “\(key.property)”.", "sort",
                    known: options.compactMap { names[$0.keyPath] })
            }
            return EntityQuerySort<Query.Entity>(by: option.keyPath, order: key.ascending ? .ascending : .descending)
        }
        let found = try await query.entities(
            matching: comparators, mode: flat.mode, sortedBy: sort, limit: request.limit)
        return Array(found.items.lazy.compactMap { $0 as? any AppEntity }.prefix(request.limit))
    }

    private static func sample<Query: EntityPropertyQuery>(_ query: Query) async throws -> Query.Entity? {
        let any = try await query.entities(matching: [], mode: .and, sortedBy: [], limit: 1)
        if let first = any.items.first as? Query.Entity { return first }
        return try await query.suggestedEntities().items.first as? Query.Entity
    }

    private static func comparator<Content: AppEntity, Mapping>(
        _ condition: WirePredicate.Comparison, _ properties: [EntityQueryProperty<Content, Mapping>],
        _ names: PropertyNames<Content>
    ) async throws -> Mapping {
        let type = Content.persistentIdentifier
        guard
            let property = properties.first(where: { names[$0.keyPath]?.hasSameBytes(as: condition.property) ?? false })
        else {
            throw fault(
                "\(type) cannot be found by “\(condition.property)”.", "where",
                known: properties.compactMap { names[$0.keyPath] })
        }
        let same = property.comparators.filter { $0.kind == condition.op }
        guard !same.isEmpty else {
            throw fault(
                "“\(condition.property)” of \(type) cannot be compared by “\(condition.op.rawValue)”.", "where",
                known: property.comparators.map(\.kind.rawValue))
        }
        let values: [PropertyValue] =
            if condition.op == .between, case .list(let bounds) = condition.value { bounds } else { [condition.value] }
        for comparison in same {
            if let mapped = try await comparison.map(values) { return mapped }
        }
        throw AlmagestError(
            .invalidPredicate, "The value is of another type than “\(condition.property)” of \(type).", path: "where")
    }

    private static func name<Query: EntityQuery>(_ type: Query.Type) -> String { Query.Entity.persistentIdentifier }

    private static func fault(_ message: String, _ path: String, known: [String]) -> AlmagestError {
        AlmagestError(
            .invalidPredicate, message, path: path,
            hint: known.isEmpty ? nil : "Known are: \(known.joined(separator: ", ")).")
    }
}
