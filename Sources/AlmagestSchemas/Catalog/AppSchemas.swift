import AlmagestEntities
import Synchronization

/// The schemas that apps bring for types of their own. Those of one say nothing about the entities of another.
public final class AppSchemas: Sendable {
    private struct State {
        var domains: [ExactName: SchemaDomain] = [:]
        var catalogs: [ExactName: SchemaCatalog] = [:]
    }
    private let state = Mutex(State())

    public init() {}

    /// Takes these in place of all that were there: one domain an app.
    public func replace(with domains: [(bundle: String, domain: SchemaDomain)]) {
        var fresh = State()
        for (bundle, domain) in domains {
            fresh.domains[ExactName(bundle)] = domain
            fresh.catalogs[ExactName(bundle)] = SchemaCatalog(domains: SchemaCatalog.shared.domains + [domain])
        }
        state.withLock { [fresh] in $0 = fresh }
    }

    /// What the entities of an app are held against: the schemas that all know, and its own.
    public func catalog(of bundle: String) -> SchemaCatalog {
        state.withLock { $0.catalogs.isEmpty ? nil : $0.catalogs[ExactName(bundle)] } ?? .shared
    }

    /// All of them, by bundle.
    public var all: [(bundle: String, domain: SchemaDomain)] {
        state.withLock { $0.domains }.map { (bundle: $0.key.text, domain: $0.value) }.sorted { $0.bundle < $1.bundle }
    }
}
