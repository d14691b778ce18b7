import AppIntents
import AppIntentsTesting
import Foundation
import Testing

@testable import UnicornChat

/// The app's adoption, over the index in memory: no daemon is needed.
@Suite(.serialized) struct UnicornChatTests {
    private let model: ChatModel
    private let app: IntentDefinitions

    init() throws {
        model = try UnicornChat.start()
        app = try IntentDefinitions(bundleIdentifier: UnicornChat.bundle, provider: UnicornChat.provider)
    }

    private func contact(_ name: String) async throws -> ContactEntity {
        let found = try await app.entities["ContactEntity"].entities(matching: name)
        return try #require(found.first).as(ContactEntity.self)
    }

    @Test func peopleConversationsAndMessagesAreIndexed() async throws {
        #expect(try await app.run { try await ChatIndex().fill(from: model) } == 54)
        let tent = try await app.entities["MessageEntity"].spotlightQuery("blue tent")
        #expect(tent.first?.displayRepresentation.title.text == "Do you still have my blue tent?")
        let message = try #require(tent.first).as(MessageEntity.self)
        #expect(message.author.id == "glow@example.org")
        #expect(message.conversation.displayName == "Glow")
        #expect(message.ownership == .shared)
        #expect(try await app.entities["ContactEntity"].spotlightQuery("nova").count == 1)
    }

    @Test func theIntentSendsAndDonatesNothing() async throws {
        let glow = try await contact("Glow")
        let outcome = try await app.intents["SendMessageIntent"].makeIntent(
            content: "On my way", destination: MessageDestination.recipients([glow])
        ).run()
        #expect(outcome.dialog == "Sent.")
        #expect(try outcome.value.as([MessageEntity].self).first?.attributes == [.sentByMe])
        #expect(try await app.entities["MessageEntity"].spotlightQuery("on my way").count >= 1)
        #expect(app.index.donatedIntents.isEmpty)
    }

    @Test func whatThePersonSendsByHandIsDonated() async throws {
        let glow = try await contact("Glow")
        let (message, donation) = try await app.run {
            try await MessageComposer(model: model).send("See you on Saturday", to: [glow])
        }
        #expect(app.index.donatedIntents == ["SendMessageIntent"])
        #expect(message.body == "See you on Saturday")
        let forgotten = try await app.run {
            try await IntentDonationManager.shared.deleteDonations(matching: .intentType(SendMessageIntent.self))
        }
        #expect(forgotten == [donation])
    }

    @Test func aMessageWithoutTextIsAskedFor() async throws {
        let glow = try await contact("Glow")
        let intent = try app.intents["SendMessageIntent"].makeIntent(
            destination: MessageDestination.recipients([glow]))
        let error = try await #require(throws: IntentRequestError.self) { try await intent.run() }
        #expect(error.description == "What do you want to say?")
    }

    @Test func aContactIsAPersonToOtherApps() async throws {
        let glow = try await contact("Glow")
        let person = try await glow.exported(as: IntentPerson.self)
        #expect(person.handle?.value == .emailAddress("glow@example.org"))
    }
}
