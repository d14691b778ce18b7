import AlmagestEntities
import Catalog
import Foundation
import Settings
import Synchronization
import Threads

/// Search by meaning: the nearest passages to a text, over all that was donated.
public final class SemanticIndex: Projection {
    public let name = "semantic"
    /// Small: every change is embedded, and what is applied is found at once.
    public let journalChunk = 128

    private let settings: SemanticSettings
    private let parts: Parts?
    private let cache: QueryCache
    private let turn = Atomic<Int>(0)

    /// Why meaning is not searched, where it is not.
    public let unavailability: AlmagestError?

    private struct Parts: Sendable {
        let embedder: Embedder
        let vectors: VectorStore
        let embeddings: EmbeddingStore
        let scanners: [VectorScanner]
        /// Identifies model and text together.
        let hashKey: ContentHash.Key
    }

    /// Opens the stores in the data directory. Without a model it opens nothing, and `isAvailable` is false.
    public init(
        directory: URL, model: ModelLocation?, settings: SemanticSettings = SemanticSettings()
    ) async throws {
        self.settings = settings
        cache = QueryCache(capacity: settings.queryCacheEntries)
        guard settings.enabled else {
            parts = nil
            unavailability = AlmagestError(.unavailable, "Search by meaning is switched off.")
            return
        }
        guard let model, model.isComplete else {
            parts = nil
            unavailability = AlmagestError(
                .unavailable, "There is no model or no inference library: search goes by words alone.")
            return
        }
        do {
            var options = EmbedderSettings()
            options.threads = settings.threads
            options.batchTime = .milliseconds(settings.batchMilliseconds)
            options.idle = settings.unloadAfterSeconds == 0 ? .seconds(1 << 30) : .seconds(settings.unloadAfterSeconds)
            options.precision = settings.precision == .f32 ? .f32 : settings.precision == .bf16 ? .bf16 : nil
            let embedder = try Embedder(location: model, settings: options)
            let identity = embedder.description.identity
            let vectors = try VectorStore(
                directory: directory.appendingPathComponent("vectors"), dimensions: embedder.description.dimensions,
                modelHash: identity)
            let name = ContentHash(Array(identity.utf8), key: ContentHash.Key(k0: 0, k1: 0)).bytes
            let words = name.withUnsafeBytes { ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
            parts = Parts(
                embedder: embedder, vectors: vectors,
                embeddings: try await EmbeddingStore(
                    directory: directory, dimensions: embedder.description.dimensions),
                scanners: (1...2).map { VectorScanner(vectors, name: "scan-\($0)") },
                hashKey: ContentHash.Key(k0: words.0, k1: words.1))
            unavailability = nil
        } catch let error as SemanticError {
            // A broken model is like none: words still find everything.
            parts = nil
            unavailability = AlmagestError(error)
        }
    }

    public var isAvailable: Bool { parts != nil }

    /// Whether the model is in memory.
    public var isLoaded: Bool { parts?.embedder.isLoaded ?? false }

    private func available() throws(AlmagestError) -> Parts {
        guard let parts else {
            throw unavailability ?? AlmagestError(.unavailable, "Meaning is not searched.")
        }
        return parts
    }

    // MARK: Searching

    /// The vector of what somebody searches for; the newest ones are remembered.
    public func embedQuery(_ text: String) async throws -> QueryVector {
        let parts = try available()
        if let known = cache.vector(text) { return known }
        do {
            let vector = QueryVector(values: try await parts.embedder.embed(query: text))
            cache.keep(vector, for: text)
            return vector
        } catch {
            throw AlmagestError(error)
        }
    }

    /// The rows with the nearest passages within `rows` (nil: all), best first, ties by row.
    public func nearest(_ query: QueryVector, within rows: RowSet?, count: Int) async throws -> [SemanticHit] {
        let parts = try available()
        return await scanner(parts).search(query.values, within: rows, count: count).map(SemanticHit.init)
    }

    /// The cosine of the nearest passage of each of these rows that has one.
    public func cosines(
        _ query: QueryVector, rows: [RowID]
    ) async throws -> [RowID: (cosine: Float, passage: Int)] {
        let parts = try available()
        if rows.isEmpty { return [:] }
        return await scanner(parts).cosines(query.values, rows: rows).mapValues { ($0.cosine, Int($0.passage)) }
    }

    private func scanner(_ parts: Parts) -> VectorScanner {
        parts.scanners[turn.wrappingAdd(1, ordering: .relaxed).newValue & 1]
    }

    /// The passages of an entity, as they were embedded.
    public func passages(of entity: Entity) -> EntityPassages { EntityPassages(entity, settings: settings) }

    // MARK: Projection

    public func appliedSeq() async throws -> Seq { try available().vectors.appliedSeq }

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        let parts = try available()
        try await take(changes, parts) { try await parts.embedder.embed(passages: $0) }
        do { try parts.vectors.flush(appliedSeq: seq) } catch { throw Self.told(error) }
    }

    public func applyUrgent(_ changes: [Change]) async throws {
        let parts = try available()
        try await take(changes, parts) { try await parts.embedder.embed(urgent: $0) }
    }

    private func take(
        _ changes: [Change], _ parts: Parts, embed: ([String]) async throws -> [[Float]]
    ) async throws {
        var uses: [(row: RowID, hashes: [ContentHash])] = []
        var owners: [(row: RowID, revision: Seq, passage: UInt16)] = []
        var hashes: [ContentHash] = []
        var texts: [String] = []
        var removed: [RowID] = []
        for change in changes {
            switch change.kind {
            case .delete:
                removed.append(change.row)
                uses.append((change.row, []))
            case .put(let entity):
                let passages = EntityPassages(entity, settings: settings).passages
                let own = passages.map { ContentHash(Array($0.text.utf8), key: parts.hashKey) }
                uses.append((change.row, own))
                for (index, passage) in passages.enumerated() {
                    owners.append((change.row, change.seq, UInt16(truncatingIfNeeded: index)))
                    texts.append(passage.text)
                }
                hashes += own
            }
        }
        do {
            var vectors = try await parts.embeddings.vectors(hashes)
            var missing: [ContentHash: Int] = [:]
            for (index, vector) in vectors.enumerated() where vector == nil { missing[hashes[index]] = index }
            let order = missing.sorted { $0.value < $1.value }
            let made = try await embed(order.map { texts[$0.value] })
            let fresh = Dictionary(zip(order.map(\.key), made), uniquingKeysWith: { first, _ in first })
            for (index, vector) in vectors.enumerated() where vector == nil { vectors[index] = fresh[hashes[index]] }
            try await parts.embeddings.note(uses, vectors: fresh)
            var entries: [VectorEntry] = []
            entries.reserveCapacity(owners.count)
            for (owner, vector) in zip(owners, vectors) {
                guard let vector else { continue }
                entries.append(
                    VectorEntry(row: owner.row, revision: owner.revision, passage: owner.passage, vector: vector))
            }
            if !removed.isEmpty { try parts.vectors.remove(rows: removed) }
            try parts.vectors.append(entries)
        } catch let error as SemanticError {
            throw AlmagestError(error)
        } catch let error as VectorStoreError {
            throw Self.told(error)
        }
    }

    public func flush() async throws {}

    public func idle() async throws {
        let parts = try available()
        do { try parts.vectors.compact() } catch { throw Self.told(error) }
        while try await parts.embeddings.forgetOldRounds() {}
        try await parts.embeddings.checkpoint()
    }

    public func reset() async throws {
        let parts = try available()
        try await parts.embeddings.beginRound()
        do { try parts.vectors.reset() } catch { throw Self.told(error) }
    }

    public func sizeOnDisk() async -> Int64 {
        guard let parts else { return 0 }
        return parts.vectors.sizeOnDisk + (await parts.embeddings.sizeOnDisk())
    }

    public func close() async {
        guard let parts else { return }
        await parts.embedder.close()
        await parts.embeddings.close()
        for scanner in parts.scanners { await scanner.close() }
    }

    private static func told(_ error: VectorStoreError) -> AlmagestError {
        AlmagestError(.unavailable, "The vectors: \(error.description)")
    }
}

/// A text as a point: numbers of the model's dimensions, length 1.
public struct QueryVector: Sendable, Hashable {
    public let values: [Float]
}

/// A row with its passage nearest to a query.
public struct SemanticHit: Sendable, Hashable {
    public let row: RowID
    public let revision: Seq
    /// -1 to 1.
    public let cosine: Float
    /// Position in `SemanticIndex.passages(of:)`.
    public let passage: Int

    init(_ hit: VectorHit) {
        row = hit.row
        revision = hit.revision
        cosine = hit.cosine
        passage = Int(hit.passage)
    }
}

/// Scans on a thread of its own: a scan of a million vectors is milliseconds of one core.
actor VectorScanner {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let vectors: VectorStore

    init(_ vectors: VectorStore, name: String) {
        executor = ThreadExecutor(name: name)
        self.vectors = vectors
    }

    func search(_ query: [Float], within rows: RowSet?, count: Int) -> [VectorHit] {
        vectors.search(query, within: rows, count: count)
    }

    func cosines(_ query: [Float], rows: [RowID]) -> [RowID: VectorHit] { vectors.cosines(query, rows: rows) }

    func close() { executor.stop() }
}
