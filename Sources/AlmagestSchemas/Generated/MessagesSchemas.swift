// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/messages.json. Change that, then run it.

extension SchemaDomain {
    static let messages = SchemaDomain(
        "messages", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("messages.conversation", id: "ConversationEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("recipients", .list(.entity("messages.messagePerson"))),
                    SchemaMember("displayName", .text),
                    SchemaMember("previewText", .text),
                    SchemaMember("conversationName", .text, optional: true),
                    SchemaMember("isRead", .bool),
                    SchemaMember("attributes", .set(.enumeration("messages.conversationAttribute"))),
                    SchemaMember("dateLastActive", .date, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("messages.customAttachment", id: "CustomAttachment", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("sourceName", .text, optional: true),
                    SchemaMember("description", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("messages.message", id: "MessageEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("messageType", .enumeration("messages.messageType")),
                    SchemaMember("author", .entity("messages.messagePerson")),
                    SchemaMember("isRead", .bool),
                    SchemaMember("attributes", .set(.enumeration("messages.messageAttribute"))),
                    SchemaMember("conversation", .entity("messages.conversation")),
                    SchemaMember("date", .date),
                    SchemaMember("subject", .text, optional: true),
                    SchemaMember("body", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("audioMessage", .file, optional: true),
                    SchemaMember("customAttachments", .list(.entity("messages.customAttachment"))),
                    SchemaMember("locations", .list(.place)),
                    SchemaMember("links", .list(.link)),
                    SchemaMember("messageEffect", .enumeration("messages.messageEffect"), optional: true),
                    SchemaMember("reaction", .union("messages.ReadReaction"), optional: true),
                    SchemaMember("referencedMessage", .entity("messages.message"), optional: true),
                    SchemaMember("notificationIdentifier", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("messages.messagePerson", id: "MessagePerson", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("person", .person),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("messages.editSentMessage", id: "EditSentMessageIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("messages.sendMessage", id: "SendMessageIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("content", .text, optional: true),
                    SchemaMember("destination", .union("messages.MessageDestination")),
                    SchemaMember("subject", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("audioMessage", .file, optional: true),
                    SchemaMember("locations", .list(.place)),
                    SchemaMember("links", .list(.url)),
                    SchemaMember("scheduledDate", .date, optional: true),
                ], result: .list(.entity("messages.message"))),
            IntentSchema(
                SchemaFacts("messages.setMessageReadStatus", id: "SetMessageReadStatusIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("messages.draftMessage", id: "DraftMessageIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("destination", .union("messages.MessageDestination"), optional: true),
                    SchemaMember("subject", .text, optional: true),
                    SchemaMember("content", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("audioMessage", .file, optional: true),
                    SchemaMember("locations", .list(.place)),
                    SchemaMember("links", .list(.url)),
                    SchemaMember("scheduledDate", .date, optional: true),
                ]),
            IntentSchema(
                SchemaFacts("messages.unsendMessage", id: "UnsendMessageIntent", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("messages.conversationAttribute", id: "ConversationAttribute", since: "27.0", evidence: .adopters, note: "The app defines the cases."),
                [], open: true),
            EnumSchema(
                SchemaFacts("messages.messageAttribute", id: "MessageAttribute", since: "27.0", evidence: .adopters, note: "The app defines the cases."),
                [], open: true),
            EnumSchema(
                SchemaFacts("messages.messageEffect", id: "MessageEffect", since: "27.0", evidence: .documentation, note: "The app defines the cases."),
                [], open: true),
            EnumSchema(
                SchemaFacts("messages.messageType", id: "MessageType", since: "27.0", evidence: .adopters, note: "The one case is required; the app may define others."),
                ["unspecified"], open: true),
            EnumSchema(
                SchemaFacts("messages.customReaction", id: "Tapback", since: "27.0", evidence: .unknown),
                nil),
        ],
        unions: [
            UnionSchema(
                SchemaFacts("messages.MessageDestination", evidence: .sample, note: "Other cases are not confirmed."),
                [
                    SchemaMember("recipients", .list(.entity("messages.messagePerson"))),
                ], open: true),
            UnionSchema(
                SchemaFacts("messages.ReadReaction", evidence: .unknown),
                nil),
        ])
}
