import AlmagestEntities
import Foundation

extension PersonNameComponents: _IntentValue {
    /// The name as it is written in one text.
    var text: String {
        [namePrefix, givenName, middleName, familyName, nameSuffix].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    public func _wireValue() throws -> _WireValue? { .text(text) }

    /// The last word is the family name.
    public static func _value(wire: _WireValue) -> PersonNameComponents? {
        guard let words = String._value(wire: wire)?.split(separator: " "), let last = words.last else { return nil }
        var name = PersonNameComponents()
        if words.count == 1 {
            name.givenName = String(last)
        } else {
            name.givenName = words.dropLast().joined(separator: " ")
            name.familyName = String(last)
        }
        return name
    }
}
