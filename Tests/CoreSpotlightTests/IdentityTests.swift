import AlmagestEntities
import Foundation
import Testing

@testable import CoreSpotlight

/// Identifiers are told apart by their bytes, as the index does, also where Unicode calls the texts equal.
@Suite struct IdentityTests {
    private let composed = "caf\u{e9}"
    private let decomposed = "cafe\u{301}"

    @Test func itemsAndResultsWithOtherBytesAreOthers() {
        let (one, other) = (item(composed, "A"), item(decomposed, "A"))
        #expect(composed == decomposed)
        #expect(one != other)
        #expect(one == item(composed, "B"))
        #expect(one.hash == item(composed, "B").hash)
        #expect(Set([one, other, item(composed, "B")]).count == 2)
        #expect(Set([one, other].map(CSSearchQuery.Results.Item.init)).count == 2)
    }

    @Test func peopleAndSuggestionsWithOtherBytesAreOthers() {
        let people = [composed, decomposed, composed].map {
            CSPerson(displayName: "Glow", handles: [$0 + "@example.org"], handleIdentifier: "emailAddresses")
        }
        #expect(people[0] != people[1])
        #expect(people[0] == people[2])
        #expect(people[0].hash == people[2].hash)
        let suggestions = [composed, decomposed].map { CSSuggestion(text: $0, rank: 0, entity: nil) }
        #expect(suggestions[0] != suggestions[1])
        #expect(Set(suggestions.map(CSUserQuery.Suggestion.init)).count == 2)
        let values: [PropertyValue] = [composed, decomposed].map { .person(.init(name: $0, handle: "a@example.org")) }
        #expect(CSPerson.people(from: .list(values)).count == 2)
    }

    @Test func indexesWithOtherBytesAreOthers() async throws {
        let activity = IndexActivity()
        activity.donated(3, to: composed)
        #expect(activity.donations(to: composed) == 3)
        #expect(activity.donations(to: decomposed) == 0)
        activity.batchBegan(on: composed)
        await activity.waitForBatches(on: decomposed)
        activity.batchEnded(on: composed)
        await activity.waitForBatches(on: composed)
    }

    @Test func theDaemonKeepsBothApart() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index(composed)
        try await index.indexSearchableItems([item(composed, "A"), item(decomposed, "B")])
        #expect(try await daemon.all().count == 2)
        try await index.deleteSearchableItems(withIdentifiers: [decomposed])
        let left = try await daemon.all()
        #expect(left.count == 1 && left.first?.hasSameBytes(as: composed) == true)
    }
}
