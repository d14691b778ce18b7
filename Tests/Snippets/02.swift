// says: You already have a timer running. What should we call this one?|Tea: tea
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

struct Answers: IntentRequestHandler {
    func requestValue(_ dialog: IntentDialog?, for parameter: LocalizedStringResource) async throws -> _WireValue? {
        print(dialog.map { "\($0.full)" } ?? "")
        return try "Tea"._wireValue()
    }
    func requestConfirmation(_ dialog: IntentDialog?) async throws -> Bool { true }
    func requestChoice(among titles: [LocalizedStringResource], _ dialog: IntentDialog?) async throws -> Int? { nil }
}
@main enum Run {
    static func main() async throws {
        let intent = CreateTimerIntent()
        let timer = try await IntentRequests.$handler.withValue(Answers()) { try await intent.perform().value?.id }
        print("\(intent.label ?? ""): \(timer ?? "")")
    }
}
