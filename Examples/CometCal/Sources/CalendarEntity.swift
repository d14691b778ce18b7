import AppIntents
import CoreSpotlight
import Foundation

@AppEntity(schema: .calendar.calendar)
struct CalendarEntity: IndexedEntity {
    struct Query: EnumerableEntityQuery {
        @Dependency private var store: CalendarStore

        @MainActor
        func entities(for identifiers: [CalendarEntity.ID]) async throws -> [CalendarEntity] {
            store.calendars.filter { identifiers.contains($0.id) }.map(CalendarEntity.init)
        }

        @MainActor
        func allEntities() async throws -> [CalendarEntity] { store.calendars.map(CalendarEntity.init) }
    }
    static let defaultQuery = Query()

    let id: String
    var title: String
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", image: .init(systemName: "calendar"))
    }

    init(_ calendar: CalendarRecord) {
        id = calendar.id
        title = calendar.title
    }
}

/// Who comes. Nobody looks for attendees by themselves: they are transient, and travel within their event.
@AppEntity(schema: .calendar.attendee)
struct AttendeeEntity: TransientAppEntity {
    var person: IntentPerson
    var status: AttendeeStatus?
    var isAttendanceOptional: Bool
    var type: AttendeeType?
    var displayRepresentation: DisplayRepresentation { person.displayRepresentation }

    init() {}

    init(_ guest: EventRecord.Guest) {
        person = IntentPerson(
            identifier: .unknown, name: .displayName(guest.name), handle: .init(emailAddress: guest.address))
        status = .pending
        isAttendanceOptional = guest.isOptional
        type = .person
    }

    var guest: EventRecord.Guest {
        EventRecord.Guest(
            name: person.name.text ?? "", address: person.handle?.value.text ?? "", isOptional: isAttendanceOptional)
    }
}

@AppEnum(schema: .calendar.attendeeStatus)
enum AttendeeStatus: String {
    case accepted, declined, tentative, pending
}

@AppEnum(schema: .calendar.attendeeType)
enum AttendeeType: String {
    case person
}
