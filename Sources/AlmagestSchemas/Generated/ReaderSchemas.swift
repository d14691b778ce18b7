// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/reader.json. Change that, then run it.

extension SchemaDomain {
    static let reader = SchemaDomain(
        "reader", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("reader.page", id: "ReaderPageEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("reader.document", id: "ReaderDocumentEntity", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("title", .text),
                    SchemaMember("kind", .enumeration("reader.documentKind")),
                    SchemaMember("width", .integer, optional: true),
                    SchemaMember("height", .integer, optional: true),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("reader.rotateDocuments", id: "ReaderRotateDocumentsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.resizeDocuments", id: "ReaderResizeDocumentsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.openPage", id: "ReaderOpenPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.enhanceDocuments", id: "ReaderEnhanceDocumentsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.searchDocuments", id: "SearchReaderDocumentsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.openDocument", id: "ReaderOpenDocumentsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.rotatePages", id: "ReaderRotatePagesIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("pages", .list(.entity("reader.page"))),
                    SchemaMember("isClockwise", .bool),
                ], result: .list(.entity("reader.page"))),
            IntentSchema(
                SchemaFacts("reader.deletePages", id: "ReaderDeletePagesIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reader.insertPages", id: "ReaderInsertPagesIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("reader.documentKind", id: "ReaderDocumentKind", since: "18.0", evidence: .adopter),
                ["image", "pdf"]),
        ],
        unions: [])
}
