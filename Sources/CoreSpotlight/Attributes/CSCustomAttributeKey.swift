internal import AlmagestEntities
import Foundation

/// The name of an attribute of the app's own.
///
/// Every custom attribute is searchable; the other properties are kept and change nothing.
open class CSCustomAttributeKey: NSObject, NSCopying {
    /// By convention `com_example_app_name`.
    public let keyName: String
    public let isSearchable: Bool
    public let isSearchableByDefault: Bool
    public let isUnique: Bool
    public let isMultiValued: Bool

    /// Nil unless the name has only ASCII letters, digits and `_`, and does not begin with `kMD`.
    public convenience init?(keyName: String) {
        self.init(keyName: keyName, searchable: true, searchableByDefault: false, unique: false, multiValued: false)
    }

    public init?(keyName: String, searchable: Bool, searchableByDefault: Bool, unique: Bool, multiValued: Bool) {
        let isName = keyName.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        guard isName, !keyName.isEmpty, !keyName.hasPrefix("kMD"), keyName.utf8.count <= 1024 else { return nil }
        self.keyName = keyName
        isSearchable = searchable
        isSearchableByDefault = searchableByDefault
        isUnique = unique
        isMultiValued = multiValued
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CSCustomAttributeKey)?.keyName == keyName }
    open override var hash: Int { keyName.hashValue }
}

extension CSSearchableItemAttributeSet {
    /// Sets an attribute of the app's own: text, a number, a bool, a date, a link, a person, or a list of them.
    ///
    /// A value that cannot be stored, such as data, is told when the item is indexed.
    public func setValue(_ value: Any?, forCustomKey key: CSCustomAttributeKey) {
        guard let value else { return set(nil, for: key.keyName) }
        if value is NSNull { return set(nil, for: key.keyName) }
        guard let stored = Self.propertyValue(of: value) else {
            return refuse(key.keyName, because: "A \(type(of: value)) cannot be stored.")
        }
        set(stored, for: key.keyName)
    }

    /// The value of an attribute of the app's own, as text, number, date, link, people or a list.
    public func value(forCustomKey key: CSCustomAttributeKey) -> Any? {
        values[key.keyName].flatMap { Self.plain($0) }
    }

    private static func propertyValue(of value: Any) -> PropertyValue? {
        switch value {
        case let text as String: return .text(text)
        case let text as NSString: return .text(String(describing: text))
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger:
            return Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))
        case let number as any BinaryFloatingPoint:
            return Double(number).isFinite ? .number(Double(number)) : nil
        case let number as NSNumber: return number.propertyValue
        case let date as Date: return date.propertyValue
        case let link as URL: return link.propertyValue
        case let person as CSPerson: return .list(person.propertyValues)
        case let list as [Any]:
            var values: [PropertyValue] = []
            for element in list {
                guard let value = propertyValue(of: element) else { return nil }
                if case .list(let people) = value { values += people } else { values.append(value) }
            }
            return .list(values)
        default: return nil
        }
    }

    private static func plain(_ value: PropertyValue) -> Any? {
        switch value {
        case .text(let text): text
        case .integer, .number, .bool, .duration, .measurement: NSNumber(propertyValue: value)
        case .date: Date(value)
        case .url: URL(value)
        case .person: CSPerson.people(from: value).first
        case .list(let values):
            values.contains { if case .person = $0 { true } else { false } }
                ? CSPerson.people(from: value) : values.compactMap { plain($0) }
        default: String(value)
        }
    }
}
