import AlmagestEntities
import Foundation
import SQLite

@testable import Catalog

/// A data directory that goes with the test.
final class Scratch: Sendable {
    let url: URL
    var file: String { url.appending(path: "catalog.sqlite").path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "almagest-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Opens the catalog for the time of `body`, and closes it.
    func withCatalog<R>(_ body: (Catalog) async throws -> R) async throws -> R {
        let catalog = try await Catalog(directory: url)
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
        let db = try Connection(path: file, mode: .readWrite)
        try db.execute(sql)
    }
}

func entity(_ id: String, bundle: String = "org.example.App", type: String = "Note", title: String = "A") -> Entity {
    Entity(key: EntityID(bundle: bundle, type: type, id: id), display: Display(title: title))
}
