// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/wordProcessor.json. Change that, then run it.

extension SchemaDomain {
    static let wordProcessor = SchemaDomain(
        "wordProcessor", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("wordProcessor.document", id: "WordProcessorDocumentEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("modificationDate", .date, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("wordProcessor.template", id: "WordProcessorDocumentTemplateEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("wordProcessor.page", id: "WordProcessorPageEntity", since: "18.0", evidence: .unknown),
                nil),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("wordProcessor.create", id: "CreateWordProcessorDocumentIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.open", id: "OpenWordProcessorDocumentIntent", since: "18.0", evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("wordProcessor.document")),
                ]),
            IntentSchema(
                SchemaFacts("wordProcessor.createPage", id: "CreateWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.openPage", id: "OpenWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.addTextBoxToPage", id: "AddTextBoxToWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.addVideoToPage", id: "AddVideoToWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.addImageToPage", id: "AddImageToWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.addAudioToPage", id: "AddAudioToWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("wordProcessor.addWebVideoToPage", id: "AddWebVideoToWordProcessorPageIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
