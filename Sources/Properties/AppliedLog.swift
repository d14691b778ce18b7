import Catalog

/// What is applied while somebody reads columns: the snapshot that is read may be from before, and what of it is kept in memory
/// has to be brought to the newest content.
struct AppliedLog {
    struct Entry {
        fileprivate var generation: UInt32
        var row: RowID
        /// None after a delete.
        var values: [IndexedValue]
    }

    /// Where more is applied meanwhile, what is read is not kept.
    static let maximumEntries = 50_000

    /// The generations at which those who read began.
    private var readers: [UInt32] = []
    private var entries: [Entry] = []
    /// Entries up to this generation are gone.
    private var cut: UInt32 = 0

    /// - Parameter generation: the present one.
    mutating func begin(at generation: UInt32) { readers.append(generation) }

    mutating func end(at generation: UInt32) {
        if let index = readers.firstIndex(of: generation) { readers.remove(at: index) }
        let oldest = readers.min() ?? .max
        entries.removeSubrange(..<(entries.firstIndex { $0.generation > oldest } ?? entries.endIndex))
    }

    mutating func note(_ row: RowID, _ values: [IndexedValue], at generation: UInt32) {
        if readers.isEmpty { return }
        if entries.count >= Self.maximumEntries { forget(through: generation) }
        entries.append(Entry(generation: generation, row: row, values: values))
    }

    /// What is known is of another file.
    mutating func forget(through generation: UInt32) {
        entries = []
        cut = generation
    }

    /// All that has been applied since whoever asks began to read, in order, and maybe some before; nil when that is no longer
    /// known.
    var sinceReading: [Entry]? {
        guard let oldest = readers.min(), cut <= oldest else { return nil }
        return entries
    }
}
