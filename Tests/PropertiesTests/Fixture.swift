import AlmagestEntities
import Catalog
import CatalogWorkload
import Foundation
import TestSupport

@testable import Properties

typealias Predicate = AlmagestEntities.Predicate

/// An index in a folder of its own, beside a table of the revisions that a catalog would have.
final class Fixture: Sendable {
    private let folder: ScratchFolder
    private let changes = ChangeLog()

    init() throws { folder = try ScratchFolder() }

    var directory: URL { folder.url }
    var file: URL { directory.appendingPathComponent("properties.sqlite") }

    func open() async throws -> PropertyIndex {
        try await PropertyIndex(directory: directory, liveness: liveness)
    }

    var liveness: Liveness {
        Liveness { [changes] row, revision in changes.isLive(row, revision) }
    }

    /// A change as the catalog would give it, which knows of it already.
    func put(_ row: RowID, _ entity: Entity) -> Change { changes.put(row, entity) }

    func delete(_ row: RowID) -> Change { changes.delete(row) }

    /// An index with these entities in rows 1, 2, 3, …
    func index(_ entities: [Entity]) async throws -> PropertyIndex {
        let index = try await open()
        let puts = entities.enumerated().map { put(RowID($0 + 1), $1) }
        try await index.apply(puts, through: puts.last?.seq ?? 0)
        return index
    }
}

extension Entity {
    /// An entity of the type `Thing` with these properties.
    static func thing(_ id: String, title: String = "A thing", _ properties: [(String, PropertyValue)] = []) -> Entity {
        var entity = Entity(
            key: EntityID(bundle: "org.example.App", type: "Thing", id: id), display: Display(title: title))
        entity.properties = properties.map { Property($0.0, $0.1) }
        return entity
    }

    /// One with a single property `p`.
    static func having(_ value: PropertyValue) -> Entity { thing("x", [("p", value)]) }
}

extension PropertyIndex {
    func rows(
        _ property: String, _ op: Predicate.Comparator, _ value: PropertyValue, zone: String = "UTC"
    ) async throws -> [RowID] {
        try await rows(.comparison(.init(property: property, op: op, value: value)), zone: zone)
    }

    func rows(_ predicate: Predicate, zone: String = "UTC", within: RowSet? = nil) async throws -> [RowID] {
        try await rows(matching: predicate, context: .in(zone), within: within).rows
    }
}

extension DateContext {
    static func `in`(_ zone: String) -> DateContext {
        DateContext(timeZone: TimeZone(identifier: zone) ?? .gmt, now: Date(timeIntervalSince1970: 1_780_000_000))
    }
}

extension PropertyValue {
    static func date(_ text: String) -> PropertyValue {
        (try? DateValue(parsing: text)).map { .date($0) } ?? .text("not a date: \(text)")
    }

    static func reference(_ id: String, type: String = "Thing", name: String? = nil) -> PropertyValue {
        .entity(EntityID(bundle: "org.example.App", type: type, id: id), name: name)
    }
}
