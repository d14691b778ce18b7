// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/calendar.json. Change that, then run it.

extension SchemaDomain {
    static let calendar = SchemaDomain(
        "calendar", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("calendar.attendee", id: "AttendeeEntity", since: "27.0", evidence: .documentation, note: "Also adopted as TransientAppEntity."),
                [
                    SchemaMember("person", .person),
                    SchemaMember("status", .enumeration("calendar.attendeeStatus"), optional: true),
                    SchemaMember("isAttendanceOptional", .bool),
                    SchemaMember("type", .enumeration("calendar.attendeeType"), optional: true),
                ]),
            EntitySchema(
                SchemaFacts("calendar.calendar", id: "CalendarEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                ]),
            EntitySchema(
                SchemaFacts("calendar.event", id: "EventEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("calendar", .entity("calendar.calendar")),
                    SchemaMember("title", .text),
                    SchemaMember("startDate", .date),
                    SchemaMember("endDate", .date),
                    SchemaMember("isAllDay", .bool),
                    SchemaMember("recurrence", .recurrence, optional: true),
                    SchemaMember("note", .text, optional: true),
                    SchemaMember("travelTime", .duration, optional: true),
                    SchemaMember("location", .union("calendar.EventLocation"), optional: true),
                    SchemaMember("virtualLocation", .url, optional: true),
                    SchemaMember("status", .enumeration("calendar.eventStatus"), optional: true),
                    SchemaMember("alarms", .list(.union("calendar.EventAlarm"))),
                    SchemaMember("organizers", .list(.person)),
                    SchemaMember("attendees", .list(.entity("calendar.attendee"))),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("calendar.createEvent", id: "CreateEventIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("startDate", .date),
                    SchemaMember("endDate", .date, optional: true),
                    SchemaMember("location", .union("calendar.EventLocation"), optional: true),
                    SchemaMember("calendar", .entity("calendar.calendar")),
                    SchemaMember("isAllDay", .bool),
                    SchemaMember("recurrence", .recurrence, optional: true),
                    SchemaMember("attendees", .list(.entity("calendar.attendee"))),
                    SchemaMember("note", .text, optional: true),
                ], result: .entity("calendar.event")),
            IntentSchema(
                SchemaFacts("calendar.deleteEvent", id: "DeleteEventIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("entity", .entity("calendar.event")),
                    SchemaMember("span", .enumeration("calendar.eventSpan"), optional: true),
                ]),
            IntentSchema(
                SchemaFacts("calendar.updateEvent", id: "UpdateEventIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("event", .entity("calendar.event")),
                    SchemaMember("title", .text, optional: true),
                    SchemaMember("attendees", .list(.entity("calendar.attendee")), optional: true),
                    SchemaMember("startDate", .date, optional: true),
                    SchemaMember("endDate", .date, optional: true),
                    SchemaMember("isAllDay", .bool, optional: true),
                    SchemaMember("calendar", .entity("calendar.calendar"), optional: true),
                    SchemaMember("recurrence", .recurrence, optional: true),
                    SchemaMember("note", .text, optional: true),
                    SchemaMember("location", .union("calendar.EventLocation"), optional: true),
                    SchemaMember("span", .enumeration("calendar.eventSpan"), optional: true),
                ], result: .entity("calendar.event")),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("calendar.attendeeType", id: "AttendeeType", since: "27.0", evidence: .sample, note: "At least one case is required; the app defines them."),
                ["person"], open: true),
            EnumSchema(
                SchemaFacts("calendar.eventStatus", id: "EventEntityStatus", since: "27.0", evidence: .documentation, note: "One adopter also uses none."),
                ["confirmed", "tentative", "cancelled"]),
            EnumSchema(
                SchemaFacts("calendar.eventSpan", id: "EventSpan", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("calendar.attendeeStatus", id: "ParticipantStatus", since: "27.0", evidence: .adopters, note: "An app may adopt a subset."),
                ["accepted", "declined", "tentative", "pending"]),
        ],
        unions: [
            UnionSchema(
                SchemaFacts("calendar.EventLocation", evidence: .adopters, note: "The names of the cases are the app's choice."),
                [
                    SchemaMember("placeDescriptor", .place),
                    SchemaMember("string", .text),
                ]),
            UnionSchema(
                SchemaFacts("calendar.EventAlarm", evidence: .adopters, note: "The names of the cases are the app's choice."),
                [
                    SchemaMember("duration", .duration),
                    SchemaMember("date", .date),
                ]),
        ])
}
