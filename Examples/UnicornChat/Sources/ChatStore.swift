import ExampleContent
import Foundation

/// The app's own model: people, conversations and messages.
struct ChatStore: Sendable {
    struct Contact: Sendable, Hashable {
        let name: String
        let address: String
        let isMe: Bool
    }

    struct Conversation: Sendable {
        let id: String
        let name: String
        /// Addresses of the others.
        let members: [String]
    }

    struct Message: Sendable {
        let id: String
        let conversationID: String
        let sender: String
        let date: Date
        let text: String
        let links: [URL]
    }

    private(set) var contacts: [Contact] = []
    private(set) var conversations: [Conversation] = []
    private(set) var messages: [Message] = []

    /// Reads the person's messages.
    init() throws {
        var known = Set<String>()
        func note(_ value: ContentValue) -> Contact? {
            let person = value["person"]
            guard let name = person["name"].text, let address = person["handle"].text else { return nil }
            let contact = Contact(name: name, address: address, isMe: person["isMe"].bool ?? false)
            if known.insert(address).inserted { contacts.append(contact) }
            return contact
        }
        for line in try ContentLine.read("messages") {
            if line.type == "ConversationEntity" {
                let members = line["participants"].list.compactMap(note).filter { !$0.isMe }
                conversations.append(Conversation(id: line.id, name: line.title, members: members.map(\.address)))
            } else if let date = line["date"].date, let conversation = line["conversation"].reference,
                let sender = note(line["sender"])
            {
                messages.append(
                    Message(
                        id: line.id, conversationID: conversation, sender: sender.address, date: date,
                        text: line.text ?? line.title, links: Self.links(in: line.text ?? "")))
            }
        }
    }

    private static func links(in text: String) -> [URL] {
        text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("https://") }.compactMap {
            URL(string: "\($0)")
        }
    }

    var me: Contact? { contacts.first(where: \.isMe) }

    func contact(_ address: String) -> Contact? { contacts.first { $0.address == address } }

    func messages(in conversation: String) -> [Message] { messages.filter { $0.conversationID == conversation } }

    /// The conversation with exactly those people.
    func conversation(with addresses: Set<String>) -> Conversation? {
        conversations.first { Set($0.members) == addresses }
    }

    mutating func append(_ message: Message) { messages.append(message) }
}

/// The one store of the process.
actor ChatModel {
    private(set) var store: ChatStore

    init(_ store: ChatStore) { self.store = store }

    /// Sends a text; gives the message as it is then.
    ///
    /// - Throws: `ChatError` when there is no conversation with these people.
    func send(_ text: String, to addresses: [String], at date: Date = .now) throws -> ChatStore.Message {
        guard let conversation = store.conversation(with: Set(addresses)), let me = store.me else {
            throw ChatError.noConversation
        }
        let message = ChatStore.Message(
            id: UUID().uuidString, conversationID: conversation.id, sender: me.address, date: date, text: text,
            links: [])
        store.append(message)
        return message
    }
}

enum ChatError: Error, CustomStringConvertible {
    case noConversation
    var description: String { "There is no conversation with these people." }
}
