import AlmagestEntities
import Testing

@testable import Semantic

struct EmbeddedTextTests {
    private func entity(_ title: String) -> Entity {
        Entity(key: EntityID(bundle: "org.example", type: "NoteEntity", id: "1"), display: Display(title: title))
    }

    @Test func theFirstPassageHoldsNamesKeywordsAndShortProperties() {
        var entity = entity("Picnic")
        entity.display.subtitle = "Sunday"
        entity.display.synonyms = ["outing"]
        entity.keywords = ["food", "park"]
        entity.properties = [
            .init("note", .text("chocolate cake")), .init("count", .integer(4)),
            .init("guests", .list([.person(.init(name: "Glow")), .record([.init("who", .text("Ray"))])])),
            .init("place", .union(case: "place", value: .place(.init(name: "Meadow", address: "1 Green Lane")))),
        ]
        let text = EmbeddedText(of: entity)
        #expect(text.passages.map(\.source) == [.summary])
        #expect(
            text.passages.first?.text
                == "Picnic\nSunday\nouting\nfood, park\nchocolate cake\nGlow\nRay\nMeadow, 1 Green Lane")
        #expect(!text.isCut)
    }

    @Test func longTextIsPassagesThatBeginWithTheTitle() {
        var entity = entity("Log")
        let body = (0..<200).map { "Sentence number \($0) tells about the flight." }.joined(separator: " ")
        entity.text = body
        let text = EmbeddedText(of: entity)
        #expect(text.passages.count > 5)
        #expect(!text.isCut)
        for passage in text.passages {
            guard case .body(let range) = passage.source else {
                Issue.record("not from the body")
                continue
            }
            #expect(passage.text == "Log\n" + body[range])
        }
    }

    @Test func whatFitsIsOnePassage() {
        var entity = entity("Ann to Ben")
        entity.keywords = ["work"]
        entity.text = "The review moves to Friday."
        let passages = EmbeddedText(of: entity).passages
        #expect(passages.map(\.text) == ["Ann to Ben\nwork\nThe review moves to Friday."])
        #expect(passages.first?.source != .summary)
    }

    @Test func aSummaryThatSaysMoreThanTheTitleStaysBesideLongText() {
        var entity = entity("Log")
        entity.text = String(repeating: "Nothing new under the moon tonight. ", count: 100)
        #expect(EmbeddedText(of: entity).passages.first?.source != .summary)
        entity.keywords = ["moon"]
        #expect(EmbeddedText(of: entity).passages.first?.source == .summary)
        #expect(EmbeddedText(of: entity).passages.first?.text == "Log\nmoon")
    }

    @Test func thereAreAtMostAsManyPassagesAsAllowedAndItSaysSo() {
        var entity = entity("Log")
        entity.text = String(repeating: "All work and no play makes a dull log. ", count: 5_000)
        entity.passages = [.init(locator: "page=3", text: "left out")]
        let text = EmbeddedText(of: entity)
        #expect(text.passages.count == 64)
        #expect(text.isCut)
    }

    @Test func donorPassagesAreFoundAgainByTheirNumber() {
        var entity = entity("Book")
        entity.passages = [.init(locator: "page=1", text: "First."), .init(locator: "page=2", text: "Second.")]
        let text = EmbeddedText(of: entity)
        let indices = text.passages.map { passage in
            if case .donor(let index, _) = passage.source { index } else { -1 }
        }
        #expect(indices == [0, 1])
        #expect(text.passages.last?.text == "Book\nSecond.")
    }

    @Test func aLongPropertyIsAPassageWithItsPath() {
        var entity = entity("Mail")
        let long = String(repeating: "Dear all, the meeting moves. ", count: 20)
        entity.properties = [.init("content", .record([.init("body", .text(long))]))]
        let text = EmbeddedText(of: entity)
        guard case .property("content.body", _) = text.passages.last?.source else {
            Issue.record("\(text.passages)")
            return
        }
    }

    @Test func nothingToSayIsNoPassage() {
        #expect(EmbeddedText(of: entity("")).passages.isEmpty)
    }
}
