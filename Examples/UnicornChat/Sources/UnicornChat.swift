import AppIntents
import CoreSpotlight
import Foundation

/// The app. `UnicornChat index` fills the index; without an argument the program answers the daemon that started it.
@main
enum UnicornChat {
    static func main() async throws {
        let model = try start()
        if CommandLine.arguments.dropFirst().first == "index" {
            print("\(try await ChatIndex().fill(from: model)) messages are indexed.")
        } else {
            try await provider.run()
        }
    }

    static let bundle = "org.example.UnicornChat"

    /// To be called when the process starts, before anything is asked.
    @discardableResult
    static func start() throws -> ChatModel {
        CSSearchableIndex.bundleIdentifier = bundle
        let model = ChatModel(try ChatStore())
        AppDependencyManager.shared.add(dependency: model)
        return model
    }

    /// What the daemon may ask the app.
    static let provider = AppIntentsProvider([
        .entity(ContactEntity.self), .entity(ConversationEntity.self), .entity(MessageEntity.self),
        .intent(SendMessageIntent.self),
    ])
}

/// The app's named index.
struct ChatIndex: Sendable {
    private var index: CSSearchableIndex { CSSearchableIndex(name: "Chat") }

    func add(_ messages: [MessageEntity]) async throws { try await index.indexAppEntities(messages) }

    /// Indexes people, conversations and messages. People rank above what they wrote.
    ///
    /// - Returns: how many messages that were.
    func fill(from model: ChatModel) async throws -> Int {
        let store = await model.store
        try await index.indexAppEntities(store.contacts.map(ContactEntity.init), priority: 10)
        try await index.indexAppEntities(store.conversations.map { ConversationEntity($0, store) })
        let messages = try store.messages.map { try MessageEntity($0, store) }
        try await add(messages)
        return messages.count
    }
}
