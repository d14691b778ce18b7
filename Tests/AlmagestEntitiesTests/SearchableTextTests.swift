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
}
