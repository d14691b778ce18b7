public import AppIntents
import CoreSpotlight
import Foundation

/// What an app has declared, by name, for tests of its adoption.
///
///     let definitions = IntentDefinitions(bundleIdentifier: "org.example.CosmoTunes", provider: CosmoTunes.provider)
///     try await definitions.run { try await CosmoTunes.indexPlaylists() }
///     let found = try await definitions.entities["PlaylistEntity"].spotlightQuery("comet")
///     let title: String = try found[0].title
///
/// Everything runs in the process of the test, over an index in memory: no daemon is needed, and none is touched.
public struct IntentDefinitions: Sendable {
    public let bundleIdentifier: String
    /// Where the app's content goes.
    public let index: InMemoryIndex
    let surroundings: Surroundings

    /// - Parameter provider: what the app declares; without it, everything that the providers made in this process
    ///   declare.
    /// - Throws: when no connection to the index can be made.
    public init(
        bundleIdentifier: String, provider: AppIntentsProvider? = nil, index: InMemoryIndex = InMemoryIndex()
    ) throws {
        self.bundleIdentifier = bundleIdentifier
        self.index = index
        surroundings = Surroundings(
            link: try index.link(bundle: bundleIdentifier), index: index,
            providers: provider.map { [$0] } ?? AppIntentsProvider.made)
    }

    /// Runs code of the app over the index in memory.
    public func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await DaemonLink.$current.withValue(surroundings.link, operation: body, isolation: isolation)
    }

    public var entities: DefinitionList<EntityDefinition> {
        DefinitionList(surroundings.entityTypes.map { $0.persistentIdentifier }) {
            EntityDefinition(name: $0, surroundings: surroundings)
        }
    }
    /// Entities without an identity of their own.
    public var transientEntities: DefinitionList<TransientEntityDefinition> {
        let types = surroundings.entityTypes.filter { $0 is any TransientAppEntity.Type }
        return DefinitionList(types.map { $0.persistentIdentifier }) {
            TransientEntityDefinition(name: $0, surroundings: surroundings)
        }
    }
    public var intents: DefinitionList<IntentDefinition> {
        DefinitionList(surroundings.intentTypes.map { $0.persistentIdentifier }) {
            IntentDefinition(name: $0, surroundings: surroundings)
        }
    }
    public var enums: DefinitionList<EnumDefinition> {
        DefinitionList(surroundings.enumTypes.map { $0.persistentIdentifier }) {
            EnumDefinition(name: $0, surroundings: surroundings)
        }
    }
    public var valueQueries: DefinitionList<ValueQueryDefinition> {
        DefinitionList(surroundings.valueQueryTypes.map { $0.persistentIdentifier }) {
            ValueQueryDefinition(name: $0, surroundings: surroundings)
        }
    }
}

/// Definitions by name. One that isn't there says so when it is used.
public struct DefinitionList<Definition> {
    /// In order.
    public let names: [String]
    private let make: (String) -> Definition

    init(_ names: [String], _ make: @escaping (String) -> Definition) {
        self.names = names.sorted()
        self.make = make
    }

    public subscript(name: String) -> Definition { make(name) }
}

/// What definitions are looked up in and run over.
struct Surroundings: Sendable {
    let link: DaemonLink
    let index: InMemoryIndex
    let providers: [AppIntentsProvider]

    var entityTypes: [any AppEntity.Type] { providers.flatMap(\.entityTypes) }
    var intentTypes: [any AppIntent.Type] { providers.flatMap(\.intentTypes) }
    var valueQueryTypes: [any IntentValueQuery.Type] { providers.flatMap(\.valueQueryTypes) }
    var enumTypes: [any AppEnum.Type] { providers.flatMap(\.enumTypes) }

    func entityType(_ name: String) throws -> any AppEntity.Type {
        try find(name, "entity", entityTypes) { $0.persistentIdentifier }
    }

    func intentType(_ name: String) throws -> any AppIntent.Type {
        try find(name, "intent", intentTypes) { $0.persistentIdentifier }
    }

    func find<Kind>(_ name: String, _ word: String, _ types: [Kind], _ called: (Kind) -> String) throws -> Kind {
        guard let type = types.first(where: { called($0) == name }) else {
            throw TestingError.unknown(word, name, known: types.map(called))
        }
        return type
    }

    /// Runs code of the app, once everything is there that it needs.
    func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await AppDependencyManager.shared.settle()
        return try await DaemonLink.$current.withValue(link) { try await body() }
    }
}
