import AppIntents
import Foundation
import GeoToolbox

/// Where a message goes.
@UnionValue
enum MessageDestination: Sendable {
    case recipients([ContactEntity])
}

/// "Tell Glow that I am late." What runs through the system is known to it: the intent donates nothing.
@AppIntent(schema: .messages.sendMessage)
struct SendMessageIntent {
    var content: String?
    var destination: MessageDestination
    var subject: String?
    var attachments: [IntentFile]
    var audioMessage: IntentFile?
    var locations: [PlaceDescriptor]
    var links: [URL]
    var scheduledDate: Date?

    @Dependency private var model: ChatModel

    func perform() async throws -> some ReturnsValue<[MessageEntity]> & ProvidesDialog {
        guard let content, !content.isEmpty else {
            throw $content.needsValueError("What do you want to say?")
        }
        guard case .recipients(let people) = destination else { throw ChatError.noConversation }
        let message = try await model.send(content, to: people.map(\.id))
        let entity = try MessageEntity(message, await model.store)
        try await ChatIndex().add([entity])
        return .result(value: [entity], dialog: "Sent.")
    }
}

/// What the app's own interface does when the person presses the button: it sends, and tells the system that they did.
struct MessageComposer: Sendable {
    let model: ChatModel

    /// - Returns: the message, and the name of its donation.
    @discardableResult
    func send(
        _ text: String, to contacts: [ContactEntity]
    ) async throws -> (message: MessageEntity, donation: IntentDonationIdentifier) {
        let message = try await model.send(text, to: contacts.map(\.id))
        let entity = try MessageEntity(message, await model.store)
        try await ChatIndex().add([entity])
        let intent = SendMessageIntent()
        intent.content = text
        intent.destination = .recipients(contacts)
        let donation = try await IntentDonationManager.shared.donate(intent: intent, result: .result(value: [entity]))
        return (entity, donation)
    }
}
