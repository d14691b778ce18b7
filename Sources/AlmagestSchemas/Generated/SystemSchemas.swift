// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/system.json. Change that, then run it.

extension SchemaDomain {
    static let system = SchemaDomain(
        "system", .primary,
        entities: [],
        intents: [
            IntentSchema(
                SchemaFacts("system.search", id: "ShowInAppSearchResultsIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("system.searchInApp", id: "SystemSearchInAppIntent", since: "27.0", evidence: .documentation, note: "Adopts ShowInAppSearchResultsIntent, with static searchScopes: [StringSearchScope] = [.general]."),
                [
                    SchemaMember("criteria", .other("StringSearchCriteria")),
                ]),
            IntentSchema(
                SchemaFacts("system.open", id: "OpenIntent", since: "27.0", evidence: .interface, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .anyEntity),
                ]),
        ],
        enums: [],
        unions: [])
}
