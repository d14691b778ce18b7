// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/books.json. Change that, then run it.

extension SchemaDomain {
    static let books = SchemaDomain(
        "books", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("books.book", id: "BookEntity", since: "18.0", evidence: .documentation, note: "An iOS 18 sample also declares contentType: #books.contentType?."),
                [
                    SchemaMember("title", .text, optional: true),
                    SchemaMember("seriesTitle", .text, optional: true),
                    SchemaMember("author", .text, optional: true),
                    SchemaMember("genre", .text, optional: true),
                    SchemaMember("purchaseDate", .date, optional: true),
                    SchemaMember("url", .url, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("books.audiobook", id: "AudiobookEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("books.settings", id: "BookSettingsEntity", since: "18.0", evidence: .unknown),
                nil),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("books.openBook", id: "OpenBookIntent", since: "18.0", evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("books.book")),
                ]),
            IntentSchema(
                SchemaFacts("books.search", id: "SearchLibraryIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.playAudiobook", id: "PlayAudiobookIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.navigatePage", id: "NavigateBookPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.updateFontSize", id: "UpdateBookFontSizeIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.updateLineSpacing", id: "UpdateBookLineSpacingIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.updateCharacterSpacing", id: "UpdateCharacterSpacingIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.updateWordSpacing", id: "UpdateWordSpacingIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("books.updateSettings", id: "UpdateBookSettingsIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("books.contentType", id: "BookContentType", since: "18.0", evidence: .adopter),
                ["book", "pdf"]),
            EnumSchema(
                SchemaFacts("books.font", id: "BookFont", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.fontSize", id: "BookFontSize", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.navigationDirection", id: "BookNavigationDirection", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.relativeFontChange", id: "BookRelativeFontChange", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.relativeCharacterSpacingChange", id: "BookRelativeCharacterSpacingChange", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.relativeLineSpacingChange", id: "BookRelativeLineSpacingChange", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.relativeWordSpacingChange", id: "BookRelativeWordSpacingChange", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.theme", id: "BookTheme", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("books.pageNavigationSetting", id: "BookPageNavigationSetting", since: "18.0", evidence: .unknown),
                nil),
        ],
        unions: [])
}
