/// What a row is ordered by for one key.
public struct SortValue: Hashable, Sendable {
    /// Order of kinds: bool, number, duration, date, text, reference; `missing` comes after all.
    var rank: UInt8
    /// Bools are 0 and 1, dates and durations seconds.
    var number: Double
    /// Folded, its first 128 bytes.
    var text: String

    static let missing = SortValue(rank: .max, number: 0, text: "")

    init(rank: UInt8, number: Double, text: String) {
        self.rank = rank
        self.number = number
        self.text = text
    }

    init(_ kind: ColumnKind, number: Double) { self.init(rank: kind.rank, number: number, text: "") }
    init(_ kind: ColumnKind, text: String) { self.init(rank: kind.rank, number: 0, text: text) }

    var isMissing: Bool { rank == .max }

    /// -1, 0 or 1; whatever the direction, missing ones come last.
    func compare(_ other: SortValue, ascending: Bool) -> Int {
        if isMissing || other.isMissing { return isMissing == other.isMissing ? 0 : isMissing ? 1 : -1 }
        let order = compare(other)
        return ascending ? order : -order
    }

    private func compare(_ other: SortValue) -> Int {
        if rank != other.rank { return rank < other.rank ? -1 : 1 }
        if number != other.number { return number < other.number ? -1 : 1 }
        let (a, b) = (UTF8Order(text), UTF8Order(other.text))
        return a < b ? -1 : a == b ? 0 : 1
    }
}

/// A place in a sorted list: the values of a row by each key, and the row. A cursor is made of it.
public struct SortPosition: Hashable, Sendable {
    public var values: [SortValue]
    public var row: UInt32

    public init(values: [SortValue], row: UInt32) {
        self.values = values
        self.row = row
    }

    /// As bytes for a cursor.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(row)
        for value in values {
            append(value.rank)
            append(value.number.bitPattern)
            append(UInt16(truncatingIfNeeded: value.text.utf8.count))
            bytes.append(contentsOf: value.text.utf8)
        }
        return bytes
    }

    /// Reads what `encoded` gave; nil if the bytes are anything else.
    public init?(encoded bytes: [UInt8]) {
        var rest = bytes[...]
        func take<T: FixedWidthInteger>(_: T.Type) -> T? {
            let size = MemoryLayout<T>.size
            guard rest.count >= size else { return nil }
            let value = rest.prefix(size).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(size)
            return T(truncatingIfNeeded: value)
        }
        guard let row = take(UInt32.self) else { return nil }
        var values: [SortValue] = []
        while !rest.isEmpty {
            guard let rank = take(UInt8.self), let number = take(UInt64.self), let count = take(UInt16.self),
                rest.count >= Int(count), let text = String(validating: rest.prefix(Int(count)), as: UTF8.self)
            else { return nil }
            rest = rest.dropFirst(Int(count))
            values.append(SortValue(rank: rank, number: Double(bitPattern: number), text: text))
        }
        self.init(values: values, row: row)
    }
}

extension ColumnKind {
    /// Instants and local dates are ordered together.
    var rank: UInt8 { self == .local ? ColumnKind.instant.rawValue : rawValue }
}
