import Catalog

/// One passage's vector, as the embedder made it.
public struct VectorEntry: Sendable {
    public var row: RowID
    /// The revision of the entity that the text was taken from.
    public var revision: Seq
    /// Which passage of the entity's text, from 0.
    public var passage: UInt16
    /// Of the store's dimensions, length 1.
    public var vector: [Float]

    public init(row: RowID, revision: Seq, passage: UInt16, vector: [Float]) {
        self.row = row
        self.revision = revision
        self.passage = passage
        self.vector = vector
    }
}

/// The best passage of a row for a query.
public struct VectorHit: Sendable, Hashable {
    public let row: RowID
    public let revision: Seq
    public let passage: UInt16
    /// Cosine of query and passage, -1 … 1, from eight-bit codes (off by about 0.002).
    public let cosine: Float

    public init(row: RowID, revision: Seq, passage: UInt16, cosine: Float) {
        self.row = row
        self.revision = revision
        self.passage = passage
        self.cosine = cosine
    }
}

/// What went wrong with a vector store.
public enum VectorStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refused `operation` on `path`; `code` is its `errno`.
    case system(operation: String, path: String, code: Int32)
    /// A vector of the wrong length was given.
    case dimensions(expected: Int, found: Int)
    /// A file is not what was written. Inside the store it leads to a reset, not to the caller.
    case damaged(file: String, reason: String)

    public var description: String {
        switch self {
        case .system(let operation, let path, let code): "\(operation) \(path): errno \(code)"
        case .dimensions(let expected, let found): "a vector has \(found) dimensions, the store \(expected)"
        case .damaged(let file, let reason): "\(file): \(reason)"
        }
    }
}

/// How step one of a search compares.
public enum VectorScan: Sendable, CaseIterable {
    /// Signs against signs (XOR and population count) as a gate; what passes is estimated as by `levels`.
    case signs
    /// The query in four bits against every vector, RaBitQ's estimator: some four times the arithmetic.
    case levels
}

/// The sizes and choices of a vector store.
public struct VectorStoreSettings: Sendable {
    /// Vectors in the tail before it becomes a sealed segment (grows to four times that with the store).
    public var sealCount = 16_384
    /// Log bytes before the log is begun anew.
    public var logBytes = 32 << 20
    /// Codes of sealed segments kept in memory, in bytes; the rest is read from the file for each candidate.
    public var residentBytes = 32 << 20
    /// Step one. The gate of signs was the faster with every kernel, at 100,000 and at a million vectors, and kept
    /// recall@10 above 0.99.
    public var scan = VectorScan.signs
    /// A fixed number of candidates for step two, for 10 answers. `nil` looks into as many as the estimates call for,
    /// with which recall@10 of 0.99 was measured.
    public var candidates: Int?
    /// The kernels' level, 0 plain, 1 AVX2, 2 AVX-512; `nil` takes the processor's best.
    public var kernelLevel: Int?

    public init() {}
}
