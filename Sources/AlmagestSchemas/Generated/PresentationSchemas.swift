// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/presentation.json. Change that, then run it.

extension SchemaDomain {
    static let presentation = SchemaDomain(
        "presentation", .shortcutsOnly,
        entities: [
            EntitySchema(
                SchemaFacts("presentation.slide", id: "PresentationSlideEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("presentation.template", id: "PresentationTemplateEntity", since: "18.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("presentation.document", id: "PresentationEntity", since: "18.0", evidence: .adopter, note: "Not all members are known."),
                [
                    SchemaMember("name", .text),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("presentation.create", id: "CreatePresentationIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.open", id: "OpenPresentationIntent", since: "18.0", evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("presentation.document")),
                ]),
            IntentSchema(
                SchemaFacts("presentation.update", id: "UpdatePresentationIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.startPlayback", id: "StartPlaybackPresentationIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.stopPlayback", id: "StopPlaybackPresentationIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.createSlide", id: "CreatePresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.openSlide", id: "OpenPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.setSlideTitle", id: "UpdatePresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addImageToSlide", id: "AddImageToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addVideoToSlide", id: "AddVideoToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addAudioToSlide", id: "AddAudioToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addTextBoxToSlide", id: "AddTextBoxToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addCommentToSlide", id: "AddCommentToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.addWebVideoToSlide", id: "AddWebVideoToPresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("presentation.deleteSlide", id: "DeletePresentationSlideIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [],
        unions: [])
}
