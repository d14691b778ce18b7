// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/journal.json. Change that, then run it.

extension SchemaDomain {
    static let journal = SchemaDomain(
        "journal", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("journal.entry", id: "JournalEntity", since: "18.0", evidence: .sample, note: "One adopter uses location: GeoToolbox.PlaceDescriptor?."),
                [
                    SchemaMember("title", .text, optional: true),
                    SchemaMember("message", .text, optional: true),
                    SchemaMember("mediaItems", .list(.file)),
                    SchemaMember("entryDate", .date, optional: true),
                    SchemaMember("location", .place, optional: true),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("journal.createEntry", id: "CreateJournalEntryIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("message", .text),
                    SchemaMember("title", .text, optional: true),
                    SchemaMember("entryDate", .date, optional: true),
                    SchemaMember("location", .place, optional: true),
                    SchemaMember("mediaItems", .list(.file), default: "[]"),
                ], result: .entity("journal.entry")),
            IntentSchema(
                SchemaFacts("journal.createAudioEntry", id: "CreateJournalAudioEntryIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("journal.search", id: "SearchJournalEntriesIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("journal.updateEntry", id: "UpdateJournalEntryIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("journal.deleteEntry", id: "DeleteJournalEntryIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
