/// Row of an entity in the catalog; the same number is its Xapian document id. Never reused, never 0.
public typealias RowID = UInt32

/// Position in the journal; also the revision of what was written there. 0 is before everything.
public typealias Seq = Int64

/// A set of rows as a bitmap, bit `row & 63` of word `row >> 6`.
public struct RowSet: Sendable, Hashable {
    public private(set) var words: [UInt64]

    public init() { words = [] }

    /// An empty set with room for rows up to `capacity`.
    public init(capacity: RowID) { words = [UInt64](repeating: 0, count: Int(capacity >> 6) + 1) }

    /// A set from its bitmap.
    public init(words: [UInt64]) { self.words = words }

    /// A set of rows in any order. Those that lie side by side in memory cost two passes, and one allocation.
    @inlinable
    public init(_ rows: some Sequence<RowID>) {
        let largest = rows.withContiguousStorageIfAvailable { $0.max().map { Int($0 >> 6) } ?? -1 } ?? -1
        var words = [UInt64](repeating: 0, count: largest + 1)
        for row in rows { Self.insert(row, into: &words) }
        self.init(words: words)
    }

    @inlinable
    static func insert(_ row: RowID, into words: inout [UInt64]) {
        let word = Int(row >> 6)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        words[word] |= 1 << UInt64(row & 63)
    }

    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    @inlinable
    public func contains(_ row: RowID) -> Bool {
        let word = Int(row >> 6)
        return word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
    }

    public mutating func insert(_ row: RowID) { Self.insert(row, into: &words) }

    public mutating func remove(_ row: RowID) {
        let word = Int(row >> 6)
        if word < words.count { words[word] &= ~(1 << UInt64(row & 63)) }
    }

    public mutating func formUnion(_ other: RowSet) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for i in other.words.indices { words[i] |= other.words[i] }
    }

    public mutating func formIntersection(_ other: RowSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        for i in words.indices { words[i] &= other.words[i] }
    }

    public mutating func subtract(_ other: RowSet) {
        for i in 0..<min(words.count, other.words.count) { words[i] &= ~other.words[i] }
    }

    /// Visits the rows in ascending order.
    @inlinable
    public func forEach(_ body: (RowID) throws -> Void) rethrows {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                try body(RowID(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// The rows in ascending order.
    public var rows: [RowID] {
        var result: [RowID] = []
        result.reserveCapacity(count)
        forEach { result.append($0) }
        return result
    }
}
