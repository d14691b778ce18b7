// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/phone.json. Change that, then run it.

extension SchemaDomain {
    static let phone = SchemaDomain(
        "phone", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("phone.phonePerson", id: "PhonePerson", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("person", .person),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("phone.startCall", id: "StartCallIntent", since: "27.0", evidence: .documentation, note: "Documented base protocols AudioRecordingIntent, AudioStartingIntent."),
                [
                    SchemaMember("destination", .union("phone.CallDestination")),
                    SchemaMember("audioVisualMode", .enumeration("phone.audioVisualMode")),
                ]),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("phone.audioVisualMode", id: "CallAVMode", since: "27.0", evidence: .unknown),
                nil),
        ],
        unions: [
            UnionSchema(
                SchemaFacts("phone.CallDestination", evidence: .unknown, note: "Its payloads are not known."),
                nil),
        ])
}
