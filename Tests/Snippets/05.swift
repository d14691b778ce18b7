// says: true
import AppIntents

struct Attendee {}
struct EventQuery: EntityQuery { func entities(for identifiers: [String]) async throws -> [EventEntity] { [] } }
// SNIPPET
extension EventEntity {
    static var defaultQuery: EventQuery { EventQuery() }
    var id: String { "perseids" }
    var attendees: [Attendee] { [] }
    var displayRepresentation: DisplayRepresentation { "Event" }
}

@main enum Run {
    static func main() { print(EventEntity().ownership == .unknown) }
}
