package import AlmagestEntities
import Foundation

/// A type that an attribute can have, and its form on the wire.
protocol AttributeValue {
    init?(_ value: PropertyValue)
    var propertyValue: PropertyValue { get }
}

extension String: AttributeValue {
    init?(_ value: PropertyValue) {
        switch value {
        case .text(let text), .url(let text): self = text
        case .integer(let number): self = String(number)
        case .person(let person):
            guard let text = person.name ?? person.handle else { return nil }
            self = text
        case .place(let place):
            guard let text = place.name ?? place.address else { return nil }
            self = text
        case .entity(let id, let name): self = name ?? id.id
        case .union(_, let payload): self.init(payload)
        case .list(let values):
            guard let first = values.first else { return nil }
            self.init(first)
        default: return nil
        }
    }

    var propertyValue: PropertyValue { .text(self) }
}

extension Date: AttributeValue {
    /// Floating dates and whole days are placed by the present time zone.
    init?(_ value: PropertyValue) {
        guard case .date(let date) = value else { return nil }
        self.init(timeIntervalSince1970: date.interval(in: DateContext()).lowerBound)
    }

    var propertyValue: PropertyValue { .date(DateValue(date: self)) }
}

extension DateValue {
    /// An instant, written in UTC.
    package init(date: Date) { self.init(form: .instant, seconds: date.timeIntervalSince1970, offset: 0) }
}

extension URL: AttributeValue {
    init?(_ value: PropertyValue) {
        switch value {
        case .url(let text), .text(let text): self.init(string: text)
        default: return nil
        }
    }

    var propertyValue: PropertyValue { .url(absoluteString) }
}

extension Array: AttributeValue where Element: AttributeValue {
    init?(_ value: PropertyValue) {
        if case .list(let values) = value {
            self = values.compactMap { Element($0) }
        } else {
            guard let single = Element(value) else { return nil }
            self = [single]
        }
    }

    var propertyValue: PropertyValue { .list(map(\.propertyValue)) }
}

extension NSNumber {
    /// The number that a property holds: seconds of a duration, 0 or 1 of a bool.
    convenience init?(propertyValue: PropertyValue) {
        switch propertyValue {
        case .integer(let number): self.init(value: number)
        case .number(let number): self.init(value: number)
        case .bool(let flag): self.init(value: flag)
        case .duration(let duration): self.init(value: duration.seconds)
        case .measurement(let measurement): self.init(value: measurement.value)
        default: return nil
        }
    }

    /// Whole numbers stay exact; what is no finite number is nil.
    var propertyValue: PropertyValue? {
        switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): doubleValue.isFinite ? .number(doubleValue) : nil
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            Int64(exactly: uint64Value).map { .integer($0) } ?? .number(doubleValue)
        default: .integer(int64Value)
        }
    }
}
