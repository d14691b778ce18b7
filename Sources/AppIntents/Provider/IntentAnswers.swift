import AlmagestEntities
import Foundation

/// What of an intent the daemon may ask for: opening an entity, and showing a search within the app.
struct IntentAnswers: Sendable {
    let type: any AppIntent.Type
    /// The type of entity that it opens.
    let opens: String?
    let open: (@Sendable (_ identifier: String) async throws -> Void)?
    let search: (@Sendable (_ text: String) async throws -> Void)?

    init<Intent: AppIntent>(_ type: Intent.Type) {
        self.type = type
        let opening = (type as? any OpenIntent.Type).flatMap { Self.opening($0) }
        opens = opening?.name
        open = opening?.open
        search = (type as? any ShowInAppSearchResultsIntent.Type).flatMap { Self.searching($0) }
    }

    private typealias Opening = (name: String, open: @Sendable (String) async throws -> Void)

    private static func opening<Intent: OpenIntent>(_ type: Intent.Type) -> Opening? {
        func entities<Content: AppEntity>(_ content: Content.Type) -> Opening {
            (
                Content.persistentIdentifier,
                { text in
                    let entity = try await EntityAnswers.entity(Content.self, text)
                    var intent = Intent()
                    guard let target = entity as? Intent.Value else { return }
                    intent.target = target
                    try await IntentRun.perform(intent)
                }
            )
        }
        return (Intent.Value.self as? any AppEntity.Type).map { entities($0) }
    }

    private static func searching<Intent: ShowInAppSearchResultsIntent>(
        _ type: Intent.Type
    ) -> (@Sendable (String) async throws -> Void)? {
        guard Intent.Criteria.self == StringSearchCriteria.self else { return nil }
        return { text in
            var intent = Intent()
            guard let criteria = StringSearchCriteria(term: text) as? Intent.Criteria else { return }
            intent.criteria = criteria
            try await IntentRun.perform(intent)
        }
    }
}

/// Running intents.
package enum IntentRun {
    /// Intents that may follow from one another.
    private static let longest = 8

    /// Runs an intent and those that its result goes on with.
    ///
    /// - Returns: the first one's result.
    /// - Throws: what the app's code throws.
    @discardableResult
    package static func perform(_ intent: any AppIntent) async throws -> any IntentResult {
        func run<Intent: AppIntent>(_ intent: Intent) async throws -> any IntentResult {
            try await prepared(intent) { try await intent.perform() }
        }
        let result = try await run(intent)
        var next = (result as? any AnyIntentResult)?.opened
        for _ in 0..<longest {
            guard let intent = next else { break }
            next = (try await run(intent) as? any AnyIntentResult)?.opened
        }
        return result
    }

    /// Runs an intent's code when what it needs is there, with a progress of its own if it reports one.
    static func prepared<Result>(_ intent: some AppIntent, _ run: () async throws -> Result) async throws -> Result {
        try await AppDependencyManager.shared.settle(for: intent)
        guard intent is any ProgressReportingIntent, RunningProgress.current == nil else { return try await run() }
        return try await RunningProgress.$current.withValue(Progress(totalUnitCount: 1)) { try await run() }
    }
}

/// What a result holds, whatever its type.
package protocol AnyIntentResult {
    var opened: (any AppIntent)? { get }
    var spoken: IntentDialog? { get }
}

extension IntentResultContainer: AnyIntentResult {
    package var opened: (any AppIntent)? { opensIntent as? any AppIntent }
    package var spoken: IntentDialog? { dialog as? IntentDialog }
}
