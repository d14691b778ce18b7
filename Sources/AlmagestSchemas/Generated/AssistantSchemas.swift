// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/assistant.json. Change that, then run it.

extension SchemaDomain {
    static let assistant = SchemaDomain(
        "assistant", .singlePurpose,
        entities: [],
        intents: [
            IntentSchema(
                SchemaFacts("assistant.activate", id: "ActivateAssistantIntent", since: "26.2", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
