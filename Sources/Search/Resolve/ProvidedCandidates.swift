import AlmagestEntities
import Catalog
import Providers

/// Candidates from apps whose types are not in the index.
struct ProvidedCandidates: Sendable {
    let engine: SearchEngine
    let providers: Providers
    let accepted: AcceptedTypes

    /// Of one app so many are looked at, and so many of all.
    private static let limit = 50
    private static let most = 500

    /// What the apps find for the telling words. `partial` names apps that failed.
    func candidates(_ request: Understanding) async throws -> (candidates: [CandidateText], partial: [String]) {
        let words = request.content.map { request.text($0..<$0 + 1) }.joined(separator: " ")
        guard !words.isEmpty else { return ([], []) }
        let unindexed = UnindexedTypes(engine: engine, providers: providers)
        let asked = await unindexed.apps(for: .words(words), of: providers.manifests()) { key, schema in
            accepted.takes(key.type, schema: schema)
        }
        guard !asked.isEmpty else { return ([], []) }
        let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
            for app in asked {
                group.addTask { await answer(words, of: app, unindexed) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.bundle < $1.bundle }
        }
        try Task.checkCancellation()
        var seen = Set<EntityID>()
        var candidates: [CandidateText] = []
        for entity in answers.flatMap({ (try? $0.result.get()) ?? [] })
        where candidates.count < Self.most && !entity.hidden && seen.insert(entity.key).inserted {
            // A row that no entity of the index has, to tell them apart by.
            let row = RowID.max - RowID(candidates.count)
            candidates.append(CandidateText(StoredEntity(row: row, revision: 0, entity: entity)))
        }
        let failed = answers.filter { if case .failure = $0.result { true } else { false } }
        return (candidates, failed.map(\.bundle))
    }

    private struct Answer: Sendable {
        let bundle: String
        let result: Result<[Entity], AlmagestError>
    }

    private func answer(
        _ words: String, of app: UnindexedTypes.Asked, _ unindexed: UnindexedTypes
    ) async -> Answer {
        do throws(AlmagestError) {
            let entities = try await unindexed.entities(.words(words), of: app, limit: Self.limit)
            return Answer(bundle: app.bundle, result: .success(Array(entities.prefix(Self.limit))))
        } catch {
            return Answer(bundle: app.bundle, result: .failure(error))
        }
    }
}
