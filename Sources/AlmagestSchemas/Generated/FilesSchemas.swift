// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/files.json. Change that, then run it.

extension SchemaDomain {
    static let files = SchemaDomain(
        "files", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("files.file", id: "FileEntity", since: "18.0", evidence: .adopters, note: "The macro adds FileEntity: id must be FileEntityIdentifier and static supportedContentTypes: [UTType] is required; two projects also declare name: String."),
                [
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("fileModificationDate", .date, optional: true),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("files.createFolder", id: "CreateFolderIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("files.renameFile", id: "RenameFileIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("files.openFile", id: "OpenFileIntent", since: "18.0", evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("files.file")),
                ]),
            IntentSchema(
                SchemaFacts("files.moveFiles", id: "MoveFilesIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("files.deleteFiles", id: "DeleteFilesIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
