import AlmagestEntities
import Foundation

extension String: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .text(self) }
    public static func _value(wire: _WireValue) -> String? {
        switch wire {
        case .text(let text): text
        case .url(let text): text
        default: nil
        }
    }
}

extension AttributedString: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .text(String(characters)) }
    public static func _value(wire: _WireValue) -> AttributedString? { String._value(wire: wire).map { Self($0) } }

    /// The text alone.
    public var asNLGValue: String { String(characters) }
}

extension LocalizedStringResource: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .text(text) }
}

extension Bool: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .bool(self) }
    public static func _value(wire: _WireValue) -> Bool? { if case .bool(let value) = wire { value } else { nil } }
}

extension Int: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .integer(Int64(self)) }
    public static func _value(wire: _WireValue) -> Int? {
        switch wire {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }
}

extension Double {
    /// Itself.
    ///
    /// - Throws: `invalidParameter` for what is no finite number, which the wire can't carry.
    var finite: Double {
        get throws {
            guard isFinite else {
                throw AlmagestError(.invalidParameter, "\(self) can't be stored: no finite number.")
            }
            return self
        }
    }
}

extension Double: _IntentValue {
    public func _wireValue() throws -> _WireValue? {
        .number(try finite)
    }
    public static func _value(wire: _WireValue) -> Double? {
        switch wire {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}

extension Float: _IntentValue {
    public func _wireValue() throws -> _WireValue? { try Double(self)._wireValue() }
    public static func _value(wire: _WireValue) -> Float? { Double._value(wire: wire).map { Float($0) } }
}

extension Decimal: _IntentValue {
    public func _wireValue() throws -> _WireValue? { try NSDecimalNumber(decimal: self).doubleValue._wireValue() }
    public static func _value(wire: _WireValue) -> Decimal? { Double._value(wire: wire).map { Decimal($0) } }
}

extension URL: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .url(absoluteString) }
    public static func _value(wire: _WireValue) -> URL? { String._value(wire: wire).flatMap { URL(string: $0) } }
}

extension UUID: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .text(uuidString) }
    public static func _value(wire: _WireValue) -> UUID? { String._value(wire: wire).flatMap { UUID(uuidString: $0) } }
}

extension Measurement: _IntentValue where UnitType: Unit {
    public func _wireValue() throws -> _WireValue? {
        .measurement(.init(value: try value.finite, unit: unit.symbol))
    }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    public typealias ValueType = Wrapped.ValueType
    public typealias UnwrappedType = Wrapped
    public func _wireValue() throws -> _WireValue? { try flatMap { try $0._wireValue() } }
    public static func _value(wire: _WireValue) -> Wrapped?? { Wrapped._value(wire: wire).map { .some($0) } }
    public static var _emptyValue: Wrapped?? { .some(nil) }
}

extension Array: _IntentValue where Element: _IntentValue {
    public func _wireValue() throws -> _WireValue? { .list(try compactMap { try $0._wireValue() }) }
    public static func _value(wire: _WireValue) -> [Element]? {
        guard case .list(let values) = wire else { return nil }
        let read = values.compactMap { Element._value(wire: $0) }
        return read.count == values.count ? read : nil
    }
    public static var _emptyValue: [Element]? { [] }
}

extension Set: _IntentValue where Element: _IntentValue {
    public func _wireValue() throws -> _WireValue? {
        let values = try compactMap { try $0._wireValue() }
        // The same set gives the same bytes.
        return .list(values.sorted { "\($0)" < "\($1)" })
    }
    public static func _value(wire: _WireValue) -> Set<Element>? { [Element]._value(wire: wire).map { Set($0) } }
    public static var _emptyValue: Set<Element>? { [] }
}
