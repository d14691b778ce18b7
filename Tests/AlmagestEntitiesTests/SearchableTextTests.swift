import AlmagestEntities
import Testing

@Suite struct SearchableTextTests {
    @Test func allTextOfAValueIsFound() {
        let value = PropertyValue.list([
            .text("note"), .integer(5), .bool(true), .date(DateValue(form: .allDay, seconds: 0)),
            .url("https://a.example"), .person(.init(name: "Glow", handle: "glow@example.org", identifier: "hidden")),
            .place(.init(name: "Joshua Tree", latitude: 1, longitude: 2, address: "Road 1")),
            .measurement(.init(value: 3, unit: "km")), .measurement(.init(value: 2.5, unit: "l")),
            .entity(EntityID(bundle: "b", type: "t", id: "i"), name: "Lunar"),
            .record([.init("label", .text("inner"))]), .union(case: "place", value: .text("payload")), .text(""),
        ])
        #expect(
            value.searchableText
                == "note\nhttps://a.example\nGlow\nglow@example.org\nJoshua Tree\nRoad 1\n3 km\n2.5 l\nLunar\ninner\npayload"
        )
    }

    @Test func propertiesAreFlattenedToDottedPaths() {
        var entity = Entity(key: EntityID(bundle: "b", type: "t", id: "i"), display: Display(title: "T"))
        let glow = PropertyValue.person(.init(name: "Glow", isMe: true))
        let place = PropertyValue.place(.init(name: "JT", latitude: 1, longitude: 2))
        entity.properties = [
            .init("n", .integer(1)), .init("tags", .list([.text("a"), .text("b")])),
            .init("attendees", .list([.record([.init("person", glow), .init("late", .bool(false))])])),
            .init("location", .union(case: "place", value: place)),
        ]
        #expect(
            entity.flattenedProperties() == [
                .init(path: "n", value: .integer(1)), .init(path: "tags", value: .text("a")),
                .init(path: "tags", value: .text("b")), .init(path: "attendees.person", value: glow),
                .init(path: "attendees.person.name", value: .text("Glow")),
                .init(path: "attendees.person.isMe", value: .bool(true)),
                .init(path: "attendees.late", value: .bool(false)), .init(path: "location.case", value: .text("place")),
                .init(path: "location", value: place), .init(path: "location.name", value: .text("JT")),
                .init(path: "location.latitude", value: .number(1)),
                .init(path: "location.longitude", value: .number(2)),
            ])
    }

    @Test func longPathsDoNotMultiply() {
        var value = PropertyValue.integer(1)
        for _ in 0..<20 { value = .record([.init(String(repeating: "x", count: 1000), value)]) }
        var entity = Entity(key: EntityID(bundle: "b", type: "t", id: "i"), display: Display(title: "T"))
        entity.properties = [.init("p", value)]
        #expect(entity.flattenedProperties().isEmpty)
    }
}
