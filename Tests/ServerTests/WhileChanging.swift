import Synchronization

/// Does `ask` over and over until `changes` are over.
func asking(
    _ ask: () async throws -> Void, while changes: @escaping @Sendable () async throws -> Void
) async throws {
    let isOver = Atomic(false)
    async let changing: Void = {
        defer { isOver.store(true, ordering: .sequentiallyConsistent) }
        try await changes()
    }()
    while !isOver.load(ordering: .sequentiallyConsistent) { try await ask() }
    try await changing
}
