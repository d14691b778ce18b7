import AppIntents
import CoreSpotlight
import Foundation

/// The app. `CometCal index` fills the index; without an argument the program answers the daemon that started it.
@main
enum CometCal {
    static func main() async throws {
        try start()
        if CommandLine.arguments.dropFirst().first == "index" {
            print("\(try await EventIndex().fill()) events are indexed.")
        } else {
            try await provider.run()
        }
    }

    static let bundle = "org.example.CometCal"

    /// To be called when the process starts, before anything is asked.
    @MainActor
    static func start() throws {
        CSSearchableIndex.bundleIdentifier = bundle
        let store = try CalendarStore()
        AppDependencyManager.shared.add(dependency: store)
    }

    /// What the daemon may ask the app.
    static let provider = AppIntentsProvider([
        .entity(EventEntity.self), .entity(CalendarEntity.self), .entity(AttendeeEntity.self),
        .intent(CreateEventIntent.self), .intent(UpdateEventIntent.self), .intent(DeleteEventIntent.self),
        .intent(OpenEventIntent.self), .enumeration(AttendeeStatus.self),
    ])
}

/// The app's named index. Whatever changes the store tells it.
struct EventIndex: Sendable {
    private var index: CSSearchableIndex { CSSearchableIndex(name: "Calendar") }

    func add(_ events: [EventEntity]) async throws { try await index.indexAppEntities(events) }

    /// Indexes one event as the store has it now.
    @MainActor
    func add(_ id: String, in store: CalendarStore) async throws -> EventEntity {
        guard let event = store.event(id), let calendar = store.calendars.first(where: { $0.id == event.calendarID })
        else { throw CalendarError.gone(id) }
        let entity = EventEntity(event, calendar)
        try await add([entity])
        return entity
    }

    func remove(_ identifiers: [EventEntity.ID]) async throws {
        try await index.deleteAppEntities(identifiedBy: identifiers, ofType: EventEntity.self)
    }

    /// Indexes calendars and events.
    ///
    /// - Returns: how many events that were.
    func fill() async throws -> Int {
        try await index.indexAppEntities(CalendarEntity.defaultQuery.allEntities())
        let events = try await EventEntity.defaultQuery.entities(matching: [], mode: .and, sortedBy: [], limit: nil)
        try await add(events)
        return events.count
    }
}
