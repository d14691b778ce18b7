import AlmagestEntities
import AlmagestWire
import CoreSpotlight
import Foundation

/// Tells the daemon what the person did in the app's own interface.
///
/// Runs that the system started are known anyway: donate only what was done by hand.
public struct IntentDonationManager: Sendable {
    public static let shared = IntentDonationManager()

    private init() {}

    /// Donates an intent with its parameters.
    ///
    /// - Throws: `AlmagestError` when there is no daemon or a parameter can't be carried.
    @discardableResult
    public func donate(intent: some AppIntent) async throws -> IntentDonationIdentifier {
        try await send(intent, result: nil)
    }

    /// Donates an intent with what came of it.
    @discardableResult
    public func donate(intent: some AppIntent, result: some IntentResult) async throws -> IntentDonationIdentifier {
        try await send(intent, result: (result.value as? any _IntentValue)?._wireValue())
    }

    /// Donates without waiting; a donation that fails is lost.
    @discardableResult
    public func donate(intent: some AppIntent) -> IntentDonationIdentifier { sendLater(intent, result: nil) }

    /// Donates without waiting; a donation that fails is lost.
    @discardableResult
    public func donate(intent: some AppIntent, result: some IntentResult) -> IntentDonationIdentifier {
        sendLater(intent, result: try? (result.value as? any _IntentValue)?._wireValue())
    }

    /// Forgets donations.
    ///
    /// - Returns: which they were.
    @discardableResult
    public func deleteDonations(
        matching predicate: IntentDonationMatchingPredicate
    ) async throws -> [IntentDonationIdentifier] {
        let link = try DaemonLink.shared()
        let condition = predicate.condition
        let parameters = try CallParameters.object { writer in
            writer.key("bundle")
            writer.string(link.bundle)
            switch condition {
            case .donations(let donations):
                writer.key("donations")
                writer.beginArray()
                // Others name donations that the daemon never kept.
                for donation in donations where donation.text.hasPrefix("d") { writer.string(donation.text) }
                writer.endArray()
            case .entities(let entities):
                CallParameters.write(try entities.map { try $0.entityID() }, as: "entities", to: &writer)
            case .intent(let type, let entity):
                writer.key("intentType")
                writer.string(type)
                if let entity { CallParameters.write([try entity.entityID()], as: "entities", to: &writer) }
            }
        }
        let reply = try await link.write("donate.delete", parameters).value
        return reply["donations"]?.elements.compactMap { $0.string.map { IntentDonationIdentifier(text: $0) } } ?? []
    }

    private func send(_ intent: some AppIntent, result: PropertyValue?) async throws -> IntentDonationIdentifier {
        let link = try DaemonLink.shared()
        let reply = try await link.write("donate", try Self.parameters(of: intent, result, link.bundle)).value
        // A donation that the daemon thinned out has no name of its own.
        return IntentDonationIdentifier(text: reply["donation"]?.string ?? "-" + UUID().uuidString)
    }

    private func sendLater(_ intent: some AppIntent, result: PropertyValue?) -> IntentDonationIdentifier {
        if let link = try? DaemonLink.shared(), let parameters = try? Self.parameters(of: intent, result, link.bundle) {
            _ = link.write("donate", parameters)
        }
        return IntentDonationIdentifier(text: "-" + UUID().uuidString)
    }

    /// What `donate` takes.
    static func parameters<Intent: AppIntent>(
        of intent: Intent, _ result: PropertyValue?, _ bundle: String
    ) throws -> [UInt8] {
        let values = try IntentParameters.values(of: intent)
        return CallParameters.object { writer in
            writer.key("bundle")
            writer.string(bundle)
            DonationClock.write(to: &writer)
            writer.key("intent")
            writer.beginObject()
            writer.key("type")
            writer.string(Intent.persistentIdentifier)
            if let schema = (Intent.self as? any _AppSchemaIntent.Type)?.__appSchemaIntent {
                writer.key("schema")
                writer.string(schema)
            }
            writer.key("parameters")
            writer.beginObject()
            for (name, value) in values {
                writer.key(name)
                value.write(to: &writer)
            }
            writer.endObject()
            if let result {
                writer.key("result")
                result.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

extension AppIntent {
    @discardableResult
    public func donate() async throws -> IntentDonationIdentifier {
        try await IntentDonationManager.shared.donate(intent: self)
    }
    @discardableResult
    public func donate(result: some IntentResult) async throws -> IntentDonationIdentifier {
        try await IntentDonationManager.shared.donate(intent: self, result: result)
    }
    @discardableResult
    public func donate() -> IntentDonationIdentifier { IntentDonationManager.shared.donate(intent: self) }
    @discardableResult
    public func donate(result: some IntentResult) -> IntentDonationIdentifier {
        IntentDonationManager.shared.donate(intent: self, result: result)
    }
}
