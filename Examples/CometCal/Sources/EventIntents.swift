import AppIntents
import Foundation

/// "Put the crew dinner on Friday at seven."
@AppIntent(schema: .calendar.createEvent)
struct CreateEventIntent {
    var title: String
    var startDate: Date
    var endDate: Date?
    var location: EventLocation?
    var calendar: CalendarEntity
    var isAllDay: Bool
    var recurrence: Calendar.RecurrenceRule?
    var attendees: [AttendeeEntity]
    var note: String?

    @Dependency private var store: CalendarStore

    @MainActor
    func perform() async throws -> some ReturnsValue<EventEntity> {
        var event = EventRecord(
            calendarID: calendar.id, title: title, start: startDate, end: endDate ?? startDate + 3_600)
        event.isAllDay = isAllDay
        event.recurrence = recurrence
        event.guests = attendees.map(\.guest)
        event.note = note
        event.place = location.map(\.record)
        store.save(event)
        return .result(value: try await EventIndex().add(event.id, in: store))
    }
}

/// Changes what is mentioned. What is mentioned as nothing is cleared, what isn't mentioned stays.
@AppIntent(schema: .calendar.updateEvent)
struct UpdateEventIntent {
    var event: EventEntity
    var title: String?
    var attendees: [AttendeeEntity]?
    var startDate: Date?
    var endDate: Date?
    var isAllDay: Bool?
    var calendar: CalendarEntity?
    var recurrence: Calendar.RecurrenceRule?
    var note: String?
    var location: EventLocation?

    @Dependency private var store: CalendarStore

    @MainActor
    func perform() async throws -> some ReturnsValue<EventEntity> {
        guard var record = store.event(event.id) else { throw CalendarError.gone(event.title) }
        if let title { record.title = title }
        if let startDate {
            // An event that is moved stays as long as it was.
            record.end = endDate ?? startDate + record.end.timeIntervalSince(record.start)
            record.start = startDate
        } else if let endDate {
            record.end = endDate
        }
        if let isAllDay { record.isAllDay = isAllDay }
        if let calendar { record.calendarID = calendar.id }
        if case .set(let guests) = $attendees.valueState { record.guests = (guests ?? []).map(\.guest) }
        if case .set(let rule) = $recurrence.valueState { record.recurrence = rule }
        if case .set(let text) = $note.valueState { record.note = text }
        if case .set(let place) = $location.valueState { record.place = place.map(\.record) }
        store.save(record)
        return .result(value: try await EventIndex().add(record.id, in: store))
    }
}

@AppIntent(schema: .calendar.deleteEvent)
struct DeleteEventIntent {
    var entity: EventEntity

    @Dependency private var store: CalendarStore

    @MainActor
    func perform() async throws -> some IntentResult & ProvidesDialog {
        store.delete(entity.id)
        try await EventIndex().remove([entity.id])
        return .result(dialog: "“\(entity.title)” is deleted.")
    }
}

@AppIntent(schema: .system.open)
struct OpenEventIntent: OpenIntent {
    static let title: LocalizedStringResource = "Open an event"
    var target: EventEntity

    @MainActor
    func perform() async throws -> some IntentResult {
        print("Showing \(target.title)")
        return .result()
    }
}

extension EventLocation {
    var record: EventRecord.Place {
        switch self {
        case .place(let place): .map(place)
        case .name(let name): .name(name)
        }
    }
}

enum CalendarError: Error, CustomStringConvertible {
    case gone(String)
    var description: String {
        switch self {
        case .gone(let title): "There is no event “\(title)” any more."
        }
    }
}
