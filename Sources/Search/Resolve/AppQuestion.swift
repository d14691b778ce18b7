import AlmagestEntities
import Catalog
import Providers

/// What apps are asked where the index has no answer: the telling words of a request, about accepted types of which
/// nothing is indexed; and the names of what they show, where the request needs them.
public struct AppQuestion: Sendable {
    private let words: String
    private let unindexed: UnindexedTypes
    private let asked: [UnindexedTypes.Asked]
    private let screen: ScreenQuestion

    /// Of one app so many are looked at, and so many of all.
    private static let limit = 50
    private static let most = 500

    /// Nil when there is nothing to ask, or nobody.
    ///
    /// - Parameter request: that the index has no answer to.
    init?(
        _ request: Understanding?, needs: ScreenNeeds, accepted: AcceptedTypes, engine: SearchEngine,
        providers: Providers
    ) async {
        words =
            request.map { request in
                request.content.map { request.text($0..<$0 + 1) }.joined(separator: " ")
            } ?? ""
        unindexed = UnindexedTypes(engine: engine, providers: providers)
        screen = ScreenQuestion(providers: providers, needs: needs)
        if words.isEmpty {
            asked = []
        } else {
            asked = await unindexed.apps(for: .words(words), of: providers.manifests()) { key, schema in
                accepted.takes(key.type, schema: schema)
            }
        }
        if asked.isEmpty, needs.isEmpty { return nil }
    }

    /// Asks them side by side; may take as long as an app has for `values`.
    public func answers() async throws -> AppAnswers {
        async let onScreen = screen.answers()
        let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
            for app in asked {
                group.addTask { await answer(of: app) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.bundle < $1.bundle }
        }
        let (shown, silent) = await onScreen
        try Task.checkCancellation()
        var told = AppAnswers()
        var seen = Set<EntityID>()
        // Rows that no entity of the index has, to tell them apart by.
        func stored(_ entity: Entity) -> StoredEntity {
            StoredEntity(row: RowID.max - RowID(seen.count), revision: 0, entity: entity)
        }
        for entity in answers.flatMap({ (try? $0.result.get()) ?? [] })
        where told.entities.count < Self.most && !entity.hidden && seen.insert(entity.key).inserted {
            told.entities.append(stored(entity))
        }
        for entity in shown.all where !entity.hidden && seen.insert(entity.key).inserted {
            told.onScreen.append(stored(entity))
        }
        told.shown = shown
        told.failed = answers.filter { if case .failure = $0.result { true } else { false } }.map(\.bundle)
        told.failed += silent.filter { !told.failed.contains($0) }
        return told
    }

    private struct Answer: Sendable {
        let bundle: String
        let result: Result<[Entity], AlmagestError>
    }

    private func answer(of app: UnindexedTypes.Asked) async -> Answer {
        do throws(AlmagestError) {
            let entities = try await unindexed.entities(.words(words), of: app, limit: Self.limit)
            return Answer(bundle: app.bundle, result: .success(Array(entities.prefix(Self.limit))))
        } catch {
            return Answer(bundle: app.bundle, result: .failure(error))
        }
    }
}

/// What apps have answered.
public struct AppAnswers: Sendable {
    /// Found by the words.
    var entities: [StoredEntity] = []
    /// What else is on screen.
    var onScreen: [StoredEntity] = []
    var shown = ShownEntities()
    /// Apps that failed.
    var failed: [String] = []
}
