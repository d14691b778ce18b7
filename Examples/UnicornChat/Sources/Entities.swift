import AppIntents
import CoreSpotlight
import CoreTransferable
import Foundation
import GeoToolbox

/// Somebody whom the person writes to.
@AppEntity(schema: .messages.messagePerson)
struct ContactEntity: IndexedEntity, Transferable {
    struct Query: EntityStringQuery, EnumerableEntityQuery {
        @Dependency private var model: ChatModel
        func entities(for identifiers: [ContactEntity.ID]) async throws -> [ContactEntity] {
            try await allEntities().filter { identifiers.contains($0.id) }
        }
        func entities(matching string: String) async throws -> [ContactEntity] {
            try await allEntities().filter { $0.person.name.text?.localizedCaseInsensitiveContains(string) ?? false }
        }
        func allEntities() async throws -> [ContactEntity] { await model.store.contacts.map(ContactEntity.init) }
    }
    static let defaultQuery = Query()

    let id: String
    var person: IntentPerson
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(person.name.text ?? id)", subtitle: "\(id)", image: .init(systemName: "person"))
    }

    /// Other apps take a contact as a person.
    static var transferRepresentation: some TransferRepresentation { ValueRepresentation(exporting: \.person) }

    init(_ contact: ChatStore.Contact) {
        id = contact.address
        person = IntentPerson(
            identifier: .applicationDefined(contact.address), name: .displayName(contact.name),
            handle: .init(emailAddress: contact.address), isMe: contact.isMe)
    }
}

@AppEnum(schema: .messages.messageType)
enum MessageType: String {
    case unspecified, text
}

@AppEnum(schema: .messages.messageAttribute)
enum MessageAttribute: String {
    case sentByMe
}

@AppEnum(schema: .messages.conversationAttribute)
enum ConversationAttribute: String {
    case group
}

/// An attachment of the app's own kind; there are none yet.
@AppEntity(schema: .messages.customAttachment)
struct StickerEntity: TransientAppEntity {
    var sourceName: String?
    var description: String?
    var displayRepresentation: DisplayRepresentation { "Sticker" }
    init() {}
}

@AppEntity(schema: .messages.conversation)
struct ConversationEntity: IndexedEntity, OwnershipProvidingEntity {
    struct Query: EntityQuery {
        @Dependency private var model: ChatModel
        func entities(for identifiers: [ConversationEntity.ID]) async throws -> [ConversationEntity] {
            let store = await model.store
            return store.conversations.filter { identifiers.contains($0.id) }.map { ConversationEntity($0, store) }
        }
    }
    static let defaultQuery = Query()

    let id: String
    var recipients: [ContactEntity]
    var displayName: String
    var previewText: String
    var isRead: Bool
    var attributes: Set<ConversationAttribute>
    var dateLastActive: Date?

    var ownership: EntityOwnership { .shared }
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(displayName)", subtitle: "\(previewText)",
            image: .init(systemName: "bubble.left.and.bubble.right"))
    }

    init(_ conversation: ChatStore.Conversation, _ store: ChatStore) {
        let last = store.messages(in: conversation.id).max { $0.date < $1.date }
        id = conversation.id
        recipients = conversation.members.compactMap(store.contact).map(ContactEntity.init)
        displayName = conversation.name
        previewText = last?.text ?? ""
        isRead = true
        attributes = conversation.members.count > 1 ? [.group] : []
        dateLastActive = last?.date
    }
}

@AppEntity(schema: .messages.message)
struct MessageEntity: IndexedEntity, OwnershipProvidingEntity {
    static let defaultQuery = MessageQuery()

    let id: String
    var messageType: MessageType
    var author: ContactEntity
    var isRead: Bool
    var attributes: Set<MessageAttribute>
    var conversation: ConversationEntity
    var date: Date
    var body: String?
    var attachments: [IntentFile]
    var customAttachments: [StickerEntity]
    var locations: [PlaceDescriptor]
    var links: [URL]

    var ownership: EntityOwnership { .shared }
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(body ?? "")", subtitle: "\(author.person.name.text ?? "")",
            image: .init(systemName: "bubble.left"))
    }

    init(_ message: ChatStore.Message, _ store: ChatStore) throws {
        guard let author = store.contact(message.sender),
            let conversation = store.conversations.first(where: { $0.id == message.conversationID })
        else { throw ChatError.noConversation }
        id = message.id
        messageType = .text
        self.author = ContactEntity(author)
        isRead = true
        attributes = author.isMe ? [.sentByMe] : []
        self.conversation = ConversationEntity(conversation, store)
        date = message.date
        body = message.text
        links = message.links
    }
}

struct MessageQuery: EntityStringQuery, IndexedEntityQuery {
    @Dependency private var model: ChatModel

    private func all() async throws -> [MessageEntity] {
        let store = await model.store
        return try store.messages.map { try MessageEntity($0, store) }
    }

    func entities(for identifiers: [MessageEntity.ID]) async throws -> [MessageEntity] {
        try await all().filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [MessageEntity] {
        try await all().filter { $0.body?.localizedCaseInsensitiveContains(string) ?? false }
    }

    func reindexEntities(
        for identifiers: [MessageEntity.ID], indexDescription: CSSearchableIndexDescription
    ) async throws {
        try await ChatIndex().add(entities(for: identifiers))
    }

    func reindexAllEntities(indexDescription: CSSearchableIndexDescription) async throws {
        try await ChatIndex().add(all())
    }
}
