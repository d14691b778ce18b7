import Synchronization

/// The types that an app has named, for tests that ask for them by name.
extension AppIntentsProvider {
    private static let all = Mutex<[AppIntentsProvider]>([])

    /// Every provider that this process has made.
    package static var made: [AppIntentsProvider] { all.withLock { $0 } }

    func remember() { Self.all.withLock { $0.append(self) } }

    package var entityTypes: [any AppEntity.Type] {
        parts.compactMap { if case .entity(let answers) = $0.content { answers.type } else { nil } }
    }
    package var intentTypes: [any AppIntent.Type] {
        parts.compactMap { if case .intent(let answers) = $0.content { answers.type } else { nil } }
    }
    package var valueQueryTypes: [any IntentValueQuery.Type] {
        parts.compactMap { if case .values(let answers) = $0.content { answers.type } else { nil } }
    }
    package var enumTypes: [any AppEnum.Type] {
        parts.compactMap { if case .enumeration(let type) = $0.content { type } else { nil } }
    }
}
