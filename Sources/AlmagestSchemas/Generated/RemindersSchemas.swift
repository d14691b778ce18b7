// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/reminders.json. Change that, then run it.

extension SchemaDomain {
    static let reminders = SchemaDomain(
        "reminders", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("reminders.group", id: "GroupEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("lists", .list(.entity("reminders.list"))),
                ]),
            EntitySchema(
                SchemaFacts("reminders.list", id: "ListEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("name", .text),
                    SchemaMember("type", .enumeration("reminders.listType")),
                ]),
            EntitySchema(
                SchemaFacts("reminders.reminder", id: "ReminderEntity", since: "27.0", evidence: .documentation, note: "Beta template ends here; one project reports a section member in another beta."),
                [
                    SchemaMember("title", .text),
                    SchemaMember("note", .text, optional: true),
                    SchemaMember("tags", .set(.text)),
                    SchemaMember("urls", .list(.url)),
                    SchemaMember("dueDate", .date, optional: true),
                    SchemaMember("recurrence", .recurrence, optional: true),
                    SchemaMember("isCompleted", .bool),
                    SchemaMember("isFlagged", .bool, optional: true),
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("completionDate", .date, optional: true),
                    SchemaMember("list", .entity("reminders.list")),
                    SchemaMember("locationTrigger", .entity("reminders.locationTrigger"), optional: true),
                ]),
            EntitySchema(
                SchemaFacts("reminders.section", id: "SectionEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("list", .entity("reminders.list")),
                ]),
            EntitySchema(
                SchemaFacts("reminders.locationTrigger", id: "LocationTriggerEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("place", .place),
                    SchemaMember("event", .enumeration("reminders.locationTriggerEvent")),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("reminders.createList", id: "CreateListIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.createReminder", id: "CreateReminderIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("list", .entity("reminders.list"), optional: true),
                    SchemaMember("note", .text, optional: true),
                    SchemaMember("isFlagged", .bool, optional: true),
                    SchemaMember("images", .list(.file)),
                    SchemaMember("tags", .set(.text)),
                    SchemaMember("urls", .list(.url)),
                    SchemaMember("dueDate", .date, optional: true),
                    SchemaMember("recurrence", .recurrence, optional: true),
                    SchemaMember("locationTrigger", .entity("reminders.locationTrigger"), optional: true),
                    SchemaMember("section", .entity("reminders.section"), optional: true),
                ], result: .entity("reminders.reminder")),
            IntentSchema(
                SchemaFacts("reminders.createSection", id: "CreateSectionIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.deleteReminders", id: "DeleteRemindersIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.updateGroup", id: "UpdateGroupIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.updateList", id: "UpdateListIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.updateReminder", id: "UpdateReminderIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("reminders.updateSection", id: "UpdateSectionIntent", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("reminders.listType", id: "ListType", since: "27.0", evidence: .adopters, note: "There may be more."),
                ["standard"]),
            EnumSchema(
                SchemaFacts("reminders.locationTriggerEvent", id: "LocationTriggerEvent", since: "27.0", evidence: .unknown),
                nil),
        ],
        unions: [])
}
