// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/whiteboard.json. Change that, then run it.

extension SchemaDomain {
    static let whiteboard = SchemaDomain(
        "whiteboard", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("whiteboard.board", id: "CanvasEntity", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("title", .text),
                    SchemaMember("creationDate", .date),
                    SchemaMember("lastModificationDate", .date),
                ]),
            EntitySchema(
                SchemaFacts("whiteboard.item", id: "CanvasItemEntity", since: "18.0", evidence: .unknown),
                nil),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("whiteboard.createItem", id: "CreateCanvasItemIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("whiteboard.createBoard", id: "CreateCanvasBoardIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("title", .text, optional: true),
                ], result: .entity("whiteboard.board")),
            IntentSchema(
                SchemaFacts("whiteboard.openBoard", id: "OpenCanvasBoardIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("whiteboard.updateBoard", id: "UpdateCanvasBoardIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("whiteboard.deleteBoard", id: "DeleteCanvasBoardIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("whiteboard.updateItem", id: "UpdateCanvasItemIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("whiteboard.deleteItem", id: "DeleteCanvasItemIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("whiteboard.itemType", id: "CanvasItemType", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("whiteboard.color", id: "CanvasColor", since: "18.0", evidence: .adopter, note: "Not all cases are known."),
                ["white", "black", "grey", "green", "red", "blue"]),
        ],
        unions: [])
}
