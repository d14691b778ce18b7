/// All schemas that are known, by name.
///
///     SchemaCatalog.shared.entity("calendar.event")?.member("startDate")?.type  // .date
public final class SchemaCatalog: Sendable {
    /// The domains of `config/schemas`.
    public static let shared = SchemaCatalog(domains: SchemaDomain.generated)

    public let domains: [SchemaDomain]
    private let entities: [String: EntitySchema]
    private let intents: [String: IntentSchema]
    private let enums: [String: EnumSchema]
    private let unions: [String: UnionSchema]

    public init(domains: [SchemaDomain]) {
        self.domains = domains
        func index<Schema>(_ schemas: [Schema], _ name: (Schema) -> String) -> [String: Schema] {
            Dictionary(schemas.map { (name($0), $0) }) { first, _ in first }
        }
        entities = index(domains.flatMap(\.entities), \.name)
        intents = index(domains.flatMap(\.intents), \.name)
        enums = index(domains.flatMap(\.enums), \.name)
        unions = index(domains.flatMap(\.unions), \.name)
    }

    /// The domain of that name.
    public func domain(_ name: String) -> SchemaDomain? { domains.first { $0.name == name } }
    /// The entity schema `domain.name`.
    public func entity(_ name: String) -> EntitySchema? { entities[name] }
    /// The intent schema `domain.name`.
    public func intent(_ name: String) -> IntentSchema? { intents[name] }
    /// The enum schema `domain.name`.
    public func enumeration(_ name: String) -> EnumSchema? { enums[name] }
    /// The union `domain.Name`.
    public func union(_ name: String) -> UnionSchema? { unions[name] }

    /// The entity schema whose name is nearest to one that is not known, or nil when none is near.
    ///
    ///     SchemaCatalog.shared.nearestEntity(to: "calender.event")  // "calendar.event"
    public func nearestEntity(to name: String) -> String? {
        Spelling.nearest(to: name, among: entities.keys)
    }

    /// The intent schema whose name is nearest to one that is not known, or nil when none is near.
    public func nearestIntent(to name: String) -> String? {
        Spelling.nearest(to: name, among: intents.keys)
    }

    /// The enum schema whose name is nearest to one that is not known, or nil when none is near.
    public func nearestEnumeration(to name: String) -> String? {
        Spelling.nearest(to: name, among: enums.keys)
    }
}
