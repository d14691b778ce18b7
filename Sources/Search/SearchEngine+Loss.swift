import AlmagestEntities

extension SearchEngine {
    /// Runs `body`, and once more when a projection says that it is damaged: it has begun anew by then, so that the second
    /// answer names it as partial.
    func overcomingLoss<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
        do {
            return try await body()
        } catch let error as AlmagestError {
            guard error.name == .storeDamaged else { throw error }
            await freshness.noteLoss()
            return try await body()
        }
    }
}
