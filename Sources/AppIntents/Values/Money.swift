import AlmagestEntities
import Foundation

/// An amount of money.
public struct IntentCurrencyAmount: Hashable, Codable, Sendable, _IntentValue {
    public var amount: Decimal
    /// ISO 4217.
    public var currencyCode: String
    public init(amount: Decimal, currencyCode: String) {
        self.amount = amount
        self.currencyCode = currencyCode
    }

    public func _wireValue() throws -> _WireValue? {
        .measurement(.init(value: try NSDecimalNumber(decimal: amount).doubleValue.finite, unit: currencyCode))
    }
    public static func _value(wire: _WireValue) -> IntentCurrencyAmount? {
        guard case .measurement(let value) = wire else { return nil }
        return IntentCurrencyAmount(amount: Decimal(value.value), currencyCode: value.unit)
    }
}

/// What somebody pays with.
public struct IntentPaymentMethod: Hashable, Codable, Sendable, _IntentValue {
    public enum PaymentMethodType: String, Hashable, Codable, Sendable {
        case unknown, checking, savings, brokerage, debit, credit, prepaid, store
    }
    public var type: PaymentMethodType
    public var name: String
    /// How people tell it from others, such as the last digits of its number.
    public var identificationHint: String?

    public init(type: PaymentMethodType, name: String, identificationHint: String? = nil) {
        self.type = type
        self.name = name
        self.identificationHint = identificationHint
    }

    public func _wireValue() throws -> _WireValue? {
        var members: [Entity.Property] = [.init("type", .text(type.rawValue)), .init("name", .text(name))]
        if let identificationHint { members.append(.init("identificationHint", .text(identificationHint))) }
        return .record(members)
    }
    public static func _value(wire: _WireValue) -> IntentPaymentMethod? {
        guard case .record(let members) = wire else { return nil }
        func text(_ name: String) -> String? {
            members.first { $0.name == name }.flatMap { String._value(wire: $0.value) }
        }
        guard let name = text("name") else { return nil }
        return IntentPaymentMethod(
            type: text("type").flatMap(PaymentMethodType.init(rawValue:)) ?? .unknown, name: name,
            identificationHint: text("identificationHint"))
    }
}
