import Catalog
import SQLite

/// Brings a numeric column into memory.
struct DenseLoading {
    let connection: Connection
    let state: IndexState

    /// Columns in memory together take at most this; the least used ones leave.
    static let maximumBytes = 96 << 20

    /// Does nothing when it is there already.
    func load(_ column: ColumnID) throws {
        let isThere = state.with { contents in
            contents.tick += 1
            contents.used[column] = contents.tick
            return contents.dense[column] != nil
        }
        if isThere { return }
        var dense = DenseColumn()
        let statement = try connection.cached("SELECT row, value FROM vals WHERE col = ?")
        try statement.bind(1, Int64(column))
        while try statement.step() { add(statement, to: &dense) }
        state.with { contents in
            // The snapshot has what was changed meanwhile in its old form.
            guard let log = contents.log.sinceReading else { return }
            for entry in log {
                dense.remove(entry.row)
                for value in entry.values where value.column == column {
                    if let (number, isExact) = value.number { dense.add(entry.row, number, isExact: isExact) }
                }
            }
            contents.dense[column] = dense
            evict(from: &contents, sparing: column)
        }
    }

    private func add(_ statement: Statement, to dense: inout DenseColumn) {
        let row = RowID(truncatingIfNeeded: statement.int64(0))
        switch statement.value(1) {
        case .integer(let integer): dense.add(row, Double(integer), isExact: Int64(exactly: Double(integer)) == integer)
        case .real(let real): dense.add(row, real)
        default: break
        }
    }

    private func evict(from contents: inout IndexState.Contents, sparing column: ColumnID) {
        var bytes = contents.dense.values.reduce(0) { $0 + $1.bytes }
        for (id, _) in contents.used.sorted(by: { $0.value < $1.value }) where bytes > Self.maximumBytes {
            guard id != column, let gone = contents.dense.removeValue(forKey: id) else { continue }
            bytes -= gone.bytes
        }
    }
}
