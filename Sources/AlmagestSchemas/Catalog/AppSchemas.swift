import AlmagestEntities
import Synchronization

/// What apps say of the schemas of their entities: which one a type has, and schemas of their own. That of one says nothing
/// about the entities of another.
public final class AppSchemas: Sendable {
    /// What one app says.
    public struct App: Sendable {
        public var bundle: String
        /// Its own schemas.
        public var domain: SchemaDomain?
        /// The types that it declares a schema for.
        public var types: [(type: String, schema: String)]

        public init(bundle: String, domain: SchemaDomain? = nil, types: [(type: String, schema: String)] = []) {
            self.bundle = bundle
            self.domain = domain
            self.types = types
        }
    }

    private struct Known {
        let app: App
        let catalog: SchemaCatalog
        /// By type.
        let declared: [ExactName: String]

        init(_ app: App) {
            self.app = app
            catalog = app.domain.map { SchemaCatalog(domains: SchemaCatalog.shared.domains + [$0]) } ?? .shared
            let declared = app.types.map { (ExactName($0.type), $0.schema) }
            self.declared = Dictionary(declared) { first, _ in first }
        }
    }
    private let state = Mutex<[ExactName: Known]>([:])

    public init() {}

    /// Takes these in place of all that were there.
    public func replace(with apps: [App]) {
        let fresh = Dictionary(apps.map { (ExactName($0.bundle), Known($0)) }) { first, _ in first }
        state.withLock { $0 = fresh }
    }

    private func known(_ bundle: String) -> Known? {
        state.withLock { $0.isEmpty ? nil : $0[ExactName(bundle)] }
    }

    /// What the entities of an app are held against: the schemas that all know, and its own.
    public func catalog(of bundle: String) -> SchemaCatalog { known(bundle)?.catalog ?? .shared }

    /// An entity held against its schema, see `SchemaValidator.normalized(_:)`. One that names none has that which its app
    /// declares for its type.
    public func normalized(_ entity: Entity) -> (Entity, [SchemaFault]) {
        guard let known = known(entity.key.bundle) else { return SchemaValidator.normalized(entity) }
        var entity = entity
        if entity.schema == nil, let declared = known.declared[ExactName(entity.key.type)],
            known.catalog.entity(declared) != nil
        {
            entity.schema = declared
        }
        return SchemaValidator(catalog: known.catalog).normalized(entity)
    }

    /// The domains that apps bring, by bundle.
    public var all: [(bundle: String, domain: SchemaDomain)] {
        state.withLock { Array($0.values) }.compactMap { known in
            known.app.domain.map { (bundle: known.app.bundle, domain: $0) }
        }.sorted { $0.bundle < $1.bundle }
    }
}
