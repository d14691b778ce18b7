import AlmagestEntities

/// Search by meaning.
public struct SemanticSettings: SettingsSection, Equatable {
    /// The arithmetic of the embedder.
    public enum Precision: String, Sendable, CaseIterable {
        /// bf16 where the processor has it, else f32.
        case auto
        case f32
        case bf16
    }

    /// Without it, search is by word alone.
    public var enabled = true
    /// Folder of the model; nil is the one that was installed.
    public var modelPath: String?
    public var precision = Precision.auto
    /// Passages of one text at most; what is beyond is not searched by meaning, and the reply says so.
    public var maximumPassages = 64
    /// Tokens of a passage, about.
    public var passageTokens = 200
    /// Tokens that a passage shares with the one before it.
    public var passageOverlap = 32
    /// Seconds without use after which the model leaves memory; 0 keeps it.
    public var unloadAfterSeconds = 300
    /// Threads that embed donations.
    public var threads = 2
    /// Niceness of the threads that embed donations, 0 to 19.
    public var niceness = 19
    /// How long one batch of donations may keep the embedder.
    public var batchMilliseconds = 100
    /// Embedded queries kept in memory.
    public var queryCacheEntries = 1_024

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("enabled", into: &enabled)
        try reader.read("modelPath", into: &modelPath)
        try reader.read("precision", into: &precision)
        try reader.read("maximumPassages", into: &maximumPassages, in: 1...10_000)
        try reader.read("passageTokens", into: &passageTokens, in: 16...510)
        try reader.read("passageOverlap", into: &passageOverlap, in: 0...255)
        try reader.read("unloadAfterSeconds", into: &unloadAfterSeconds, in: 0...1_000_000)
        try reader.read("threads", into: &threads, in: 1...256)
        try reader.read("niceness", into: &niceness, in: 0...19)
        try reader.read("batchMilliseconds", into: &batchMilliseconds, in: 1...10_000)
        try reader.read("queryCacheEntries", into: &queryCacheEntries, in: 0...1_000_000)
    }
}
