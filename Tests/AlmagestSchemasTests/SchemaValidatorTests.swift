import AlmagestEntities
import AlmagestSchemas
import Testing

@Suite struct SchemaValidatorTests {
    static let event = #"""
        "startDate":{"date":"2026-08-12T22:00:00Z"},"endDate":{"date":"2026-08-13T01:00:00Z"},"isAllDay":false,
        "calendar":{"entity":"org.example.CometCal/CalendarEntity/lunar"}
        """#

    static func entity(_ schema: String, _ properties: String, title: String = "T") throws -> Entity {
        let text = """
            {"bundle":"b","type":"t","id":"i","schema":"\(schema)","display":{"title":"\(title)"},
             "properties":{\(properties)}}
            """
        return try Entity(json: JSONDocument(text).root)
    }

    /// An event with more properties.
    static func event(_ more: String) throws -> Entity { try entity("calendar.event", "\(event),\(more)") }

    static func value(_ json: String) throws -> PropertyValue {
        try #require(try PropertyValue(json: JSONDocument(json).root))
    }

    @Test func anEntityThatAgreesHasNoFaults() throws {
        let entity = try Self.event(
            #"""
            "note":"Bring oxygen","travelTime":{"duration":"PT45M"},"virtualLocation":{"url":"https://a.example"},
            "status":"confirmed","recurrence":"FREQ=WEEKLY","organizers":[{"person":{"name":"Glow"}}],
            "location":{"case":"place","value":{"place":{"name":"Joshua Tree"}}},
            "alarms":[{"case":"duration","value":{"duration":"-PT15M"}}],
            "attendees":[{"record":{"person":{"person":{"name":"Glow"}},"isAttendanceOptional":false,"type":"robot"}}]
            """#)
        let (normal, faults) = SchemaValidator.normalized(entity)
        #expect(faults.isEmpty)
        #expect(normal == entity)
    }

    @Test func anEntityWithoutASchemaIsLeftAlone() throws {
        var entity = try Self.event(#""startdate":"x""#)
        entity.schema = nil
        #expect(SchemaValidator.validate(entity).isEmpty)
    }

    @Test func aRequiredMemberThatIsMissingIsAWarning() throws {
        let faults = SchemaValidator.validate(try Self.entity("calendar.event", ""))
        #expect(
            faults.map(\.path) == [
                "properties.calendar", "properties.startDate", "properties.endDate", "properties.isAllDay",
            ])
        #expect(faults.allSatisfy { $0.severity == .warning })
        #expect(faults[1].message == "calendar.event requires startDate, a date, and it is missing.")
    }

    @Test func titleAndNameAreThereWhenTheDisplayHasATitle() throws {
        #expect(SchemaValidator.validate(try Self.entity("calendar.calendar", "")).isEmpty)
        #expect(SchemaValidator.validate(try Self.entity("audio.artist", "")).isEmpty)
        #expect(SchemaValidator.validate(try Self.entity("calendar.calendar", "", title: "")).count == 1)
    }

    @Test func anAbsentListIsEmpty() throws {
        let faults = SchemaValidator.validate(try Self.entity("audio.song", #""artistName":"Glow""#))
        #expect(faults.isEmpty)
    }

    @Test func allFaultsComeAtOnce() throws {
        let entity = try Self.entity(
            "calendar.event",
            #"""
            "startDate":5,"endDate":"2026-02-31","isAllDay":"no","status":"confirmd","virtualLocation":"nowhere",
            "organizers":["Glow",7],"attendees":[{"record":{"person":3,"isAttendanceOptional":1}}],"location":true
            """#)
        let faults = SchemaValidator.validate(entity)
        #expect(
            faults.map(\.description) == [
                "warning: properties.calendar: calendar.event requires calendar, a calendar.calendar, and it is missing.",
                "error: properties.startDate: Expected a date, found the number 5.",
                "error: properties.endDate: February 31 does not exist.",
                "error: properties.isAllDay: Expected true or false, found the text “no”.",
                "error: properties.location: Expected a calendar.EventLocation, found true.",
                "error: properties.virtualLocation: “nowhere” is no link.",
                "error: properties.status: “confirmd” is no case of calendar.eventStatus.",
                "error: properties.organizers[1]: Expected a person, found the number 7.",
                "error: properties.attendees[0].person: Expected a person, found the number 3.",
                "error: properties.attendees[0].isAttendanceOptional: Expected true or false, found the number 1.",
            ])
        #expect(
            faults.first { $0.path.hasSuffix("status") }?.hint
                == "The nearest is confirmed; the cases are confirmed, tentative, cancelled.")
    }

    @Test(arguments: [
        ("startDate", #""2026-08-12""#, #"{"date":"2026-08-12"}"#),
        ("travelTime", #""PT3H""#, #"{"duration":"PT3H"}"#),
        ("travelTime", "90", #"{"duration":"PT1M30S"}"#),
        ("virtualLocation", #""https://a.example""#, #"{"url":"https://a.example"}"#),
        ("calendar", #""b/CalendarEntity/lunar""#, #"{"entity":"b/CalendarEntity/lunar"}"#),
        ("calendar", #""Lunar""#, #"{"record":{"title":"Lunar"}}"#),
        (
            "organizers", #"["Glow","glow@example.org"]"#,
            #"[{"person":{"name":"Glow"}},{"person":{"handle":"glow@example.org"}}]"#
        ),
        ("organizers", #""Glow""#, #"[{"person":{"name":"Glow"}}]"#),
        ("organizers", #"[{"name":"Glow","isMe":true}]"#, #"[{"person":{"name":"Glow","isMe":true}}]"#),
        (
            "attendees", #"[{"person":{"name":"Glow"}},"Ada"]"#,
            #"[{"record":{"person":{"person":{"name":"Glow"}}}},{"record":{"person":{"person":{"name":"Ada"}}}}]"#
        ),
        (
            "attendees", #"[{"person":"Glow","isAttendanceOptional":true}]"#,
            #"[{"record":{"person":{"person":{"name":"Glow"}},"isAttendanceOptional":true}}]"#
        ),
        ("location", #""Joshua Tree""#, #"{"case":"string","value":"Joshua Tree"}"#),
        (
            "location", #"{"place":{"name":"Joshua Tree"}}"#,
            #"{"case":"placeDescriptor","value":{"place":{"name":"Joshua Tree"}}}"#
        ),
        (
            "location", #"{"name":"Joshua Tree","latitude":33.9,"longitude":-115}"#,
            #"{"case":"placeDescriptor","value":{"place":{"name":"Joshua Tree","latitude":33.9,"longitude":-115}}}"#
        ),
        (
            "alarms", #"["-PT15M",{"date":"2026-08-12"}]"#,
            #"[{"case":"duration","value":{"duration":"-PT15M"}},{"case":"date","value":{"date":"2026-08-12"}}]"#
        ),
        ("alarms", #"[{"case":"before","value":"-PT15M"}]"#, #"[{"case":"before","value":{"duration":"-PT15M"}}]"#),
        ("alarms", #"[{"case":"date","value":"2026-08-12"}]"#, #"[{"case":"date","value":{"date":"2026-08-12"}}]"#),
    ])
    func theBareFormOfTheDeclaredTypeIsUnderstood(_ member: String, _ bare: String, _ full: String) throws {
        var entity = try Self.event(#""x":1"#)
        entity.properties.removeAll { $0.name == member }
        entity.properties.append(.init(member, try Self.value(bare)))
        let (normal, faults) = SchemaValidator.normalized(entity)
        #expect(!faults.contains { $0.severity == .error }, "\(faults)")
        #expect(normal[property: member] == (try Self.value(full)))
        #expect(SchemaValidator.normalized(normal).0 == normal)
    }

    @Test(arguments: [
        (
            "location", #"{"case":"number","value":5}"#,
            "The number 5 in the case “number” is no calendar.EventLocation."
        ),
        ("location", #"{"case":"string","value":5}"#, "Expected text, found the number 5."),
        ("calendar", "5", "Expected a calendar.calendar, found the number 5."),
        ("calendar", #"{"record":{"title":5}}"#, "Expected text, found the number 5."),
        ("note", #"{"url":"https://a.example"}"#, "Expected text, found a link."),
        ("organizers", #"[{"name":"Glow","age":3}]"#, "Expected a person, found a record."),
        ("status", "3", "Expected a case of calendar.eventStatus, found the number 3."),
        ("travelTime", #""P1Y""#, "“P1Y” is no duration: years and months have no fixed length."),
        ("startDate", #""next week""#, "“next week” is no date"),
        ("attendees", #"[5]"#, "Expected a calendar.attendee, found the number 5."),
    ])
    func aMistypedMemberIsAnErrorAndStays(_ member: String, _ json: String, _ message: String) throws {
        var entity = try Self.event(#""x":1"#)
        entity.properties.removeAll { $0.name == member }
        entity.properties.append(.init(member, try Self.value(json)))
        let (normal, faults) = SchemaValidator.normalized(entity)
        let errors = faults.filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors.first?.message.hasPrefix(message) == true, "\(errors)")
        #expect(normal == entity)
    }

    @Test func openEnumsAndThoseWithoutKnownCasesTakeAnyName() throws {
        let message = #"""
            "messageType":"sticker","author":"Glow","isRead":true,"conversation":"b/Conversation/1","date":"2026-08-12",
            "attributes":["pinned","pinned"],"messageEffect":"balloons"
            """#
        let (normal, faults) = SchemaValidator.normalized(try Self.entity("messages.message", message))
        #expect(faults.isEmpty, "\(faults)")
        #expect(normal[property: "attributes"] == .list([.text("pinned")]))
        #expect(normal[property: "author"] == .record([.init("person", .person(.init(name: "Glow")))]))
        #expect(SchemaValidator.validate(try Self.entity("photos.album", #""albumType":"smart""#)).isEmpty)
    }

    @Test func whatTheSchemaDoesNotNameIsKept() throws {
        let entity = try Self.event(#""isFavorite":true,"startdate":"2026-08-12""#)
        let (normal, faults) = SchemaValidator.normalized(entity)
        #expect(faults.isEmpty)
        #expect(normal[property: "startdate"] == .text("2026-08-12"))
    }

    @Test(arguments: [
        ("calender.event", "The nearest is calendar.event."), ("calendar.Event", "The nearest is calendar.event."),
        ("audio.sogn", "The nearest is audio.song."), ("weather.forecast", nil), ("", nil),
        (String(repeating: "x", count: 5_000), nil),
    ])
    func aSchemaThatIsNotKnownIsAWarningWithTheNearestName(_ name: String, _ hint: String?) throws {
        var entity = try Self.event(#""x":1"#)
        entity.schema = name
        let (normal, faults) = SchemaValidator.normalized(entity)
        #expect(normal == entity)
        #expect(faults.count == 1)
        #expect(faults.first?.severity == .warning)
        #expect(faults.first?.path == "schema")
        #expect(faults.first?.hint == hint)
    }

    @Test func aSchemaWhoseMembersAreNotKnownTakesAnything() throws {
        #expect(SchemaValidator.validate(try Self.entity("audio.ambientSound", #""title":5"#)).isEmpty)
    }

    @Test func faultsAreBounded() throws {
        let list = Array(repeating: "5", count: 1_000).joined(separator: ",")
        #expect(SchemaValidator.validate(try Self.event(#""attendees":[\#(list)]"#)).count == 100)
    }

    @Test func aRecordAsDeepAsItGetsIsValidated() throws {
        var value = PropertyValue.record([])
        for _ in 0..<200 { value = .record([.init("referencedMessage", value), .init("isRead", .bool(true))]) }
        var entity = try Self.entity("messages.message", "")
        entity.properties = [.init("referencedMessage", value)]
        #expect(!SchemaValidator.validate(entity).contains { $0.severity == .error })
    }
}
