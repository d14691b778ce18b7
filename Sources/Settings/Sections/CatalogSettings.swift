import AlmagestEntities

/// The store of record.
public struct CatalogSettings: SettingsSection, Equatable {
    /// Days for which a deletion stays in the journal.
    public var tombstoneDays = 30
    /// Threads that read.
    public var readers = 2
    /// SQLite's page cache of each thread, in bytes.
    public var cacheBytes = 16 << 20
    /// Bytes of the write-ahead log after which it is moved into the database.
    public var walBytes = 16 << 20
    /// What is remembered of the person's doing.
    public var context = ContextSettings()

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("tombstoneDays", into: &tombstoneDays, in: 1...3_650)
        try reader.read("readers", into: &readers, in: 1...64)
        try reader.read("cacheBytes", into: &cacheBytes, in: 1 << 16...1 << 34)
        try reader.read("walBytes", into: &walBytes, in: 1 << 16...1 << 34)
        try reader.read("context", into: &context)
    }
}
