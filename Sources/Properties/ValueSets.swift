import AlmagestEntities
import Catalog
import SQLite

/// The rows of values that many entities share and that were asked for: what an equality finds without reading the file.
///
/// Kept as they are read, then in step with what the writer applies. Values are whole: of long texts, of which the table holds
/// the beginning as its key, there is none here.
struct ValueSets {
    /// All sets together take at most this; the least used ones leave.
    static let maximumBytes = 16 << 20
    /// Fewer rows than these are read about as fast.
    static let manyRows = 256

    private struct Kept {
        var rows: RowSet
        var used: UInt64
        var bytes: Int { rows.words.count * 8 + 128 }
    }

    private var columns: [ColumnID: [Value: Kept]] = [:]
    private var tick: UInt64 = 0
    private(set) var bytes = 0

    var isEmpty: Bool { columns.isEmpty }
    var count: Int { columns.values.reduce(0) { $0 + $1.count } }

    /// The rows with that value; nil when they are not kept.
    mutating func rows(_ column: ColumnID, _ value: Value) -> RowSet? {
        guard let rows = columns[column]?[value]?.rows else { return nil }
        tick += 1
        columns[column]?[value]?.used = tick
        return rows
    }

    /// Keeps what was read of the present content.
    mutating func keep(_ rows: RowSet, _ column: ColumnID, _ value: Value) {
        tick += 1
        let kept = Kept(rows: rows, used: tick)
        guard kept.bytes <= Self.maximumBytes / 8 else { return }
        let old = columns[column, default: [:]].updateValue(kept, forKey: value)
        bytes += kept.bytes - (old?.bytes ?? 0)
        while bytes > Self.maximumBytes { removeOldest() }
    }

    private mutating func removeOldest() {
        let all = columns.lazy.flatMap { column, sets in sets.lazy.map { (column, $0.key, $0.value.used) } }
        guard let (column, value, _) = all.min(by: { $0.2 < $1.2 }) else { return bytes = 0 }
        bytes -= columns[column]?.removeValue(forKey: value)?.bytes ?? 0
        if columns[column]?.isEmpty ?? false { columns[column] = nil }
    }

    /// A row lost a value.
    mutating func remove(_ row: RowID, _ indexed: IndexedValue) {
        guard columns[indexed.column] != nil, let value = Value(indexed) else { return }
        columns[indexed.column]?[value]?.rows.remove(row)
    }

    /// A row got a value.
    mutating func insert(_ row: RowID, _ indexed: IndexedValue) {
        guard columns[indexed.column] != nil, let value = Value(indexed),
            let before = columns[indexed.column]?[value]?.bytes
        else { return }
        columns[indexed.column]?[value]?.rows.insert(row)
        bytes += (columns[indexed.column]?[value]?.bytes ?? before) - before
        while bytes > Self.maximumBytes { removeOldest() }
    }
}

extension ValueSets {
    /// A value as it stands in a column: 3 and 3.0 are one, texts are compared by their bytes.
    enum Value: Hashable {
        case integer(Int64)
        case real(Double)
        case text(ExactName)

        init?(_ stored: SQLiteValue) {
            switch stored {
            case .integer(let integer): self = .integer(integer)
            case .real(let real): self = Int64(exactly: real).map { .integer($0) } ?? .real(real)
            case .text(let text): self = .text(ExactName(text))
            case .null, .blob: return nil
            }
        }

        /// nil of a long text.
        init?(_ indexed: IndexedValue) {
            guard !indexed.isLong else { return nil }
            self.init(StoredKey(indexed).value)
        }
    }
}

extension ValueTest {
    /// The one value that passes, where there is just one and its column holds all of it; nil otherwise.
    var onlyValue: ValueSets.Value? {
        switch self {
        case .equal(let text): return Self.whole(.text(text))
        case .interval(let interval):
            guard let lower = interval.lower, let upper = interval.upper, interval.includesLower,
                interval.includesUpper,
                let value = Self.whole(lower), value == Self.whole(upper)
            else { return nil }
            return value
        case .any, .prefix, .suffix, .contains: return nil
        }
    }

    private static func whole(_ value: SQLiteValue) -> ValueSets.Value? {
        if case .text(let text) = value, text.utf8.count >= ColumnScan.boundBytes { return nil }
        return ValueSets.Value(value)
    }
}
