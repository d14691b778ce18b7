import AlmagestEntities
import Catalog
import Foundation
import Settings
import Synchronization

/// The projection for meaning: the index that answers, and after another model was configured also the one whose vectors
/// are still being made. Until those are all there the old ones answer and follow what is donated; then the new index
/// takes their place, and what drives the projection goes on from where that one is.
public final class SemanticProjection: Projection {
    public let name = "semantic"
    public let journalChunk = 512
    /// Who changes more one by one is a program, and its texts are embedded with the lowest priority like all bulk: otherwise
    /// queries would have to share the processors with them.
    public let urgentRate: Double? = 20

    private struct State {
        var answering: SemanticIndex
        /// The one that is to answer.
        var coming: SemanticIndex?
        /// Another index answers, and whoever drives the projection has yet to learn where that one is.
        var hasChanged = false
        var making: Task<Void, Never>?
        var failure: String?
    }

    private let folders: SemanticFolders
    private let state: Mutex<State>

    /// Opens what is in the data directory. Models are loaded on first use.
    ///
    /// - Parameter model: nil where none was found; the projection is unavailable then.
    /// - Throws: what the system refuses: no permission, no space.
    public init(directory: URL, model: ModelLocation?, settings: SemanticSettings = .init()) async throws {
        folders = SemanticFolders(directory: directory)
        var former: VectorOrigin?
        if settings.enabled, let model, let description = try? ModelDescription(folder: model.model) {
            let limits = EmbeddedText.Limits(settings)
            // Where the folders cannot be moved, the old vectors do not answer meanwhile, and nothing else is lost.
            former = try? folders.prepare(
                for: VectorOrigin(model: model, identity: description.identity, limits: limits))
        }
        let configured = try await SemanticIndex(directory: directory, model: model, settings: settings)
        guard let former, let model,
            let before = await Self.before(in: folders, former, library: model.library, settings)
        else {
            state = Mutex(State(answering: configured))
            return
        }
        state = Mutex(State(answering: before, coming: configured))
    }

    /// The index of the model before; nil where it cannot be opened any more.
    private static func before(
        in folders: SemanticFolders, _ former: VectorOrigin, library: URL, _ settings: SemanticSettings
    ) async -> SemanticIndex? {
        var asBefore = settings
        asBefore.maximumPassages = former.limits.passages
        asBefore.passageTokens = former.limits.tokens
        asBefore.passageOverlap = former.limits.overlap
        let location = ModelLocation(library: library, model: URL(filePath: former.folder))
        guard let index = try? await SemanticIndex(directory: folders.before, model: location, settings: asBefore)
        else { return nil }
        if index.isAvailable { return index }
        await index.close()
        return nil
    }

    /// The index that answers. Who asks it for a vector and then for what is near to that takes both from one.
    public var current: SemanticIndex { state.withLock { $0.answering } }

    /// The index of a newly configured model, while that does not answer yet.
    public struct Coming: Sendable {
        public var model: String
        /// What of the journal its vectors have.
        public var seq: Seq
        /// Why it gets no further, while that lasts.
        public var failure: String?
    }

    public var coming: Coming? {
        let (index, failure) = state.withLock { ($0.coming, $0.failure) }
        return index.map { Coming(model: $0.modelName ?? "", seq: $0.madeSeq, failure: failure) }
    }

    // MARK: Another model

    /// Makes the vectors of the newly configured model, if there is one, in the background; calls `onChange` when they
    /// answer. `processorShare` (above 0 to 1) is how much of the time that works.
    public func makeComing(
        from catalog: Catalog, processorShare: Double = 1, onChange: @escaping @Sendable () async -> Void
    ) {
        guard let coming = state.withLock({ $0.coming }) else { return }
        let task = Task(priority: .utility) {
            var failures = 0
            while !Task.isCancelled {
                do {
                    if try await makeSome(of: coming, from: catalog, processorShare) { break }
                    failures = 0
                    note(nil)
                } catch {
                    note((error as? AlmagestError)?.description ?? "\(error)")
                    // Its files may be damaged: asked where it is, it has begun anew.
                    _ = await coming.isLost()
                    failures += 1
                    try? await Task.sleep(for: patience(after: failures))
                }
            }
            guard !Task.isCancelled else { return }
            await change(to: coming, onChange)
        }
        state.withLock { $0.making = task }
    }

    private func note(_ failure: String?) { state.withLock { $0.failure = failure } }

    /// Applies some of the journal; true once so little is missing that whoever drives the projection may bring it.
    private func makeSome(of index: SemanticIndex, from catalog: Catalog, _ share: Double) async throws -> Bool {
        var applied = try await index.appliedSeq()
        if try await !catalog.canFollow(from: applied) {
            try await index.reset()
            applied = 0
        }
        let last = catalog.lastSeq
        let changes = try await catalog.changes(after: applied, limit: journalChunk)
        guard let end = changes.last?.seq else {
            try await index.flush()
            return true
        }
        let began = ContinuousClock.now
        try await index.apply(changes, through: end)
        if share < 1 { try await Task.sleep(for: (ContinuousClock.now - began) * (1 / max(0.01, share) - 1)) }
        guard changes.count < Self.few, end >= last else { return false }
        try await index.flush()
        return true
    }

    /// So few changes are brought in no time.
    private static let few = 64
    /// Searches that began with the old index end with it.
    private static let grace = Duration.seconds(5)

    private func change(to index: SemanticIndex, _ onChange: @Sendable () async -> Void) async {
        let old = state.withLock { state in
            defer {
                state.answering = index
                state.coming = nil
                state.hasChanged = true
            }
            return state.answering
        }
        await onChange()
        try? await Task.sleep(for: Self.grace)
        await old.close()
        // What stays is removed at the next start.
        try? folders.removeBefore()
    }

    /// Whoever drives this has to ask where the index is that answers now.
    private static let changed = AlmagestError(.storeDamaged, "Another model's vectors answer now.")

    /// Runs `body` with the index that answers, and fails if it is another when that ends: nothing counts as brought
    /// that only the old one has.
    private func driving<R>(_ body: (SemanticIndex) async throws -> R) async throws -> R {
        let (index, hasChanged) = state.withLock { ($0.answering, $0.hasChanged) }
        if hasChanged { throw Self.changed }
        let result = try await body(index)
        if current !== index { throw Self.changed }
        return result
    }

    // MARK: Projection

    public func appliedSeq() async throws -> Seq {
        let index = state.withLock { state in
            state.hasChanged = false
            return state.answering
        }
        return try await index.appliedSeq()
    }

    public func isLost() async -> Bool {
        let (index, hasChanged) = state.withLock { ($0.answering, $0.hasChanged) }
        return hasChanged ? true : await index.isLost()
    }

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        try await driving { try await $0.apply(changes, through: seq) }
    }

    public func applyUrgent(_ changes: [Change]) async throws {
        try await driving { try await $0.applyUrgent(changes) }
    }

    public func flush() async throws { try await driving { try await $0.flush() } }

    public func idle() async throws { try await current.idle() }

    public func reset() async throws {
        let (answering, coming) = state.withLock { state in
            state.hasChanged = false
            return (state.answering, state.coming)
        }
        try await answering.reset()
        try await coming?.reset()
    }

    public func omissions(of entity: Entity) -> [EntityWarning] { current.omissions(of: entity) }

    public func sizeOnDisk() async -> Int64 {
        let (answering, coming) = state.withLock { ($0.answering, $0.coming) }
        return await answering.sizeOnDisk() + (coming?.sizeOnDisk() ?? 0)
    }

    public func leaveOff() { current.leaveOff() }

    public func close() async {
        let (answering, coming, making) = state.withLock { ($0.answering, $0.coming, $0.making) }
        making?.cancel()
        // Closed first: work that waits for its embedder ends with an error.
        await coming?.close()
        await making?.value
        await answering.close()
        await current.close()
    }
}
