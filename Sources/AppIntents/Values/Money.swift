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
        .measurement(.init(value: NSDecimalNumber(decimal: amount).doubleValue, unit: currencyCode))
    }
    public static func _value(wire: _WireValue) -> IntentCurrencyAmount? {
        guard case .measurement(let value) = wire else { return nil }
        return IntentCurrencyAmount(amount: Decimal(value.value), currencyCode: value.unit)
    }
}
