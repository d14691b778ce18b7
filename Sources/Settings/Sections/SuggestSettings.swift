import AlmagestEntities

/// Suggestions as one types.
public struct SuggestSettings: SettingsSection, Equatable {
    /// Threads that read.
    public var readers = 1
    /// SQLite's page cache of each thread, in bytes.
    public var cacheBytes = 16 << 20
    /// Letters of a word from which one typo is forgiven.
    public var oneTypoLetters = 4
    /// Letters of a word from which two typos are forgiven.
    public var twoTypoLetters = 8

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("readers", into: &readers, in: 1...64)
        try reader.read("cacheBytes", into: &cacheBytes, in: 1 << 16...1 << 34)
        try reader.read("oneTypoLetters", into: &oneTypoLetters, in: 2...100)
        try reader.read("twoTypoLetters", into: &twoTypoLetters, in: 2...100)
    }
}
