// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/spreadsheet.json. Change that, then run it.

extension SchemaDomain {
    static let spreadsheet = SchemaDomain(
        "spreadsheet", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("spreadsheet.sheet", id: "SheetEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("spreadsheet.document", id: "SpreadsheetEntity", since: "18.0", evidence: .adopter, note: "Not all members are known."),
                [
                    SchemaMember("name", .text),
                ]),
            EntitySchema(
                SchemaFacts("spreadsheet.template", id: "SpreadsheetTemplateEntity", since: "18.0", evidence: .unknown),
                nil),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("spreadsheet.create", id: "CreateSpreadsheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.open", id: "OpenSpreadsheetIntent", since: "18.0", evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("spreadsheet.document")),
                ]),
            IntentSchema(
                SchemaFacts("spreadsheet.update", id: "UpdateSpreadsheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.delete", id: "DeleteSpreadsheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.createSheet", id: "CreateSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.openSheet", id: "OpenSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.updateSheet", id: "UpdateSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addImageToSheet", id: "AddImageToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addVideoToSheet", id: "AddVideoToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addAudioToSheet", id: "AddAudioToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addTextBoxToSheet", id: "AddTextboxToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addCommentToSheet", id: "AddCommentToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.addWebVideoToSheet", id: "AddWebVideoToSheetIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("spreadsheet.deleteSheet", id: "DeleteSheetIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
