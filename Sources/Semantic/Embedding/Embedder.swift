import Foundation
import Synchronization

/// How an embedder works.
public struct EmbedderSettings: Sendable {
    /// Threads for bulk work, and how nice they are.
    public var threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    public var niceness: Int32 = 19
    /// Nil takes what suits the processor.
    public var precision: InferencePrecision?
    /// Unused for this long, the model goes from memory.
    public var idle = Duration.seconds(300)
    /// The same for the copy that bulk work uses, beside the one for queries.
    public var bulkIdle = Duration.seconds(15)
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
    private let interactive: EmbeddingLane
    private let bulk: EmbeddingLane
    private let batchTokens: Atomic<Int>

    /// Reads the description alone: opening the library and loading the model wait for the first text.
    ///
    /// - Throws: `SemanticError.modelUnavailable` or `.modelUnsupported`.
    public init(location: ModelLocation, settings: EmbedderSettings = .init()) throws(SemanticError) {
        self.settings = settings
        let description = try ModelDescription(folder: location.model)
        self.description = description
        let threads = max(1, settings.threads)
        let tokenizer = TokenizerSource(file: location.model.appending(path: "tokenizer.json"))
        func source(streams: Int) -> EncoderSource {
            EncoderSource(
                location: location, description: description, tokenizer: tokenizer,
                precision: settings.precision ?? .best, streams: streams)
        }
        // The library computes on threads that it starts when it loads a model, nice as the thread that loads it, and
        // it lends the threads of a model that has gone to the next with as many: so the numbers must differ.
        interactive = EmbeddingLane(
            source: source(streams: threads + 1), names: ["embed-query", "embed-urgent"], niceness: 0,
            idle: settings.idle)
        bulk = EmbeddingLane(
            source: source(streams: threads), names: (0..<threads).map { "embed-bulk-\($0)" },
            niceness: settings.niceness,
            idle: min(settings.bulkIdle, settings.idle))
        batchTokens = Atomic(max(8, settings.batchTokens))
    }

    /// Whether the model is in memory, for queries or for bulk.
    public var isLoaded: Bool { interactive.source.isLoaded || bulk.source.isLoaded }

    /// The vector of what somebody searches for.
    public func embed(query text: String) async throws(SemanticError) -> [Float] {
        try interactive.begin()
        return try await interactive.workers[0].vector(of: description.queryPrefix + text)
    }

    /// How much the model knows of a text's words, 0 to 1. Reads the tokenizer unless something was embedded before.
    public func familiarity(of text: String) throws(SemanticError) -> Double {
        try interactive.source.tokenizer.tokenizer().familiarity(of: text)
    }

    /// Whether the model's vocabulary has a word as it is.
    public func knows(word: String) throws(SemanticError) -> Bool {
        try interactive.source.tokenizer.tokenizer().knows(word: word)
    }

    /// Vectors of a few passages that somebody waits for, one after the other.
    public func embed(urgent texts: [String]) async throws(SemanticError) -> [[Float]] {
        var vectors: [[Float]] = []
        for text in texts {
            try interactive.begin()
            vectors.append(try await interactive.workers[1].vector(of: description.passagePrefix + text))
        }
        return vectors
    }

    /// Vectors of many passages, in their order, on all bulk threads with the lowest priority.
    ///
    /// Meanwhile the model is kept ready for queries and interactive donations too.
    public func embed(passages texts: [String]) async throws(SemanticError) -> [[Float]] {
        guard !texts.isEmpty else { return [] }
        // Loading takes up to a second beside bulk work: too long for a donation or a question that comes meanwhile.
        try interactive.keepReady()
        try bulk.begin()
        let prefix = description.passagePrefix
        let tokens = try await bulk.workers[0].tokens(of: prefix.isEmpty ? texts : texts.map { prefix + $0 })
        let work = BatchQueue(TokenBatch.plan(tokens, budget: batchTokens.load(ordering: .relaxed)))
        var vectors = [[Float]](repeating: [], count: texts.count)
        do {
            try await withThrowingTaskGroup(of: [(Int, [Float])].self) { group in
                for worker in bulk.workers {
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
            try bulk.begin()
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
        await bulk.unload()
        await interactive.unload()
    }

    /// Refuses bulk work from now on, the rest of what is under way too: its next batch throws `.closed`.
    public func leaveOff() { bulk.refuse() }

    /// Stops between two batches what is going on, and unloads.
    public func close() async {
        await bulk.close()
        await interactive.close()
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
