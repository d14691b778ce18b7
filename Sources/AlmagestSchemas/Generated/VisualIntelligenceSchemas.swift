// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/visualIntelligence.json. Change that, then run it.

extension SchemaDomain {
    static let visualIntelligence = SchemaDomain(
        "visualIntelligence", .singlePurpose,
        entities: [],
        intents: [
            IntentSchema(
                SchemaFacts("visualIntelligence.semanticContentSearch", id: "ShowVisualSearchResultsInAppIntent", since: "26.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
