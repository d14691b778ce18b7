import AlmagestEntities
import AlmagestSchemas
import AlmagestWire
import Catalog
import Foundation
import Indexer
import Lexical
import Properties
import Search
import Semantic
import Settings
import Suggest

/// Everything that one data directory holds, opened: the catalog, its projections, the way in and the way out.
final class Store: Sendable {
    let catalog: Catalog
    let indexer: Indexer
    let engine: SearchEngine
    let semantic: SemanticProjection
    /// Those that apps bring.
    let schemas = AppSchemas()
    /// Held for as long as the store is open: one daemon a data directory.
    private let lock: FileLock

    /// Opens what is there and makes what is missing. Projections that are missing or damaged are rebuilt
    /// while search goes on with the others.
    init(at location: DataLocation, settings: Settings) async throws {
        try location.prepare()
        lock = try FileLock(path: location.path + "/LOCK")
        let directory = location.url
        catalog = try await Catalog(
            directory: directory, settings: settings.catalog, checkMerged: Indexer.mergeCheck(schemas))
        let table = catalog.rows
        let lexical = try await LexicalIndex(
            directory: directory.appendingPathComponent("lexical"), settings: LexicalParameters(settings.lexical))
        semantic = try await SemanticProjection(
            directory: directory, model: ModelLocation.find(configuredModel: settings.semantic.modelPath),
            settings: settings.semantic)
        let properties = try await PropertyIndex(
            directory: directory, liveness: Liveness(table))
        let suggestions = try await SuggestIndex(directory: directory)
        var projections: [any Projection] = [lexical, properties, suggestions]
        // Without a model nothing is embedded; its `seq` stays, and it catches up when there is one.
        if semantic.current.isAvailable { projections.append(semantic) }
        indexer = Indexer(
            catalog: catalog, projections: projections,
            limits: EntityLimits(settings.limits), schemas: schemas,
            processorShare: settings.daemon.processorShare)
        engine = SearchEngine(
            catalog: catalog, lexical: lexical, semantic: semantic, properties: properties, suggestions: suggestions,
            freshness: indexer, settings: settings.search)
        try await indexer.start()
        semantic.makeComing(from: catalog, processorShare: settings.daemon.processorShare) { [indexer] in
            await indexer.lookAtFiles()
        }
    }

    func close() async {
        await indexer.close()
        await catalog.close()
    }
}

extension Indexer: Freshness {}

extension EntityLimits {
    init(_ settings: LimitSettings) {
        self.init()
        identifierBytes = settings.identifierBytes
        textBytes = settings.entityTextBytes
        propertyTextBytes = settings.propertyTextBytes
        lineBytes = settings.lineBytes
        keywords = settings.keywords
        synonyms = settings.synonyms
        passages = settings.passages
        properties = settings.properties
        values = settings.values
        nesting = settings.nesting
    }
}
