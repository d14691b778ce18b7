import AlmagestEntities
import Catalog
import Foundation
import Settings
import Synchronization
import Threads

/// One model's vectors of every entity's texts, and the nearest to a query.
///
/// Where no model is, it is unavailable: searches find nothing, changes are refused with `unavailable`, and nothing else
/// breaks. `appliedSeq` stays, so that with a model it catches up.
public final class SemanticIndex: Projection {
    public let name = "semantic"
    public let journalChunk = 512

    /// What works once there is a model.
    struct Parts: Sendable {
        let embedder: Embedder
        let vectors: VectorStore
        let hasher: TextHasher
        let limits: EmbeddedText.Limits
    }

    struct State {
        var unavailable: SemanticError?
        /// How far the journal lane has come; what is stored follows within seconds.
        var applied: Seq = 0
        var lastFlush = ContinuousClock.now
        /// Rows of the urgent lane that the journal lane has yet to reach.
        var urgent: [RowID: UrgentRow] = [:]
        var isClosed = false
        /// What was applied went with damaged files; whoever applies must learn it first.
        var isLost = false
    }

    struct UrgentRow {
        var revision: Seq
        /// Whether all of the row's passages are in.
        var isComplete: Bool
    }

    let parts: Parts?
    let embeddings: EmbeddingStore
    let state: Mutex<State>
    /// Reads texts and writes vectors for the urgent lane and for the journal's.
    let urgentWork = WorkThread(name: "semantic-urgent")
    let journalWork = WorkThread(name: "semantic", niceness: 10)
    private let housekeeping = WorkThread(name: "semantic-tidy", niceness: 19)
    let scans = [WorkThread(), WorkThread()]
    let helper = HelperThread(name: "scan-help")
    let nextScan = Atomic<Int>(0)
    let cache: QueryCache

    /// Opens what is in the data directory: `vectors/` and `embeddings.sqlite`. The model itself is loaded on first use.
    ///
    /// - Parameter model: nil where none was found; the index is unavailable then.
    /// - Throws: what the system refuses: no permission, no space.
    public init(directory: URL, model: ModelLocation?, settings: SemanticSettings = .init()) async throws {
        embeddings = EmbeddingStore(file: directory.appending(path: "embeddings.sqlite"))
        isSwitchedOff = !settings.enabled
        cache = QueryCache(capacity: settings.queryCacheEntries)
        var initial = State()
        do {
            guard settings.enabled else {
                throw SemanticError.modelUnavailable("it is switched off in the configuration")
            }
            guard let model else { throw SemanticError.modelUnavailable("neither beside the program nor configured") }
            let embedder = try Embedder(location: model, settings: EmbedderSettings(settings))
            let description = embedder.description
            let vectors = try await journalWork.run { () throws(VectorStoreError) in
                try VectorStore(
                    directory: directory.appending(path: "vectors"), dimensions: description.dimensions,
                    modelHash: EmbeddedText.making(description.identity, limits: EmbeddedText.Limits(settings)))
            }
            parts = Parts(
                embedder: embedder, vectors: vectors, hasher: TextHasher(modelIdentity: description.identity),
                limits: EmbeddedText.Limits(settings))
            initial.applied = vectors.appliedSeq
            if !model.hasLibrary {
                initial.unavailable = .libraryUnavailable("there is no libopenvino_c.so in \(model.library.path)")
            }
        } catch let error as SemanticError {
            parts = nil
            initial.unavailable = error
        } catch let error as VectorStoreError {
            throw AlmagestError(error)
        }
        state = Mutex(initial)
        // A rebuild is due: what it does not come across is no longer there.
        if parts != nil, initial.applied == 0 { try await storing { try await embeddings.beginGeneration() } }
    }

    // MARK: Searching

    /// Whether the configuration has it off: then nothing is missing without it.
    public let isSwitchedOff: Bool

    /// Whether search by meaning works here.
    public var isAvailable: Bool { unavailableReason == nil }

    /// Why it doesn't.
    public var unavailableReason: String? { state.withLock { $0.unavailable?.description } }

    /// Whether the model is in memory.
    public var isModelLoaded: Bool { parts?.embedder.isLoaded ?? false }

    /// The model's name; nil where there is none.
    public var modelName: String? { parts?.embedder.description.name }

    /// What of the journal the vectors have, as far as is known without looking at the files.
    var madeSeq: Seq { state.withLock { $0.applied } }

    /// Number of passages that can be found.
    public var vectorCount: Int { parts?.vectors.count ?? 0 }

    /// Says when an entity has more text than can be found by meaning.
    public func omissions(of entity: Entity) -> [EntityWarning] {
        guard let parts, EmbeddedText.mayBeCut(entity, limits: parts.limits) else { return [] }
        guard EmbeddedText(of: entity, limits: parts.limits).isCut else { return [] }
        return [
            EntityWarning(
                path: entity.passages.isEmpty ? "text" : "passages",
                message:
                    "Only the first \(parts.limits.passages) passages are found by meaning; words are found in all of it."
            )
        ]
    }

    /// The texts of an entity as they were embedded, to say what a hit's passage is.
    public func embeddedText(of entity: Entity) -> EmbeddedText {
        EmbeddedText(of: entity, limits: parts?.limits ?? .init())
    }

    /// What a search found unreadable, or a change not to be what was written, is lost.
    ///
    /// - Throws: `AlmagestError.storeDamaged`, so that whoever drives the index asks how far it is: it begins anew then,
    ///   from the embeddings that are kept.
    func checkDamage(_ parts: Parts) throws {
        guard parts.vectors.isDamaged else { return }
        state.withLock { $0.isLost = true }
        throw Self.damage
    }

    /// Changes the vectors, unless their files are no longer what was written.
    func changing(
        _ parts: Parts, on thread: WorkThread, _ work: @Sendable () throws(VectorStoreError) -> Void
    ) async throws {
        do {
            try await writing(on: thread, work)
        } catch {
            try checkDamage(parts)
            throw error
        }
    }

    static let damage = AlmagestError(
        .storeDamaged, "The vectors on disk have changed.", hint: "They are made again from the kept embeddings.")

    // MARK: Projection

    public func appliedSeq() async throws -> Seq {
        if let parts, parts.vectors.isDamaged { try await empty(parts) }
        return state.withLock { state in
            state.isLost = false
            return state.applied
        }
    }

    public func isLost() async -> Bool {
        guard let parts, !state.withLock({ $0.isClosed }) else { return false }
        await urgentWork.run { parts.vectors.lookAtFiles() }
        if parts.vectors.isDamaged { state.withLock { $0.isLost = true } }
        await embeddings.lookAtFiles()
        return state.withLock { $0.isLost }
    }

    public func flush() async throws {
        guard parts != nil, !state.withLock({ $0.isClosed }) else { return }
        try await persist(at: state.withLock { $0.applied })
        try await storing { _ = try await embeddings.sweep() }
    }

    public func idle() async throws {
        guard let parts, !state.withLock({ $0.isClosed }) else { return }
        do {
            try await housekeeping.run { () throws(VectorStoreError) in try parts.vectors.compact() }
        } catch {
            throw AlmagestError(error)
        }
        try await storing { try await embeddings.tidy() }
    }

    /// Empties the vectors; what is embedded is kept for the rebuild.
    public func reset() async throws {
        guard let parts else { return }
        state.withLock { $0.isLost = false }
        try await empty(parts)
    }

    private func empty(_ parts: Parts) async throws {
        state.withLock { state in
            state.applied = 0
            state.urgent = [:]
        }
        try await writing(on: journalWork) { () throws(VectorStoreError) in try parts.vectors.reset() }
        try await storing { try await embeddings.beginGeneration() }
    }

    public func sizeOnDisk() async -> Int64 { (parts?.vectors.sizeOnDisk ?? 0) + embeddings.sizeOnDisk }

    /// Embeds no more in bulk: what is under way ends with an error before its next batch.
    public func leaveOff() { parts?.embedder.leaveOff() }

    public func close() async {
        let applied = state.withLock { state -> Seq? in
            defer { state.isClosed = true }
            return state.isClosed ? nil : state.applied
        }
        guard let applied else { return }
        await parts?.embedder.close()
        if parts != nil {
            // What can't be stored now is done again after the next start.
            try? await persist(at: applied)
        }
        await embeddings.close()
    }

    /// Loads the model ahead of the first query, if there is something to find with it.
    public func warm() async {
        guard let parts = try? available(), parts.vectors.count > 0 else { return }
        _ = try? await embedding { () async throws(SemanticError) in try await parts.embedder.embed(query: "warm") }
    }

    /// Lets the model go from memory until it is needed.
    public func unloadModel() async { await parts?.embedder.unload() }

    // MARK: -

    /// What works, or an error that says why it doesn't.
    func available() throws -> Parts {
        let error = state.withLock { $0.isClosed ? SemanticError.closed : $0.unavailable }
        if let error { throw AlmagestError(error) }
        guard let parts else { throw AlmagestError(SemanticError.modelUnavailable("it was not opened")) }
        return parts
    }

    /// Runs the embedder. A library or a model that turns out to be missing makes the index unavailable.
    func embedding<R: Sendable>(_ work: () async throws(SemanticError) -> R) async throws -> R {
        do {
            return try await work()
        } catch {
            switch error {
            case .libraryUnavailable, .modelUnavailable, .modelUnsupported: state.withLock { $0.unavailable = error }
            case .inferenceFailed, .closed, .cancelled: break
            }
            throw AlmagestError(error)
        }
    }

    /// Makes durable what was applied up to a `seq`.
    func persist(at seq: Seq) async throws {
        guard let parts else { return }
        try await changing(parts, on: journalWork) { () throws(VectorStoreError) in
            try parts.vectors.flush(appliedSeq: seq)
        }
        state.withLock { $0.lastFlush = .now }
    }

    /// Changes the vectors on a thread of its own.
    func writing(on thread: WorkThread, _ work: @Sendable () throws(VectorStoreError) -> Void) async throws {
        do {
            try await thread.run(work)
        } catch {
            throw AlmagestError(error)
        }
    }
}
