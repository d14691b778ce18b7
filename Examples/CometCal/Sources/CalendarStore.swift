import ExampleContent
import Foundation
import GeoToolbox

/// A calendar of the person's.
struct CalendarRecord: Sendable {
    let id: String
    var title: String
}

/// Something that happens; the app's own model, which knows nothing of intents.
struct EventRecord: Sendable {
    struct Guest: Sendable, Hashable {
        var name: String
        var address: String
        var isOptional = false
    }

    enum Place: Sendable {
        case map(PlaceDescriptor)
        case name(String)
    }

    var id = UUID().uuidString
    var calendarID: String
    var title: String
    var start: Date
    var end: Date
    var isAllDay = false
    var note: String?
    var place: Place?
    var recurrence: Calendar.RecurrenceRule?
    /// Seconds before the start.
    var alarms: [TimeInterval] = [900]
    var guests: [Guest] = []
    var tags: [String] = []
}

/// What the app knows. It belongs to the main actor, as the model of an app with windows does.
@MainActor
final class CalendarStore {
    private(set) var calendars: [CalendarRecord] = []
    private(set) var events: [EventRecord] = []

    /// Reads the person's calendars.
    init() throws {
        for line in try ContentLine.read("calendar") {
            if line.type == "CalendarEntity" {
                calendars.append(CalendarRecord(id: line.id, title: line.title))
            } else if let start = line["startDate"].date, let calendar = line["calendar"].reference {
                events.append(
                    EventRecord(
                        id: line.id, calendarID: calendar, title: line.title, start: start,
                        end: line["endDate"].date ?? start, isAllDay: line["isAllDay"].bool ?? false,
                        note: line["note"].text, place: Self.place(line["location"]),
                        recurrence: line.title.hasPrefix("Weekly")
                            ? .weekly(calendar: Calendar(identifier: .gregorian)) : nil,
                        guests: line["attendees"].list.map(Self.guest), tags: line.keywords))
            }
        }
    }

    private static func place(_ value: ContentValue) -> EventRecord.Place? {
        let place = value["value"]["place"]
        guard let name = place["name"].text ?? value["value"].text else { return nil }
        guard let latitude = place["latitude"].number, let longitude = place["longitude"].number else {
            return .name(name)
        }
        let point = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        return .map(PlaceDescriptor(representations: [.coordinate(point)], commonName: name))
    }

    private static func guest(_ value: ContentValue) -> EventRecord.Guest {
        let person = value["record"]["person"]["person"]
        return EventRecord.Guest(
            name: person["name"].text ?? "", address: person["handle"].text ?? "",
            isOptional: value["record"]["isAttendanceOptional"].bool ?? false)
    }

    func event(_ id: String) -> EventRecord? { events.first { $0.id == id } }

    func save(_ event: EventRecord) {
        if let place = events.firstIndex(where: { $0.id == event.id }) {
            events[place] = event
        } else {
            events.append(event)
        }
    }

    func delete(_ id: String) { events.removeAll { $0.id == id } }
}
