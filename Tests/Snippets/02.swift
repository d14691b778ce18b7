import AppIntents

struct TimerEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [TimerEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Timer"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Timer" }
}
let timerEntity = TimerEntity(id: "tea")
// SNIPPET
