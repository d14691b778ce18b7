import AlmagestEntities

/// Search by property.
public struct PropertySettings: SettingsSection, Equatable {
    /// Threads that read.
    public var readers = 2
    /// SQLite's page cache of each thread, in bytes.
    public var cacheBytes = 16 << 20
    /// Row sets of predicates kept in memory.
    public var rowSetCacheEntries = 64

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("readers", into: &readers, in: 1...64)
        try reader.read("cacheBytes", into: &cacheBytes, in: 1 << 16...1 << 34)
        try reader.read("rowSetCacheEntries", into: &rowSetCacheEntries, in: 0...100_000)
    }
}
