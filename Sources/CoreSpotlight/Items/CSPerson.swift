internal import AlmagestEntities
import Foundation

/// Somebody who wrote an item or whom it is addressed to.
open class CSPerson: NSObject, NSCopying {
    public let displayName: String?
    /// Mail addresses or telephone numbers.
    public let handles: [String]
    /// What the handles are: `emailAddresses` or `phoneNumbers`.
    public let handleIdentifier: String
    /// Identifier in the address book.
    public var contactIdentifier: String?

    public init(displayName: String?, handles: [String], handleIdentifier: String) {
        self.displayName = displayName
        self.handles = handles
        self.handleIdentifier = handleIdentifier
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CSPerson(displayName: displayName, handles: handles, handleIdentifier: handleIdentifier)
        copy.contactIdentifier = contactIdentifier
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CSPerson else { return false }
        return exact == other.exact
    }

    open override var hash: Int { exact.hashValue }

    /// What tells people apart: by the bytes, as the index does.
    private var exact: [ExactName?] {
        ([displayName, handleIdentifier, contactIdentifier] + handles).map { ExactName(optional: $0) }
    }

    // MARK: On the wire

    /// A person with each handle, one after another.
    var propertyValues: [PropertyValue] {
        let each: [String?] = handles.isEmpty ? [nil] : handles
        return each.map { .person(.init(name: displayName, handle: $0, identifier: contactIdentifier)) }
    }

    /// People of a value; neighbours that differ in the handle alone are one.
    static func people(from value: PropertyValue) -> [CSPerson] {
        let values: [PropertyValue] = if case .list(let list) = value { list } else { [value] }
        var groups: [(name: String?, identifier: String?, handles: [String])] = []
        for value in values {
            let person: PropertyValue.Person
            switch value {
            case .person(let given): person = given
            case .text(let name): person = .init(name: name)
            case .entity(_, let name): person = .init(name: name)
            default: continue
            }
            if let last = groups.last, ExactName(optional: last.name) == ExactName(optional: person.name),
                ExactName(optional: last.identifier) == ExactName(optional: person.identifier),
                let handle = person.handle, !last.handles.isEmpty
            {
                groups[groups.count - 1].handles.append(handle)
            } else {
                groups.append((person.name, person.identifier, person.handle.map { [$0] } ?? []))
            }
        }
        return groups.map { group in
            let isMail = group.handles.first?.contains("@") ?? true
            let person = CSPerson(
                displayName: group.name, handles: group.handles,
                handleIdentifier: isMail ? "emailAddresses" : "phoneNumbers")
            person.contactIdentifier = group.identifier
            return person
        }
    }
}
