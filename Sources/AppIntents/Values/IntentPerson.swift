import AlmagestEntities
public import CoreTransferable
import Foundation

/// Somebody.
public struct IntentPerson: Hashable, Codable, Sendable, _SystemIntentValue {
    public enum Identifier: Hashable, Codable, Sendable {
        case contact(String)
        case applicationDefined(String)
        case unknown
    }
    public enum Name: Hashable, Codable, Sendable {
        case displayName(String)
        case components(PersonNameComponents)
        case unknown

        /// The name in one text.
        public var text: String? {
            switch self {
            case .displayName(let text): text
            case .components(let components): components.text
            case .unknown: nil
            }
        }
    }
    /// What a parameter takes of a person.
    public enum ParameterMode: Hashable, Codable, Sendable { case contact, email, phone, emailOrPhone }

    public var identifier: Identifier
    public var name: Name
    public var handle: Handle?
    public var aliases: [Handle]
    public var isMe: Bool
    public var image: DisplayRepresentation.Image?

    public init(
        identifier: Identifier, name: Name, handle: Handle?, aliases: [Handle] = [], isMe: Bool = false,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.handle = handle
        self.aliases = aliases
        self.isMe = isMe
        self.image = image
    }

    public init(handle: Handle) { self.init(identifier: .unknown, name: .unknown, handle: handle) }

    /// How a person is reached.
    public struct Handle: Hashable, Codable, Sendable {
        public enum Value: Hashable, Codable, Sendable {
            case phoneNumber(String)
            case emailAddress(String)
            case applicationDefined(String)

            public var text: String {
                switch self {
                case .phoneNumber(let text), .emailAddress(let text), .applicationDefined(let text): text
                }
            }
        }
        public enum Label: Hashable, Codable, Sendable {
            case home, work, iPhone, mobile, main, homeFax, workFax, pager, other, school
            case custom(String)
        }
        public var value: Value
        public var label: Label?
        public init(_ value: Value, label: Label? = nil) {
            self.value = value
            self.label = label
        }
        public init(phoneNumber: String, label: Label? = nil) { self.init(.phoneNumber(phoneNumber), label: label) }
        public init(emailAddress: String, label: Label? = nil) { self.init(.emailAddress(emailAddress), label: label) }
        public init(applicationDefined: String, label: Label? = nil) {
            self.init(.applicationDefined(applicationDefined), label: label)
        }
    }

    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Person" }
    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name.text ?? handle?.value.text ?? "")")
    }

    public func _wireValue() throws -> _WireValue? {
        let known: String? =
            switch identifier {
            case .contact(let id), .applicationDefined(let id): id
            case .unknown: nil
            }
        return .person(.init(name: name.text, handle: handle?.value.text, identifier: known, isMe: isMe))
    }

    public static func _value(wire: _WireValue) -> IntentPerson? {
        guard case .person(let person) = wire else { return nil }
        let handle = person.handle.map { text in
            text.contains("@") ? Handle(emailAddress: text) : Handle(phoneNumber: text)
        }
        return IntentPerson(
            identifier: person.identifier.map { .applicationDefined($0) } ?? .unknown,
            name: person.name.map { .displayName($0) } ?? .unknown, handle: handle, isMe: person.isMe)
    }
}

extension IntentPerson: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (person: IntentPerson) in person.name.text ?? person.handle?.value.text ?? "" }
    }
}
