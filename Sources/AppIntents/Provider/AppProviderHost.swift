import AlmagestEntities
import AlmagestWire
import CoreSpotlight
import Foundation

/// What an app has for the daemon to ask: entity types with their queries, and value queries.
///
///     @main struct Provider {
///         static func main() async throws {
///             try await AppIntentsProvider([.entity(PlaylistEntity.self), .values(AudioIntentValueQuery.self)]).run()
///         }
///     }
public struct AppIntentsProvider: Sendable {
    /// One thing that can be asked for.
    public struct Part: Sendable {
        let entity: EntityAnswers?
        let values: ValueAnswers?

        /// Entities of a type, through its default query.
        public static func entity<Content: AppEntity>(_ type: Content.Type) -> Part {
            Part(entity: EntityAnswers(type), values: nil)
        }

        /// Values for structured requests.
        public static func values<Query: IntentValueQuery>(_ type: Query.Type) -> Part {
            Part(entity: nil, values: ValueAnswers(type))
        }
    }

    private let answers: ProviderAnswers

    public init(_ parts: [Part]) {
        answers = ProviderAnswers(entities: parts.compactMap(\.entity), values: parts.compactMap(\.values))
    }

    /// Answers over the app's own connection to the daemon, as long as the app runs.
    ///
    /// - Throws: `AlmagestError` when the bundle is not known or there is no daemon.
    public func attach() async throws {
        let link = try DaemonLink.shared()
        register(at: link)
        try await link.announceProvider()
    }

    /// Answers on standard input and output until the other side ends: the program is the provider of a manifest.
    ///
    /// - Throws: `AlmagestError` when the bundle is not known.
    public func run() async throws {
        let link = try DaemonLink.shared()
        register(at: link)
        let peer = Peer(reading: dup(0), writing: dup(1), handler: link.provider)
        await peer.waitUntilClosed()
    }

    private func register(at link: DaemonLink) {
        for call in answers.calls {
            let answers = answers
            link.provider.answer("provider.\(call)") { params in try await answers.answer(call, params) }
        }
        for entity in answers.entities {
            guard let reindex = entity.reindex else { continue }
            link.provider.takePart("entities \(entity.name)", types: [entity.name]) { request in
                try await reindex(request)
            }
        }
    }
}
