import AlmagestEntities
import Catalog
import Providers

/// What apps are asked where the index has no answer: the telling words of a request, about accepted types of which
/// nothing is indexed.
public struct AppQuestion: Sendable {
    private let words: String
    private let unindexed: UnindexedTypes
    private let asked: [UnindexedTypes.Asked]

    /// Of one app so many are looked at, and so many of all.
    private static let limit = 50
    private static let most = 500

    /// Nil when there are no words to ask by, or nobody to ask.
    init?(_ request: Understanding, accepted: AcceptedTypes, engine: SearchEngine, providers: Providers) async {
        words = request.content.map { request.text($0..<$0 + 1) }.joined(separator: " ")
        guard !words.isEmpty else { return nil }
        unindexed = UnindexedTypes(engine: engine, providers: providers)
        asked = await unindexed.apps(for: .words(words), of: providers.manifests()) { key, schema in
            accepted.takes(key.type, schema: schema)
        }
        if asked.isEmpty { return nil }
    }

    /// Asks them side by side; may take as long as an app has for `values`.
    public func answers() async throws -> AppAnswers {
        let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
            for app in asked {
                group.addTask { await answer(of: app) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.bundle < $1.bundle }
        }
        try Task.checkCancellation()
        var told = AppAnswers()
        var seen = Set<EntityID>()
        for entity in answers.flatMap({ (try? $0.result.get()) ?? [] })
        where told.entities.count < Self.most && !entity.hidden && seen.insert(entity.key).inserted {
            // A row that no entity of the index has, to tell them apart by.
            let row = RowID.max - RowID(told.entities.count)
            told.entities.append(StoredEntity(row: row, revision: 0, entity: entity))
        }
        told.failed = answers.filter { if case .failure = $0.result { true } else { false } }.map(\.bundle)
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
    var entities: [StoredEntity] = []
    /// Apps that failed.
    var failed: [String] = []
}
