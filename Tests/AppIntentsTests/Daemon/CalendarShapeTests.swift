import AlmagestEntities
import AppIntents
import CoreSpotlight
import Foundation
import GeoToolbox
import Testing

/// The shape in which Apple's calendar session builds an app: the model on the main actor, queries that take it as a
/// dependency, an index that follows creating, changing and deleting, a transient attendee with two enums of the schema, and
/// an event with nested entities, unions and a property of its own.
@Suite(.serialized) @MainActor struct CalendarShapeTests {
    @Test func theIndexFollowsCreatingChangingAndDeleting() async throws {
        let model = PlannerModel()
        AppDependencyManager.shared.add(dependency: model)
        let daemon = try TestDaemon()
        try await daemon.use {
            let lunar = try await model.create("Lunar calendar")
            let solar = try await model.create("Solar calendar")
            #expect(try await daemon.search("lunar") == [lunar.uuidString])
            #expect(
                try await PlanCalendarEntity.defaultQuery.allEntities().map(\.title) == [
                    "Lunar calendar", "Solar calendar",
                ])
            #expect(try await PlanCalendarEntity.defaultQuery.suggestedEntities().count == 2)
            #expect(try await PlanCalendarEntity.defaultQuery.entities(for: [solar]).map(\.id) == [solar])
            try await model.rename(lunar, to: "Tidal calendar")
            #expect(try await daemon.search("lunar") == [])
            #expect(try await daemon.search("tidal") == [lunar.uuidString])
            try await model.delete(lunar)
            #expect(try await daemon.search("tidal") == [])
            #expect(try await daemon.search("solar") == [solar.uuidString])
        }
    }

    @Test func anEventCarriesWhatIsWithinIt() async throws {
        let model = PlannerModel()
        AppDependencyManager.shared.add(dependency: model)
        let daemon = try TestDaemon()
        try await daemon.use {
            let calendar = try await model.create("Lunar calendar")
            let create = CreatePlanIntent()
            create.title = "Crew dinner"
            create.startDate = Date(timeIntervalSince1970: 1_797_000_000)
            create.isAllDay = false
            create.calendar = try #require(model.calendars.first { $0.id == calendar }.map(PlanCalendarEntity.init))
            let guest = PlanAttendeeEntity()
            guest.person = IntentPerson(handle: .init(emailAddress: "glow@example.org"))
            guest.status = .accepted
            guest.type = .person
            guest.isAttendanceOptional = true
            create.attendees = [guest]
            create.location = .name("Observation dome")
            let event = try #require(try await create.perform().value)
            #expect(
                try await daemon.find(#"{"property":"attendees.status","op":"==","value":"accepted"}"#) == [event.id])
            #expect(try await daemon.find(#"{"property":"mood","op":"==","value":"festive"}"#) == [event.id])
            let update = UpdatePlanIntent()
            update.event = event
            update.note = nil
            #expect(update.$note.valueState == .set(nil))
            #expect(update.$title.valueState == .unset)
            update.title = "Crew breakfast"
            _ = try await update.perform()
            #expect(try await daemon.search("breakfast") == [event.id])
            let delete = DeletePlanIntent()
            delete.entity = event
            _ = try await delete.perform()
            #expect(try await daemon.search("breakfast") == [])
        }
    }
}

/// The app's model.
@MainActor
final class PlannerModel {
    struct Calendar: Identifiable {
        let id: UUID
        var title: String
    }
    private(set) var calendars: [Calendar] = []
    private var index: CSSearchableIndex { CSSearchableIndex(name: "Plans") }

    func create(_ title: String) async throws -> UUID {
        let calendar = Calendar(id: UUID(), title: title)
        calendars.append(calendar)
        try await index.indexAppEntities([PlanCalendarEntity(calendar)])
        return calendar.id
    }

    func rename(_ id: UUID, to title: String) async throws {
        guard let place = calendars.firstIndex(where: { $0.id == id }) else { return }
        calendars[place].title = title
        try await index.indexAppEntities([PlanCalendarEntity(calendars[place])])
    }

    func delete(_ id: UUID) async throws {
        calendars.removeAll { $0.id == id }
        try await index.deleteAppEntities(identifiedBy: [id], ofType: PlanCalendarEntity.self)
    }

    func put(_ event: PlanEventEntity) async throws { try await index.indexAppEntities([event]) }

    func deleteEvent(_ id: String) async throws {
        try await index.deleteAppEntities(identifiedBy: [id], ofType: PlanEventEntity.self)
    }
}

@AppEntity(schema: .calendar.calendar)
struct PlanCalendarEntity: IndexedEntity {
    struct Query: EnumerableEntityQuery {
        @Dependency var model: PlannerModel

        @MainActor
        func entities(for identifiers: [PlanCalendarEntity.ID]) async throws -> [PlanCalendarEntity] {
            model.calendars.filter { identifiers.contains($0.id) }.map(PlanCalendarEntity.init)
        }

        @MainActor
        func allEntities() async throws -> [PlanCalendarEntity] { model.calendars.map(PlanCalendarEntity.init) }
    }
    static let defaultQuery = Query()
    let id: UUID
    var title: String
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", image: .init(systemName: "calendar"))
    }

    @MainActor
    init(_ calendar: PlannerModel.Calendar) {
        id = calendar.id
        title = calendar.title
    }
}

@AppEnum(schema: .calendar.attendeeType)
enum PlanAttendeeType: String { case person, room }

@AppEntity(schema: .calendar.attendee)
struct PlanAttendeeEntity: TransientAppEntity {
    var person: IntentPerson
    var status: AttendeeStatus?
    var isAttendanceOptional: Bool
    var type: PlanAttendeeType?
    var displayRepresentation: DisplayRepresentation { person.displayRepresentation }
    init() {}
}

@UnionValue enum PlanLocation: Sendable { case place(PlaceDescriptor), name(String) }
@UnionValue enum PlanAlarm: Sendable { case before(Duration), date(Date) }
@AppEnum(schema: .calendar.eventStatus) enum PlanStatus: String { case confirmed, tentative }

@AppEntity(schema: .calendar.event)
struct PlanEventEntity: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [PlanEventEntity.ID]) async throws -> [PlanEventEntity] { [] }
    }
    static let defaultQuery = Query()
    let id: String
    var calendar: PlanCalendarEntity
    var title: String
    var startDate: Date
    var endDate: Date
    var isAllDay: Bool
    var recurrence: Calendar.RecurrenceRule?
    var note: String?
    var travelTime: Duration?
    var location: PlanLocation?
    var virtualLocation: URL?
    var status: PlanStatus?
    var alarms: [PlanAlarm]
    var organizers: [IntentPerson]
    var attendees: [PlanAttendeeEntity]

    /// Not of the schema.
    @Property(title: "Mood") var mood: String

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)") }
}

@AppIntent(schema: .calendar.createEvent)
struct CreatePlanIntent {
    var title: String
    var startDate: Date
    var endDate: Date?
    var location: PlanLocation?
    var calendar: PlanCalendarEntity
    var isAllDay: Bool
    var recurrence: Calendar.RecurrenceRule?
    var attendees: [PlanAttendeeEntity]
    var note: String?
    @Dependency var model: PlannerModel

    @MainActor
    func perform() async throws -> some ReturnsValue<PlanEventEntity> {
        // Every wrapped member has a default, so that the identifier alone makes an entity.
        let event = PlanEventEntity(id: UUID().uuidString)
        event.title = title
        event.calendar = calendar
        event.startDate = startDate
        event.endDate = endDate ?? startDate + 3_600
        event.isAllDay = isAllDay
        event.location = location
        event.attendees = attendees
        event.alarms = [.before(.seconds(900))]
        event.mood = "festive"
        try await model.put(event)
        return .result(value: event)
    }
}

@AppIntent(schema: .calendar.updateEvent)
struct UpdatePlanIntent {
    var event: PlanEventEntity
    var title: String?
    var attendees: [PlanAttendeeEntity]?
    var startDate: Date?
    var endDate: Date?
    var isAllDay: Bool?
    var calendar: PlanCalendarEntity?
    var recurrence: Calendar.RecurrenceRule?
    var note: String?
    var location: PlanLocation?
    @Dependency var model: PlannerModel

    @MainActor
    func perform() async throws -> some ReturnsValue<PlanEventEntity> {
        if let title { event.title = title }
        if case .set(let note) = $note.valueState { event.note = note }
        try await model.put(event)
        return .result(value: event)
    }
}

@AppIntent(schema: .calendar.deleteEvent)
struct DeletePlanIntent {
    var entity: PlanEventEntity
    @Dependency var model: PlannerModel

    @MainActor
    func perform() async throws -> some IntentResult {
        try await model.deleteEvent(entity.id)
        return .result()
    }
}
