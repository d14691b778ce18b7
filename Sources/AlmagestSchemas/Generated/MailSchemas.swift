// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/mail.json. Change that, then run it.

extension SchemaDomain {
    static let mail = SchemaDomain(
        "mail", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("mail.account", id: "MailAccountEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("emailAddress", .text),
                ]),
            EntitySchema(
                SchemaFacts("mail.mailbox", id: "MailboxEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("account", .entity("mail.account")),
                ]),
            EntitySchema(
                SchemaFacts("mail.draft", id: "MailDraftEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("to", .list(.person)),
                    SchemaMember("cc", .list(.person)),
                    SchemaMember("bcc", .list(.person)),
                    SchemaMember("subject", .text, optional: true),
                    SchemaMember("body", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("account", .entity("mail.account")),
                ]),
            EntitySchema(
                SchemaFacts("mail.message", id: "MailMessageEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("to", .list(.person)),
                    SchemaMember("cc", .list(.person)),
                    SchemaMember("bcc", .list(.person)),
                    SchemaMember("subject", .text, optional: true),
                    SchemaMember("body", .text, optional: true),
                    SchemaMember("attachments", .list(.file)),
                    SchemaMember("sender", .person),
                    SchemaMember("dateSent", .date),
                    SchemaMember("dateReceived", .date),
                    SchemaMember("isRead", .bool),
                    SchemaMember("isJunk", .bool),
                    SchemaMember("isFlagged", .bool),
                    SchemaMember("category", .enumeration("mail.category"), optional: true),
                    SchemaMember("account", .entity("mail.account")),
                    SchemaMember("mailbox", .entity("mail.mailbox")),
                ]),
            EntitySchema(
                SchemaFacts("mail.thread", id: "MailThreadEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("description", .text, optional: true),
                    SchemaMember("messages", .list(.entity("mail.message"))),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("mail.createDraft", id: "CreateDraftIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.updateDraft", id: "UpdateDraftIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.saveDraft", id: "SaveDraftIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.deleteDraft", id: "DeleteDraftIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.sendDraft", id: "SendDraftIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("target", .entity("mail.draft")),
                    SchemaMember("sendLaterDate", .date, optional: true),
                ]),
            IntentSchema(
                SchemaFacts("mail.forwardMail", id: "ForwardMailIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.replyMail", id: "ReplyMailIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.archiveMail", id: "ArchiveMailIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.deleteMail", id: "DeleteMailIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.updateMail", id: "UpdateMailIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.openDraft", id: "MailOpenDraft", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("mail.openMessage", id: "MailOpenMessage", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("mail.category", id: "MailCategory", since: "18.0", evidence: .unknown),
                nil),
        ],
        unions: [])
}
