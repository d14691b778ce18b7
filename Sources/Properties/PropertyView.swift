import AlmagestEntities
import Catalog

/// The properties as somebody may see them: paths lead through references to entities within reach alone, the others
/// are not there. Which rows are looked at is the caller's to say.
public struct PropertyView: Sendable {
    private let index: PropertyIndex
    private let reach: Reach

    /// The projection's.
    public var name: String { index.name }

    public init(_ index: PropertyIndex, reach: Reach = .all) {
        self.index = index
        self.reach = reach
    }

    /// See `PropertyIndex.rows(matching:context:within:)`.
    public func rows(
        matching predicate: AlmagestEntities.Predicate, context: DateContext, within: RowSet?
    ) async throws -> RowSet {
        try await index.rows(matching: predicate, context: context, within: within, reach: reach)
    }

    /// See `PropertyIndex.sorted(_:by:context:after:limit:offset:)`.
    public func sorted(
        _ rows: RowSet, by keys: [SortKey], context: DateContext, after: SortPosition? = nil, limit: Int
    ) async throws -> [RowID] {
        try await index.sorted(rows, by: keys, context: context, after: after, limit: limit, reach: reach)
    }

    /// See `PropertyIndex.position(of:by:context:)`.
    public func position(of row: RowID, by keys: [SortKey], context: DateContext) async throws -> SortPosition {
        try await index.position(of: row, by: keys, context: context, reach: reach)
    }

    /// See `PropertyIndex.latest(before:of:at:)`.
    public func latest(
        before moments: [Double], of rows: RowSet, at path: String
    ) async throws -> [(row: RowID, value: Double)?] {
        try await index.latest(before: moments, of: rows, at: path)
    }

    /// See `PropertyIndex.facets(_:properties:limit:)`.
    public func facets(
        _ rows: RowSet, properties: [String], limit: Int
    ) async throws -> [[(value: PropertyValue, count: Int)]] {
        try await index.facets(rows, properties: properties, limit: limit, reach: reach)
    }

    /// Entities whose own link has that key, of whatever app.
    public func rows(linked key: String) async throws -> RowSet { try await index.rows(linked: key) }

    public var datePaths: [String] { index.datePaths }
    public var referencePaths: [String] { index.referencePaths }
    public var placePaths: [String] { index.placePaths }
    public var personPaths: [String] { index.personPaths }
}
