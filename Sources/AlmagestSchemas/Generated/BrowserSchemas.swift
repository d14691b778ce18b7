// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/browser.json. Change that, then run it.

extension SchemaDomain {
    static let browser = SchemaDomain(
        "browser", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("browser.tab", id: "TabEntity", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("name", .text),
                    SchemaMember("url", .url, optional: true),
                    SchemaMember("isPrivate", .bool),
                ]),
            EntitySchema(
                SchemaFacts("browser.bookmark", id: "BookmarkEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("url", .url),
                ]),
            EntitySchema(
                SchemaFacts("browser.window", id: "WindowEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("browser.tabGroup", id: "TabGroupEntity", since: "27.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("browser.readingListItem", id: "ReadingListItemEntity", since: "27.0", evidence: .unknown),
                nil),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("browser.search", id: "SearchWebIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.createTab", id: "CreateTabIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("url", .url, optional: true),
                    SchemaMember("isPrivate", .bool),
                ], result: .entity("browser.tab")),
            IntentSchema(
                SchemaFacts("browser.switchTab", id: "SwitchToTabIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.closeTabs", id: "CloseTabsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.createWindow", id: "CreateWindowIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.closeWindows", id: "CloseWindowsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.bookmarkTab", id: "BookmarkTabIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.bookmarkURL", id: "BookmarkURLIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.openBookmark", id: "OpenBookmarkIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.deleteBookmarks", id: "DeleteBookmarksIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.findOnPage", id: "FindOnPageIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.openURLInTab", id: "LoadURLInTabIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("browser.clearHistory", id: "ClearHistoryIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("browser.clearHistoryTimeFrame", id: "ClearHistoryTimeFrameEnum", since: "18.0", evidence: .adopter),
                ["today", "lastFourHours", "todayAndYesterday", "allTime"]),
        ],
        unions: [])
}
