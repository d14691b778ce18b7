import Catalog

/// Whether what was indexed of a row is still what the catalog holds.
///
/// Between a change and its arrival in a projection the old values must not be found: every result is filtered by it.
public struct Liveness: Sendable {
    /// Takes the rows out of `set` whose indexed revision isn't the catalog's; `indexed[row]` is the indexed one.
    let filter: @Sendable (_ set: inout RowSet, _ indexed: UnsafeBufferPointer<Seq>) -> Void
    let isLive: @Sendable (RowID, Seq) -> Bool

    /// Asks row by row.
    public init(_ isLive: @escaping @Sendable (RowID, Seq) -> Bool) {
        self.isLive = isLive
        filter = { set, indexed in
            let rows = set
            rows.forEach { row in
                let revision = Int(row) < indexed.count ? indexed[Int(row)] : 0
                if revision <= 0 || !isLive(row, revision) { set.remove(row) }
            }
        }
    }

    /// Filters a whole set at once, for tables that can be read as a column.
    public init(
        isLive: @escaping @Sendable (RowID, Seq) -> Bool,
        filter: @escaping @Sendable (_ set: inout RowSet, _ indexed: UnsafeBufferPointer<Seq>) -> Void
    ) {
        self.isLive = isLive
        self.filter = filter
    }
}

extension Liveness {
    /// Asks the catalog's table in memory: for a whole set under one hold of its lock.
    public init(_ table: RowTable) {
        self.init(isLive: { row, revision in revision > 0 && table.revision(row) == revision }) { set, indexed in
            var words = set.words
            table.withColumns { columns in
                for word in words.indices {
                    var rest = words[word]
                    while rest != 0 {
                        let row = word << 6 + rest.trailingZeroBitCount
                        let isLive =
                            row < indexed.count && row < columns.count && indexed[row] > 0
                            && columns.revision[row] == indexed[row]
                        if !isLive { words[word] &= ~(rest & (0 &- rest)) }
                        rest &= rest - 1
                    }
                }
            }
            set = RowSet(words: words)
        }
    }
}
