import AlmagestEntities
import Foundation
import SQLite
import Settings

@testable import Catalog

/// A folder with a catalog that goes with the test.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "almagest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        chmod(folder.path, 0o700)
        try? FileManager.default.removeItem(at: folder)
    }

    var file: URL { folder.appending(path: "catalog.sqlite") }

    func open(_ settings: CatalogSettings = .init(), limits: CatalogLimits = .init()) async throws -> Catalog {
        try await Catalog(directory: folder, settings: settings, limits: limits)
    }

    /// Opens the catalog for the time of `body`, and closes it.
    func withCatalog<R>(_ body: (Catalog) async throws -> R) async throws -> R {
        let catalog = try await open()
        do {
            let result = try await body(catalog)
            await catalog.close()
            return result
        } catch {
            await catalog.close()
            throw error
        }
    }

    /// Changes the file behind the catalog's back.
    func tamper(_ sql: String) throws {
        let db = try Connection(path: file.path, mode: .readWrite)
        try db.execute(sql)
    }
}

/// Which error came, by name.
func errorName(_ body: () async throws -> Void) async -> AlmagestError.Name? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? AlmagestError)?.name ?? .internalError
    }
}

/// A star of the test catalog.
func star(
    _ id: String, _ title: String? = nil, bundle: String = "org.example.Stars", type: String = "Star",
    index: String = "default", domain: String? = nil, hidden: Bool = false, expires: Double? = nil
) -> Entity {
    var entity = Entity(
        key: EntityID(bundle: bundle, type: type, id: id), display: Display(title: title ?? "Star \(id)"))
    entity.index = index
    entity.domain = domain
    entity.hidden = hidden
    entity.expires = expires.map { DateValue(form: .instant, seconds: $0, offset: 0) }
    entity.properties = [.init("magnitude", .number(2.5)), .init("catalogue", .text("Almagest"))]
    return entity
}

func key(_ id: String, bundle: String = "org.example.Stars", type: String = "Star") -> EntityID {
    EntityID(bundle: bundle, type: type, id: id)
}

func patch(_ json: String) throws -> EntityPatch {
    try EntityPatch(json: try JSONDocument(Array(json.utf8)).root)
}

extension Catalog {
    @discardableResult
    func put(_ entities: Entity..., atomic: Bool = false, batch: BatchID? = nil) async throws -> WriteOutcome {
        try await write(WriteRequest(entities.map { .put($0) }, atomic: atomic, batch: batch))
    }

    func title(_ id: String, bundle: String = "org.example.Stars", type: String = "Star") async throws -> String? {
        try await entities(ids: [key(id, bundle: bundle, type: type)]).first??.entity.display.title
    }
}

func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
}
