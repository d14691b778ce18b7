// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/notes.json. Change that, then run it.

extension SchemaDomain {
    static let notes = SchemaDomain(
        "notes", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("notes.note", id: "NoteEntity", since: "27.0", evidence: .documentation, note: "An earlier beta template also had tags: [TagEntity]; the later one and the captured interface have no tag schema."),
                [
                    SchemaMember("name", .text),
                    SchemaMember("content", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("isPinned", .bool),
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("modificationDate", .date, optional: true),
                    SchemaMember("folder", .entity("notes.folder"), optional: true),
                ]),
            EntitySchema(
                SchemaFacts("notes.account", id: "AccountEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                ]),
            EntitySchema(
                SchemaFacts("notes.folder", id: "FolderEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("parentFolder", .entity("notes.folder"), optional: true),
                    SchemaMember("account", .entity("notes.account"), optional: true),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("notes.createNote", id: "CreateNoteIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("content", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("isPinned", .bool),
                    SchemaMember("folder", .entity("notes.folder"), optional: true),
                ], result: .entity("notes.note")),
            IntentSchema(
                SchemaFacts("notes.updateNote", id: "UpdateNoteIntent", since: "27.0", evidence: .documentation, note: "The beta template read also had tags: [TagEntity]?."),
                [
                    SchemaMember("target", .entity("notes.note")),
                    SchemaMember("name", .text, optional: true),
                    SchemaMember("attachments", .list(.file), optional: true),
                    SchemaMember("isPinned", .bool, optional: true),
                    SchemaMember("folder", .entity("notes.folder"), optional: true),
                ], result: .entity("notes.note")),
        ],
        enums: [],
        unions: [])
}
