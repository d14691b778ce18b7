import AlmagestEntities
import Testing
import Text

@testable import Search

@Suite("Snippets")
struct SnippetMakerTests {
    /// An entity with a text in every place that words are found in.
    private let entity: Entity = {
        var entity = Entity(
            key: EntityID(bundle: "org.example.Test", type: "T", id: "1"),
            display: Display(title: "Meteor shower", subtitle: "Wednesday evening", synonyms: ["perseids", "tears"]))
        entity.keywords = ["astronomy", "night"]
        entity.text = "We meet at the gate. The dome opens when it is dark."
        entity.passages = [.init(locator: "page=2", text: "The telescope is being repaired.")]
        entity.properties = [
            .init("title", .text("Meteor shower")), .init("note", .text("Bring blankets and oxygen")),
            .init("link", .url("https://comet.example.org/watch")), .init("year", .integer(2026)),
            .init("tags", .list([.text("outdoors"), .text("family")])),
            .init("host", .person(.init(name: "Nova Castellanos", handle: "nova@example.org"))),
            .init(
                "location", .union(case: "place", value: .place(.init(name: "Joshua Tree", address: "Park Boulevard")))),
            .init(
                "calendar",
                .entity(EntityID(bundle: "org.example.Test", type: "C", id: "club"), name: "Stargazers")),
            .init(
                "attendees",
                .list([.record([.init("person", .person(.init(name: "Glow"))), .init("role", .text("driver"))])])),
        ]
        return entity
    }()

    /// Where the snippet is from, and its highlighted words.
    private func shown(
        _ query: String, _ entity: Entity? = nil, rarity: [String: Double] = [:]
    ) -> (path: String, words: [String])? {
        let maker = SnippetMaker(ParsedQuery(query + " "), languages: ["en"], rarity: rarity, maximumScalars: 160)
        return maker.snippet(of: entity ?? self.entity).map { snippet, _ in
            let scalars = Array(snippet.text.unicodeScalars)
            return (
                snippet.property,
                snippet.highlights.map {
                    String(String.UnicodeScalarView(scalars[$0[0]..<$0[0] + $0[1]]))
                }
            )
        }
    }

    @Test(
        "A match in any text that is indexed is shown where it stands",
        arguments: [
            ("shower", "title", ["shower"]), ("wednesday", "subtitle", ["Wednesday"]),
            ("perseids", "synonyms", ["perseids"]), ("night astronomy", "keywords", ["astronomy", "night"]),
            ("dome", "text", ["dome"]), ("telescopes", "passages", ["telescope"]), ("oxygen", "note", ["oxygen"]),
            ("comet", "link", ["comet"]), ("2026", "year", ["2026"]), ("family", "tags", ["family"]),
            ("castellanos", "host.name", ["Castellanos"]), ("nova@example.org", "host.handle", ["nova@example.org"]),
            ("joshua", "location.name", ["Joshua"]), ("boulevard", "location.address", ["Boulevard"]),
            ("stargazers", "calendar.name", ["Stargazers"]), ("glow", "attendees.person.name", ["Glow"]),
            ("drivers", "attendees.role", ["driver"]),
        ])
    func everywhere(_ query: String, _ path: String, _ words: [String]) throws {
        let found = try #require(shown(query))
        #expect(found.path == path && found.words == words, "\(found)")
    }

    @Test("The text with more different words wins over the one with more matches, and stop words count nowhere")
    func different() throws {
        var entity = entity
        entity.properties = [
            .init("often", .text("the oxygen, the oxygen and the oxygen")), .init("both", .text("oxygen for blankets")),
        ]
        #expect(try #require(shown("the oxygen and the blankets", entity)).path == "both")
        #expect(try #require(shown("the oxygen", entity)).words == ["oxygen", "oxygen", "oxygen"])
        // With one word each, the rarer one's text.
        entity.properties = [.init("a", .text("bread, bread")), .init("b", .text("oxygen"))]
        #expect(try #require(shown("bread oxygen", entity, rarity: ["bread": 1, "oxygen": 5])).path == "b")
        #expect(try #require(shown("bread oxygen", entity, rarity: ["bread": 5, "oxygen": 1])).path == "a")
    }

    @Test("Without a match the beginning of a text of its own is shown, and no name")
    func noMatch() throws {
        let found = try #require(shown("zebra"))
        #expect(found.path == "note" && found.words.isEmpty)
        var bare = entity
        bare.text = nil
        bare.passages = []
        bare.properties = [.init("host", .person(.init(name: "Nova"))), .init("year", .integer(2026))]
        #expect(shown("zebra", bare) == nil)
    }
}
