import AlmagestEntities
import SQLite

/// What identifies a value among those of its row: the column and the ordered form.
struct StoredKey: Hashable {
    var column: ColumnID
    var value: SQLiteValue

    init(_ indexed: IndexedValue) {
        column = indexed.column
        value =
            switch indexed.payload {
            case .bool(let bool): .integer(bool ? 1 : 0)
            case .integer(let integer): .integer(integer)
            case .real(let real): Self.number(real)
            case .duration(let seconds): .real(seconds)
            case .date(let date): .real(date.seconds)
            case .text(let text): .text(text.key)
            case .reference(let text): .text(text)
            }
    }

    /// 3.0 and 3 are one value, and one key.
    private static func number(_ real: Double) -> SQLiteValue {
        guard let integer = Int64(exactly: real) else { return .real(real) }
        return .integer(integer)
    }
}
