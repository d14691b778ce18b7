import Catalog
import Synchronization

/// What somebody searches for, as a vector.
public struct QueryVector: Sendable, Hashable {
    public let text: String
    /// Length 1.
    public let vector: [Float]
    /// How much the model knows of the text's words, 0 (nothing: an unknown language) to 1.
    public let familiarity: Double

    public init(text: String, vector: [Float], familiarity: Double = 1) {
        self.text = text
        self.vector = vector
        self.familiarity = familiarity
    }
}

/// An entity found by meaning.
public struct SemanticHit: Sendable, Hashable {
    public let row: RowID
    /// The revision of the entity that the vector was made from.
    public let revision: Seq
    /// Of query and best passage, -1 to 1; on the scale of the default model, whichever it is.
    public let cosine: Float
    /// Which of the entity's `EmbeddedText` it is.
    public let passage: Int

    public init(row: RowID, revision: Seq, cosine: Float, passage: Int) {
        self.row = row
        self.revision = revision
        self.cosine = cosine
        self.passage = passage
    }

    init(_ hit: VectorHit, _ scale: CosineScale) {
        self.init(
            row: hit.row, revision: hit.revision, cosine: scale.scaled(hit.cosine), passage: Int(hit.passage))
    }
}

/// The newest queries and their vectors; of a full cache the one unused for longest goes.
final class QueryCache: Sendable {
    private struct State {
        var vectors: [String: (vector: QueryVector, used: UInt64)] = [:]
        var clock: UInt64 = 0
    }
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    func vector(of text: String) -> QueryVector? {
        state.withLock { state in
            guard let entry = state.vectors[text] else { return nil }
            state.clock += 1
            state.vectors[text]?.used = state.clock
            return entry.vector
        }
    }

    func insert(_ vector: QueryVector) {
        let text = vector.text
        // Texts of any length come here; long ones are rare and not worth their memory.
        guard capacity > 0, text.utf8.count <= 4096 else { return }
        state.withLock { state in
            state.clock += 1
            state.vectors[text] = (vector, state.clock)
            guard state.vectors.count > capacity else { return }
            // An eighth at once, so that looking for the oldest is rare.
            let oldest = state.vectors.sorted { $0.value.used < $1.value.used }.prefix(max(1, capacity / 8))
            for (text, _) in oldest { state.vectors[text] = nil }
        }
    }

    func removeAll() { state.withLock { $0.vectors = [:] } }
}
