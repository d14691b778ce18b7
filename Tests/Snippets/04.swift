import AppIntents

struct MessageEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [MessageEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Message"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Message" }
}
@UnionValue enum Destination {
    case recipients([IntentPerson])
    case name(String)
}
@AppIntent(schema: .messages.sendMessage)
struct SendMessageIntent {
    var destination: Destination
    func perform() async throws -> some ReturnsValue<[MessageEntity]> { .result(value: []) }
}
struct Recipient { let entity: IntentPerson }
struct Conversation { let recipients: [Recipient] }
struct Message { let entity: MessageEntity }
func sent(_ messages: [Message], in conversation: Conversation) {
    // SNIPPET
}

@main enum Run {
    static func main() {
        let glow = IntentPerson(handle: .init(emailAddress: "glow@example.org"))
        sent([Message(entity: MessageEntity(id: "1"))], in: Conversation(recipients: [Recipient(entity: glow)]))
        // Until whoever has started it has seen the donation.
        _ = readLine()
    }
}
