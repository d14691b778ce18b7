import AppIntents
import CoreSpotlight
import Foundation
import GeoToolbox

/// Where it is: on the map, or only called something.
@UnionValue
enum EventLocation: Sendable {
    case place(PlaceDescriptor)
    case name(String)
}

/// When to be reminded: so long before, or at a time.
@UnionValue
enum EventAlarm: Sendable {
    case before(Duration)
    case date(Date)
}

@AppEnum(schema: .calendar.eventStatus)
enum EventStatus: String {
    case confirmed, tentative, cancelled
}

@AppEntity(schema: .calendar.event)
struct EventEntity: IndexedEntity, OwnershipProvidingEntity, URLRepresentableEntity {
    static let defaultQuery = EventQuery()
    static let urlRepresentation: URLRepresentation = "https://cometcal.example.org/event/\(.id)"

    let id: String
    var calendar: CalendarEntity
    var title: String
    var startDate: Date
    var endDate: Date
    var isAllDay: Bool
    var recurrence: Calendar.RecurrenceRule?
    var note: String?
    var travelTime: Duration?
    var location: EventLocation?
    var virtualLocation: URL?
    var status: EventStatus?
    var alarms: [EventAlarm]
    var organizers: [IntentPerson]
    var attendees: [AttendeeEntity]

    /// Not of the schema: what the person sorts events by.
    @Property(title: "Tags", indexingKey: \.keywords)
    var tags: [String]

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(title)", subtitle: "\(startDate.formatted(date: .abbreviated, time: .shortened))",
            image: .init(systemName: "calendar"))
    }

    /// An event with guests is seen by them.
    var ownership: EntityOwnership { attendees.isEmpty ? [] : .shared }

    init(_ event: EventRecord, _ calendar: CalendarRecord) {
        id = event.id
        self.calendar = CalendarEntity(calendar)
        title = event.title
        startDate = event.start
        endDate = event.end
        isAllDay = event.isAllDay
        recurrence = event.recurrence
        note = event.note
        location =
            switch event.place {
            case .map(let place): .place(place)
            case .name(let name): .name(name)
            case nil: nil
            }
        status = .confirmed
        alarms = event.alarms.map { .before(.seconds($0)) }
        attendees = event.guests.map(AttendeeEntity.init)
        tags = event.tags
    }
}

/// Finds events by their identifiers, by words, and by conditions on title and time.
struct EventQuery: EntityStringQuery, EntityPropertyQuery, IndexedEntityQuery {
    typealias ComparatorMappingType = @Sendable (EventEntity) -> Bool

    static let properties = QueryProperties {
        Property(\EventEntity.$title) {
            EqualToComparator { title -> ComparatorMappingType in { $0.title == title } }
            ContainsComparator { part -> ComparatorMappingType in { $0.title.localizedCaseInsensitiveContains(part) } }
        }
        Property(\EventEntity.$startDate) {
            GreaterThanOrEqualToComparator { date -> ComparatorMappingType in { $0.startDate >= date } }
            LessThanComparator { date -> ComparatorMappingType in { $0.startDate < date } }
        }
    }
    static let sortingOptions = SortingOptions { SortableBy(\EventEntity.$startDate) }

    @Dependency private var store: CalendarStore

    @MainActor
    private var all: [EventEntity] {
        let calendars = Dictionary(store.calendars.map { ($0.id, $0) }) { first, _ in first }
        return store.events.compactMap { event in
            calendars[event.calendarID].map { EventEntity(event, $0) }
        }
    }

    func entities(for identifiers: [EventEntity.ID]) async throws -> [EventEntity] {
        await all.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [EventEntity] {
        await all.filter { $0.title.localizedCaseInsensitiveContains(string) }
    }

    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [EntityQuerySort<EventEntity>],
        limit: Int?
    ) async throws -> [EventEntity] {
        var found = await all.filter { event in
            mode == .and ? comparators.allSatisfy { $0(event) } : comparators.contains { $0(event) }
        }
        if let sort = sortedBy.first {
            found.sort { ($0.startDate < $1.startDate) == (sort.order == .ascending) }
        }
        return Array(found.prefix(limit ?? found.count))
    }

    func suggestedEntities() async throws -> [EventEntity] { await Array(all.prefix(10)) }

    func reindexEntities(
        for identifiers: [EventEntity.ID], indexDescription: CSSearchableIndexDescription
    ) async throws {
        try await EventIndex().add(entities(for: identifiers))
    }

    func reindexAllEntities(indexDescription: CSSearchableIndexDescription) async throws {
        try await EventIndex().add(all)
    }
}
