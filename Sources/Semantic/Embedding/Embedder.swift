import Foundation
import Synchronization

/// How an embedder works.
public struct EmbedderSettings: Sendable {
    /// Threads for bulk work, all of them nice 19.
    public var threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Nil takes what suits the processor.
    public var precision: InferencePrecision?
    /// Unused for this long, the model goes from memory.
    public var idle = Duration.seconds(300)
    /// Tokens of one batch, padding included; halved when a batch takes over `batchTime`.
    public var batchTokens = 256
    public var batchTime = Duration.milliseconds(100)

    public init() {}
}

/// Turns text into vectors, on threads of its own: one for queries, one for interactive donations, some for bulk.
///
/// The model is loaded on first use and goes from memory when it has been idle.
///
///     let embedder = try Embedder(location: location)
///     let vector = try await embedder.embed(query: "something sweet")  // 384 numbers, length 1
public final class Embedder: Sendable {
    public let description: ModelDescription
    private let settings: EmbedderSettings
    private let source: EncoderSource
    private let queries: EmbeddingWorker
    private let urgent: EmbeddingWorker
    private let bulk: [EmbeddingWorker]
    private let batchTokens: Atomic<Int>
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var watch: Task<Void, Never>?
    }

    /// Reads the description alone: opening the library and loading the model wait for the first text.
    ///
    /// - Throws: `SemanticError.modelUnavailable` or `.modelUnsupported`.
    public init(location: ModelLocation, settings: EmbedderSettings = .init()) throws(SemanticError) {
        self.settings = settings
        let source = try EncoderSource(
            location: location, precision: settings.precision ?? .best, streams: max(1, settings.threads) + 2)
        self.source = source
        description = source.description
        queries = EmbeddingWorker(name: "embed-query", niceness: 0, source: source)
        urgent = EmbeddingWorker(name: "embed-urgent", niceness: 0, source: source)
        bulk = (0..<max(1, settings.threads)).map {
            EmbeddingWorker(name: "embed-bulk-\($0)", niceness: 19, source: source)
        }
        batchTokens = Atomic(max(8, settings.batchTokens))
    }

    /// Whether the model is in memory.
    public var isLoaded: Bool { source.isLoaded }

    /// The vector of what somebody searches for.
    public func embed(query text: String) async throws(SemanticError) -> [Float] {
        try begin()
        return try await queries.vector(of: description.queryPrefix + text)
    }

    /// Vectors of a few passages that somebody waits for, one after the other.
    public func embed(urgent texts: [String]) async throws(SemanticError) -> [[Float]] {
        try begin()
        var vectors: [[Float]] = []
        for text in texts {
            vectors.append(try await urgent.vector(of: description.passagePrefix + text))
            try begin()
        }
        return vectors
    }

    /// Vectors of many passages, in their order, on all bulk threads with the lowest priority.
    public func embed(passages texts: [String]) async throws(SemanticError) -> [[Float]] {
        guard !texts.isEmpty else { return [] }
        try begin()
        let prefix = description.passagePrefix
        let tokens = try await bulk[0].tokens(of: prefix.isEmpty ? texts : texts.map { prefix + $0 })
        let work = BatchQueue(TokenBatch.plan(tokens, budget: batchTokens.load(ordering: .relaxed)))
        var vectors = [[Float]](repeating: [], count: texts.count)
        do {
            try await withThrowingTaskGroup(of: [(Int, [Float])].self) { group in
                for worker in bulk {
                    group.addTask { try await self.drain(work, with: worker) }
                }
                for try await results in group {
                    for (index, vector) in results { vectors[index] = vector }
                }
            }
        } catch {
            throw error as? SemanticError ?? .closed
        }
        return vectors
    }

    /// Takes batches from the queue until it is empty.
    private func drain(_ work: BatchQueue, with worker: EmbeddingWorker) async throws -> [(Int, [Float])] {
        var results: [(Int, [Float])] = []
        while let batch = work.next() {
            try Task.checkCancellation()
            try begin()
            let (vectors, took) = try await worker.vectors(of: batch)
            results += zip(batch.indices, vectors)
            let budget = batch.rows * batch.length
            if took > settings.batchTime, batch.rows > 1 {
                _ = batchTokens.compareExchange(
                    expected: budget, desired: max(8, budget / 2), ordering: .relaxed)
            }
        }
        return results
    }

    /// Lets the model go from memory, at once where it isn't being used.
    public func unload() async {
        source.release()
        for worker in [queries, urgent] + bulk { await worker.release() }
    }

    /// Stops between two batches what is going on, and unloads.
    public func close() async {
        let watch = state.withLock { state in
            state.isClosed = true
            defer { state.watch = nil }
            return state.watch
        }
        watch?.cancel()
        await unload()
    }

    /// Refuses when closed; sees to it that the model goes when it has been idle.
    private func begin() throws(SemanticError) {
        let isClosed = state.withLock { state in
            if state.watch == nil, !state.isClosed {
                state.watch = Task { [weak self, idle = settings.idle] in await Self.watch(self, idle: idle) }
            }
            return state.isClosed
        }
        if isClosed { throw .closed }
    }

    /// Sleeps until the model has been idle, then unloads it. There is no watch while it isn't loaded.
    private static func watch(_ embedder: Embedder?, idle: Duration) async {
        weak let embedder = embedder
        var deadline = ContinuousClock.now + idle
        while deadline > .now {
            do { try await Task.sleep(until: deadline) } catch { return }
            guard let latest = embedder?.source.deadline(idle: idle) else { break }
            deadline = latest
        }
        guard let embedder else { return }
        embedder.state.withLock { $0.watch = nil }
        await embedder.unload()
    }
}

/// Batches that several threads share.
private final class BatchQueue: Sendable {
    private let batches: [TokenBatch]
    private let taken = Atomic<Int>(0)

    init(_ batches: [TokenBatch]) { self.batches = batches }

    func next() -> TokenBatch? {
        let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < batches.count ? batches[index] : nil
    }
}
