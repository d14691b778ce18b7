import Foundation

/// Names a donation.
public struct IntentDonationIdentifier: Hashable, Codable, Sendable {
    let text: String
}

/// Which donations are meant.
public struct IntentDonationMatchingPredicate: Sendable {
    enum Condition: Sendable {
        case donations([IntentDonationIdentifier])
        case entities([EntityIdentifier])
        case intent(type: String, entity: EntityIdentifier?)
    }
    let condition: Condition

    public static func donationIdentifier(_ identifier: IntentDonationIdentifier) -> Self {
        Self(condition: .donations([identifier]))
    }
    public static func donationIdentifiers(_ identifiers: [IntentDonationIdentifier]) -> Self {
        Self(condition: .donations(identifiers))
    }
    public static func entityIdentifier(_ identifier: EntityIdentifier) -> Self {
        Self(condition: .entities([identifier]))
    }
    public static func entityIdentifiers(_ identifiers: [EntityIdentifier]) -> Self {
        Self(condition: .entities(identifiers))
    }
    public static func intentType(_ type: any AppIntent.Type, entityIdentifier: EntityIdentifier? = nil) -> Self {
        Self(condition: .intent(type: type.persistentIdentifier, entity: entityIdentifier))
    }
}
