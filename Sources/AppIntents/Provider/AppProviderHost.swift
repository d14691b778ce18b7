import AlmagestEntities
import AlmagestWire
import CoreSpotlight
import Foundation

/// What an app has for the daemon to ask: entity types with their queries, value queries, and intents that open things.
///
///     @main struct Provider {
///         static func main() async throws {
///             try await AppIntentsProvider([
///                 .entity(PlaylistEntity.self), .values(AudioIntentValueQuery.self), .intent(OpenPlaylistIntent.self),
///             ]).run()
///         }
///     }
public struct AppIntentsProvider: Sendable {
    /// One thing that can be asked for.
    public struct Part: Sendable {
        enum Content: Sendable {
            case entity(EntityAnswers)
            case values(ValueAnswers)
            case intent(IntentAnswers)
            case enumeration(any AppEnum.Type)
        }
        let content: Content

        /// Entities of a type, through its default query.
        public static func entity<Content: AppEntity>(_ type: Content.Type) -> Part {
            Part(content: .entity(EntityAnswers(type)))
        }

        /// Values for structured requests.
        public static func values<Query: IntentValueQuery>(_ type: Query.Type) -> Part {
            Part(content: .values(ValueAnswers(type)))
        }

        /// An intent: an `OpenIntent` opens its entities, a `ShowInAppSearchResultsIntent` shows a search.
        public static func intent<Intent: AppIntent>(_ type: Intent.Type) -> Part {
            Part(content: .intent(IntentAnswers(type)))
        }

        /// An enum. Nobody asks for it; tests know it by its name.
        public static func enumeration<Enumeration: AppEnum>(_ type: Enumeration.Type) -> Part {
            Part(content: .enumeration(type))
        }
    }

    /// What the provider was made of, in its order.
    public let parts: [Part]
    let answers: ProviderAnswers

    public init(_ parts: [Part]) {
        self.parts = parts
        var entities: [EntityAnswers] = []
        var values: [ValueAnswers] = []
        var intents: [IntentAnswers] = []
        for part in parts {
            switch part.content {
            case .entity(let answers): entities.append(answers)
            case .values(let answers): values.append(answers)
            case .intent(let answers): intents.append(answers)
            case .enumeration: break
            }
        }
        answers = ProviderAnswers(entities: entities, values: values, intents: intents)
        remember()
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
    /// From then on what the app prints goes to standard error, and so into the daemon's log, for on standard output it
    /// would end up between the messages.
    ///
    /// - Throws: `AlmagestError` when the bundle is not known.
    public func run() async throws {
        let link = try DaemonLink.shared()
        register(at: link)
        let input = dup(0)
        let output = dup(1)
        dup2(2, 1)
        // What a query indexes goes the same way.
        let peer = link.adopt(reading: input, writing: output)
        await peer.waitUntilClosed()
    }

    private func register(at link: DaemonLink) {
        for call in answers.calls {
            let answers = answers
            link.provider.answer("provider.\(call)") { params in
                // What the app printed meanwhile doesn't wait for the end of the process.
                defer { fflush(nil) }
                return try await answers.answer(call, params)
            }
        }
        for entity in answers.entities {
            guard let reindex = entity.reindex else { continue }
            link.provider.takePart("entities \(entity.name)", types: [entity.name]) { request in
                try await reindex(request)
            }
        }
    }
}
