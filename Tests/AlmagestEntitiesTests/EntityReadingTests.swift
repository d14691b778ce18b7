import AlmagestEntities
import Testing

@Suite struct EntityReadingTests {
    static let event = """
        {"bundle":"org.example.CometCal","index":"work","type":"EventEntity","id":"8F3A","schema":"calendar.event",
         "display":{"title":"Meteor Shower Watch Party","subtitle":"Wed 10 PM","image":{"systemName":"calendar"},
           "synonyms":["perseids"]},
         "url":"https://cometcal.example.org/event/8F3A","stableID":"ck-77","ownership":"shared","domain":"personal",
         "keywords":["astronomy"],"language":"en","priority":7,"hidden":true,"expires":{"date":"2027-01-01T00:00:00Z"},
         "properties":{
           "startDate":{"date":"2026-08-12T22:00:00-07:00[America/Los_Angeles]"},
           "endDate":{"date":"2026-08-13T01:00:00-07:00[America/Los_Angeles]"},
           "isAllDay":false,"note":"Bring blankets and oxygen","travelTime":{"duration":"PT45M"},"count":3,"ratio":0.5,
           "virtualLocation":{"url":"https://meet.example.org/x"},"length":{"measurement":{"value":3,"unit":"km"}},
           "calendar":{"entity":"org.example.CometCal/CalendarEntity/lunar","name":"Lunar"},
           "location":{"case":"place","value":{"place":{"name":"Joshua Tree","latitude":33.9,"longitude":-115.9}}},
           "attendees":[{"record":{"person":{"person":{"name":"Glow","handle":"glow@example.org"}},
             "isAttendanceOptional":false}}]},
         "text":"long body, if any","passages":[{"locator":"page=3","text":"…"}]}
        """

    static func decode(_ text: String, limits: EntityLimits = .standard) throws -> Result<DecodedEntity, EntityFaults> {
        Entity.decode(json: try JSONDocument(text).root, path: "entities[3]", limits: limits)
    }

    /// Messages of the faults of an entity, each with its path.
    static func faults(_ text: String) throws -> [String] {
        switch try decode(text) {
        case .success: []
        case .failure(let faults): faults.faults.map { "\($0.path ?? ""): \($0.message)" }
        }
    }

    static func entity(with member: String) -> String {
        #"{"bundle":"b","type":"t","id":"i","display":{"title":"T"},\#(member)}"#
    }

    static func entity(property value: String) -> String { entity(with: #""properties":{"p":\#(value)}"#) }

    @Test func everyMemberIsRead() throws {
        let entity = try Self.decode(Self.event).get().entity
        #expect(entity.key == EntityID(bundle: "org.example.CometCal", type: "EventEntity", id: "8F3A"))
        #expect(entity.index == "work")
        #expect(entity.schema == "calendar.event")
        #expect(
            entity.display
                == Display(
                    title: "Meteor Shower Watch Party", subtitle: "Wed 10 PM", image: .systemName("calendar"),
                    synonyms: ["perseids"]))
        #expect(entity.url == "https://cometcal.example.org/event/8F3A")
        #expect(entity.stableID == "ck-77")
        #expect(entity.ownership == .shared)
        #expect(entity.domain == "personal")
        #expect(entity.keywords == ["astronomy"])
        #expect(entity.language == "en")
        #expect(entity.priority == 7)
        #expect(entity.hidden)
        #expect(entity.expires?.text == "2027-01-01T00:00:00Z")
        #expect(entity.text == "long body, if any")
        #expect(entity.passages == [.init(locator: "page=3", text: "…")])
        #expect(entity[property: "isAllDay"] == .bool(false))
        #expect(entity[property: "count"] == .integer(3))
        #expect(entity[property: "ratio"] == .number(0.5))
        #expect(entity[property: "travelTime"] == .duration(DurationValue(seconds: 2700)))
        #expect(entity[property: "length"] == .measurement(.init(value: 3, unit: "km")))
        #expect(
            entity[property: "calendar"]
                == .entity(
                    EntityID(bundle: "org.example.CometCal", type: "CalendarEntity", id: "lunar"), name: "Lunar"))
        #expect(
            entity[property: "location"]
                == .union(
                    case: "place", value: .place(.init(name: "Joshua Tree", latitude: 33.9, longitude: -115.9))))
        #expect(
            entity[property: "attendees"]
                == .list([
                    .record([
                        .init("person", .person(.init(name: "Glow", handle: "glow@example.org"))),
                        .init("isAttendanceOptional", .bool(false)),
                    ])
                ]))
    }

    @Test func whatIsLeftOutHasItsDefault() throws {
        let entity = try Self.decode(#"{"bundle":"b","type":"t","id":"i","display":{"title":"T"}}"#).get().entity
        #expect(entity == Entity(key: EntityID(bundle: "b", type: "t", id: "i"), display: Display(title: "T")))
        #expect(entity.index == "default")
    }

    @Test func nullIsTheSameAsLeftOut() throws {
        let text = Self.entity(with: #""url":null,"keywords":null,"priority":null,"properties":{"a":null,"b":1}"#)
        let entity = try Self.decode(text).get().entity
        #expect(entity.url == nil && entity.keywords.isEmpty && entity.priority == 0)
        #expect(entity.properties.map(\.name) == ["b"])
    }

    @Test func allFaultsOfARecordComeAtOnce() throws {
        let found = try Self.faults(
            """
            {"bundle":"b","type":7,"display":{"title":"T","colour":1},"priority":2000,"ownership":"mine",
             "properties":{"startDate":{"date":"2026-02-31"},"at":{"place":{"latitude":91,"longitude":0}}}}
            """)
        #expect(
            found == [
                "entities[3].type: Expected text, found the number 7.",
                "entities[3].display: “colour” is no member of a display.",
                "entities[3].priority: 2000 is out of range: -1000 to 1000 are allowed.",
                "entities[3].ownership: “mine” is no ownership.",
                "entities[3].properties.startDate.date: February 31 does not exist.",
                "entities[3].properties.at.place.latitude: 91.0 degrees are out of range: -90 to 90 are allowed.",
                "entities[3].id: It is missing.",
            ])
    }

    @Test(arguments: [
        (#"{"bundle":"b","type":"t","id":"i","display":{}}"#, "display.title: The title is missing."),
        (#"{"bundle":"b","type":"t","id":"i"}"#, "display.title: The title is missing."),
        (#"{"bundle":"b","type":"t","id":"","display":{"title":"T"}}"#, "id: An identifier has no empty part."),
        (#"{"bundle":"b","type":"t","id":"a\u0000","display":{"title":"T"}}"#, "has a control character"),
        (entity(with: #""colour":1"#), "“colour” is no member of an entity."),
        (entity(with: #""hidden":1"#), "hidden: Expected true or false, found the number 1."),
        (entity(with: #""url":"no link""#), "url: “no link” is no link."),
        (entity(with: #""language":"en_GB""#), "language: “en_GB” is no language tag."),
        (entity(with: #""expires":5"#), "expires: Expected a date"),
        (entity(with: #""text":["a"]"#), "text: Expected text, found a list."),
        (entity(with: #""keywords":["a",3]"#), "keywords[1]: Expected text, found the number 3."),
        (entity(with: #""passages":[{"locator":"x"}]"#), "passages[0]: A passage needs a text."),
        (entity(with: #""properties":[]"#), "properties: Expected an object, found a list."),
        (entity(with: #""properties":{"":1}"#), "The name of a property is empty."),
        (entity(with: #""update":true"#), "update: An update has no place here"),
        (entity(property: #"[1,null]"#), "properties.p[1]: A list cannot hold null."),
        (entity(property: #"{"date":5}"#), "properties.p.date: Expected a date as text, found the number 5."),
        (entity(property: #"{"duration":"P1Y"}"#), "years and months have no fixed length"),
        (entity(property: #"{"url":""}"#), "properties.p.url: “” is no link."),
        (entity(property: #"{"person":{}}"#), "properties.p.person: A person needs"),
        (entity(property: #"{"person":{"age":3}}"#), "“age” is no member of a person."),
        (entity(property: #"{"place":{"latitude":1}}"#), "properties.p.place: A place has both"),
        (entity(property: #"{"measurement":{"value":3}}"#), "A measurement needs a value and a unit."),
        (entity(property: #"{"entity":"a/b"}"#), "properties.p.entity: “a/b” is no identifier: it has 2 parts"),
        (entity(property: #"{"case":"a","value":null}"#), "A union needs a value."),
        (entity(property: #"{"record":[1]}"#), "properties.p.record: Expected a record"),
        ("[]", "entities[3]: Expected an entity as an object, found a list."),
        ("null", "entities[3]: Expected an entity as an object, found null."),
    ])
    func aFaultSaysWhereAndWhat(_ text: String, _ expected: String) throws {
        let found = try Self.faults(text)
        #expect(found.count == 1)
        #expect(found.first?.contains(expected) == true, "\(found)")
    }

    @Test func objectsWithoutATagAreRecords() throws {
        let entity = try Self.decode(
            Self.entity(property: #"{"url":"https://a.example","title":"A","case":"x"}"#)
        ).get().entity
        #expect(
            entity[property: "p"]
                == .record([
                    .init("url", .text("https://a.example")), .init("title", .text("A")), .init("case", .text("x")),
                ])
        )
        let empty = try Self.decode(Self.entity(property: "{}")).get().entity
        #expect(empty[property: "p"] == .record([]))
    }

    @Test func textBeyondTheLimitIsCutAndSaid() throws {
        var limits = EntityLimits()
        limits.textBytes = 10
        let decoded = try Self.decode(Self.entity(with: #""text":"ééééééé""#), limits: limits).get()
        #expect(decoded.entity.text == "ééééé")
        let odd = try Self.decode(Self.entity(with: #""text":"aééééééé""#), limits: limits).get()
        #expect(odd.entity.text == "aéééé")
        #expect(
            odd.warnings == [
                EntityWarning(
                    path: "entities[3].text", message: "The text was cut: it has 15 bytes, and 10 are kept.")
            ])
    }

    @Test func listsBeyondTheLimitsAreCutAndSaid() throws {
        var limits = EntityLimits()
        limits.keywords = 2
        limits.properties = 1
        limits.passages = 1
        let decoded = try Self.decode(
            Self.entity(
                with: #""keywords":["a","b","c"],"properties":{"a":1,"b":2},"passages":[{"text":"x"},{"text":"y"}]"#),
            limits: limits
        ).get()
        #expect(decoded.entity.keywords == ["a", "b"])
        #expect(decoded.entity.properties.map(\.name) == ["a"])
        #expect(decoded.entity.passages.count == 1)
        #expect(
            decoded.warnings.map(\.path) == ["entities[3].keywords", "entities[3].properties", "entities[3].passages"])
    }

    @Test func valuesBeyondTheLimitAreLeftOutWithOneWarning() throws {
        var limits = EntityLimits()
        limits.values = 3
        let decoded = try Self.decode(Self.entity(property: "[1,2,3,4,5]"), limits: limits).get()
        #expect(decoded.entity[property: "p"] == .list([.integer(1), .integer(2)]))
        #expect(decoded.warnings.map(\.path) == ["entities[3].properties.p[2]"])
    }

    @Test func nestingBeyondTheLimitIsAFault() throws {
        let deep = String(repeating: "[", count: 59) + String(repeating: "]", count: 59)
        let found = try Self.decode(Self.entity(property: deep))
        guard case .failure(let faults) = found else {
            Issue.record("It was taken.")
            return
        }
        #expect(faults.first.name == .tooDeep)
        _ = try Self.decode(Self.entity(property: String(deep.dropFirst().dropLast()))).get()
    }

    @Test func aMillionPropertiesGiveOneWarning() throws {
        let members = (0..<1_000_000).map { #""p\#($0)":1"# }.joined(separator: ",")
        let decoded = try Self.decode(Self.entity(with: #""properties":{\#(members)}"#)).get()
        #expect(decoded.entity.properties.count == 1000)
        #expect(decoded.warnings.count == 1)
    }

    @Test func manyFaultsAreCountedNotCollected() throws {
        let list = Array(repeating: "null", count: 10_000).joined(separator: ",")
        #expect(try Self.faults(Self.entity(property: "[\(list)]")).count == 100)
    }

    @Test func namesThatDifferInCompositionAloneAreTwoNames() throws {
        let entity = try Self.decode(Self.entity(with: #""properties":{"\u00e9":1,"e\u0301":2}"#)).get().entity
        #expect(entity[property: "\u{E9}"] == .integer(1))
        #expect(entity[property: "e\u{301}"] == .integer(2))
        let again = try Entity(decoding: entity.encoded())
        #expect(again.properties.map { Array($0.name.utf8) } == entity.properties.map { Array($0.name.utf8) })
    }

    @Test func aTitleOfControlCharactersIsKept() throws {
        let entity = try Self.decode(
            #"{"bundle":"b","type":"t","id":"i","display":{"title":"\u0007\u202Eabc\u0000"}}"#
        ).get().entity
        #expect(entity.display.title == "\u{7}\u{202E}abc\u{0}")
        #expect(try Entity(decoding: entity.encoded()) == entity)
    }

    @Test func theThrowingReaderGivesTheFirstFaultAndCountsTheOthers() throws {
        let document = try JSONDocument(#"{"bundle":1,"type":2,"id":"i","display":{"title":"T"}}"#)
        let error = #expect(throws: AlmagestError.self) { try Entity(json: document.root, path: "entities[0]") }
        #expect(error?.path == "entities[0].bundle")
        #expect(error?.message == "Expected text, found the number 1. (And 1 more fault.)")
    }

    @Test func valuesOfStoredEntitiesAreNotCut() throws {
        var entity = Entity(key: EntityID(bundle: "b", type: "t", id: "i"), display: Display(title: "T"))
        entity.text = String(repeating: "x", count: 2 << 20)
        var value = PropertyValue.bool(true)
        for _ in 0..<200 { value = .record([.init("r", value)]) }
        entity.properties = [.init("deep", value)]
        #expect(try Entity(decoding: entity.encoded()) == entity)
    }
}
