import AppIntents
import AppIntentsTesting
import Foundation
import GeoToolbox
import Testing

@testable import CometCal

/// The app's adoption, over the index in memory: no daemon is needed.
@Suite(.serialized) @MainActor struct CometCalTests {
    private let app: IntentDefinitions
    private let dinner = Date(timeIntervalSince1970: 1_797_000_000)

    init() throws {
        try CometCal.start()
        app = try IntentDefinitions(bundleIdentifier: CometCal.bundle, provider: CometCal.provider)
    }

    private var events: EntityDefinition { app.entities["EventEntity"] }

    private func found(_ text: String) async throws -> [AnyAppEntity] { try await events.spotlightQuery(text) }

    private func create() async throws -> EventEntity {
        let guest = AttendeeEntity(.init(name: "Glow", address: "glow@example.org", isOptional: true))
        let outcome = try await app.intents["CreateEventIntent"].makeIntent(
            title: "Starlight dinner", startDate: dinner, location: EventLocation.name("Observation dome"),
            calendar: app.entities["CalendarEntity"].makeReference(identifier: "lunar"), isAllDay: false,
            recurrence: Calendar.RecurrenceRule.weekly(calendar: Calendar(identifier: .gregorian)),
            attendees: [guest], note: "Bring the good cups"
        ).run()
        return try outcome.value.as(EventEntity.self)
    }

    @Test func calendarsAndEventsAreIndexedAndAttendeesTravelWithin() async throws {
        #expect(try await app.run { try await EventIndex().fill() } == 56)
        #expect(app.index.identifiers.count == 61)
        #expect(try await found("meteor").first?.identifier == "8F3A")
        // By a guest, by a tag, and by the name of the place.
        #expect(try await found("orion").contains { $0.identifier == "8F3A" })
        #expect(try await found("perseids").contains { $0.identifier == "8F3A" })
        #expect(try await found("joshua").contains { $0.identifier == "8F3A" })
        #expect(try await app.entities["AttendeeEntity"].spotlightQuery(nil).isEmpty)
    }

    @Test func aNewEventIsInTheIndexAtOnce() async throws {
        let event = try await create()
        #expect(try await found("starlight").map(\.identifier) == [event.id])
        #expect(event.endDate == dinner + 3_600)
        #expect(event.recurrence?.frequency == .weekly)
        #expect(event.ownership == .shared)
        guard case .name("Observation dome")? = event.location else {
            Issue.record("The place is \(String(describing: event.location)).")
            return
        }
        #expect(event.attendees.first?.isAttendanceOptional == true)
        guard case .before(.seconds(900))? = event.alarms.first else {
            Issue.record("The alarms are \(event.alarms).")
            return
        }
    }

    @Test func anUpdateChangesWhatIsMentionedAndClearsWhatIsMentionedAsNothing() async throws {
        let event = try await create()
        let reference = events.makeReference(identifier: event.id)
        let moved = try await app.intents["UpdateEventIntent"].makeIntent(
            event: reference, title: "Moonlight dinner", startDate: dinner + 7_200
        ).run().value.as(EventEntity.self)
        #expect(moved.title == "Moonlight dinner")
        #expect(moved.endDate == dinner + 10_800)
        #expect(moved.note == "Bring the good cups")
        #expect(try await found("starlight").isEmpty)
        #expect(try await found("moonlight").map(\.identifier) == [event.id])
        let alone = try await app.intents["UpdateEventIntent"].makeIntent(
            event: reference, attendees: [AttendeeEntity](), note: String?.none
        ).run().value.as(EventEntity.self)
        #expect(alone.note == nil)
        #expect(alone.ownership == [])
        #expect(try await found("cups").isEmpty)
    }

    @Test func aDeletedEventIsGoneFromTheIndex() async throws {
        let event = try await create()
        let outcome = try await app.intents["DeleteEventIntent"].makeIntent(
            entity: events.makeReference(identifier: event.id)
        ).run()
        #expect(outcome.dialog == "“Starlight dinner” is deleted.")
        #expect(try await found("starlight").isEmpty)
        await #expect(throws: TestingError.self) {
            try await events.resolved(from: events.makeReference(identifier: event.id))
        }
    }

    @Test func eventsAreFoundByWords() async throws {
        #expect(
            try await events.entities(matching: "crew").allSatisfy {
                ($0.displayRepresentation.title.text).localizedCaseInsensitiveContains("crew")
            })
        #expect(try app.enums["AttendeeStatus"].makeCase("tentative").value as? AttendeeStatus == .tentative)
        let attendee = try app.transientEntities["AttendeeEntity"].make()
        #expect(attendee.typeName == "AttendeeEntity")
    }
}
