import Foundation

/// What an index has embedded and kept, for whoever else needs the vectors of the same texts, such as the benchmarks.
///
/// To be used while no daemon has the folder.
public struct KeptVectors: Sendable {
    private let store: EmbeddingStore
    private let hasher: TextHasher

    /// - Parameters:
    ///   - file: `embeddings.sqlite` of a data directory.
    ///   - model: the model's `ModelDescription.identity`.
    public init(file: URL, model: String) {
        store = EmbeddingStore(file: file)
        hasher = TextHasher(modelIdentity: model)
    }

    /// The vectors of texts in their order, each number in 16 bits' precision; nil for a text that was not embedded just
    /// so.
    public func vectors(of texts: [String]) async throws -> [[Float]?] {
        try await store.vectors(for: texts.map(hasher.key(of:)))
    }

    public func close() async { await store.close() }
}
