import AlmagestEntities
import Catalog
import SQLite

/// Puts rows in order by several keys: missing values last in either direction, ties by row.
///
/// A row with several values at a path is ordered by the least of them, or by the greatest when descending.
struct Sorting {
    let connection: Connection
    let state: IndexState
    /// Gives floating times and whole days their place among instants.
    let context: DateContext
    let reach: Reach
    let keys: [SortPath]
    let after: SortPosition?

    /// Sets up to this size are ordered by their records; larger ones by columns in memory or by walking an index.
    static let fewRows = 512

    private struct Entry {
        var row: RowID
        var values: [SortValue]
    }

    /// At most `count` rows, from the beginning or after the position.
    func first(_ count: Int, of rows: RowSet) throws -> [RowID] {
        guard count > 0, !rows.isEmpty else { return [] }
        let size = rows.count
        var candidates = rows
        if size > Self.fewRows, size / 4 >= count, let key = keys.first {
            if key.isNumeric {
                candidates = try selected(count, rows, key)
            } else if let column = key.textColumn {
                candidates = try walked(count, rows, key, column)
            }
        }
        var result = try ordered(candidates, count).prefix(count)
        if result.count < count, candidates.count < size {
            // Rows with several values may have taken places that they lost to the position.
            result = try ordered(rows, count).prefix(count)
        }
        return result.map(\.row)
    }

    /// The first `count` at least, in order.
    private func ordered(_ rows: RowSet, _ count: Int) throws -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(rows.count)
        let reader = RowValues(connection: connection, state: state, context: context, reach: reach, keys: keys)
        // Going through whole columns is worth it for a good part of all rows.
        let size = rows.count
        if size > 2 * Self.fewRows, size > state.rowLimit / 8 { try reader.prepare(for: rows) }
        // Most of many rows come too late to be asked for: those are let go of now and then.
        let enough = max(4 * min(count, rows.count), 4096)
        try rows.forEach { row in
            let entry = Entry(row: row, values: try reader.values(of: row))
            if let after, !isBefore(Entry(row: after.row, values: after.values), entry) { return }
            entries.append(entry)
            if entries.count >= enough {
                entries.sort(by: isBefore)
                entries.removeLast(entries.count - min(count, entries.count))
            }
        }
        entries.sort(by: isBefore)
        return entries
    }

    private func isBefore(_ a: Entry, _ b: Entry) -> Bool {
        for (i, key) in keys.enumerated() where i < a.values.count && i < b.values.count {
            let order = a.values[i].compare(b.values[i], ascending: key.ascending)
            if order != 0 { return order < 0 }
        }
        return a.row < b.row
    }

    // MARK: Fewer candidates

    /// The rows that can be among the first by a numeric first key, ties included.
    private func selected(_ count: Int, _ rows: RowSet, _ key: SortPath) throws -> RowSet {
        let reader = RowValues(connection: connection, state: state, context: context, reach: reach, keys: [key])
        try reader.prepare(for: rows)
        guard var (numbers, all) = reader.numbers(of: rows, key) else { return rows }
        // Larger means later from here on, whatever the direction; missing is infinitely late.
        if let first = after?.values.first {
            let bound = first.isMissing ? .infinity : key.ascending ? first.number : -first.number
            let isComparable = first.isMissing || Set(key.columns.map(\.kind.rank)) == [first.rank]
            guard isComparable else { return rows }
            var kept = 0
            for i in numbers.indices where numbers[i] >= bound {
                numbers[kept] = numbers[i]
                all[kept] = all[i]
                kept += 1
            }
            numbers.removeLast(numbers.count - kept)
            all.removeLast(all.count - kept)
        }
        // Rows that tie with the position may come before it, so as many more are needed.
        var wanted = count
        if let first = after?.values.first {
            let bound = first.isMissing ? .infinity : key.ascending ? first.number : -first.number
            wanted += numbers.reduce(0) { $0 + ($1 == bound ? 1 : 0) }
        }
        guard numbers.count > wanted else { return RowSet(all) }
        let threshold = Selection.value(at: wanted - 1, of: numbers)
        var result = RowSet()
        for i in numbers.indices where numbers[i] <= threshold { result.insert(all[i]) }
        return result
    }

    /// The rows that can be among the first by a text first key: walks its index from the beginning or the position.
    private func walked(
        _ count: Int, _ rows: RowSet, _ key: SortPath, _ column: (id: ColumnID, kind: ColumnKind)
    ) throws -> RowSet {
        let order = key.ascending ? "value, row" : "value DESC, row DESC"
        var values: [SQLiteValue] = [.integer(Int64(column.id))]
        var start = ""
        if let first = after?.values.first {
            if first.isMissing { return rows }
            guard first.rank == column.kind.rank else { return rows }
            start = key.ascending ? " AND value >= ?2" : " AND value <= ?2"
            values.append(.text(first.text))
        }
        let statement = try connection.cached("SELECT row, value FROM vals WHERE col = ?1\(start) ORDER BY \(order)")
        try statement.bind(values)
        defer { statement.reset() }
        var result = RowSet()
        var found = 0
        var ties = 0
        var last = ""
        while try statement.step() {
            let row = RowID(truncatingIfNeeded: statement.int64(0))
            guard rows.contains(row), !result.contains(row) else { continue }
            if found >= count + ties {
                // Whatever has the last value belongs to it still.
                guard statement.text(1) == last else { return result }
            } else {
                last = statement.text(1)
                if let first = after?.values.first, last == first.text { ties += 1 }
            }
            result.insert(row)
            found += 1
        }
        if found >= count + ties { return result }
        // What has no value comes behind; what lies before the position is sorted out later.
        return rows
    }
}

/// Finds the k-th smallest number in linear time.
enum Selection {
    static func value(at rank: Int, of numbers: [Double]) -> Double {
        var numbers = numbers
        return numbers.withUnsafeMutableBufferPointer { buffer in
            var low = 0
            var high = buffer.count - 1
            while low < high {
                let middle = low + (high - low) / 2
                let pivot = median(buffer[low], buffer[middle], buffer[high])
                var i = low
                var j = high
                while i <= j {
                    while buffer[i] < pivot { i += 1 }
                    while buffer[j] > pivot { j -= 1 }
                    if i <= j {
                        buffer.swapAt(i, j)
                        i += 1
                        j -= 1
                    }
                }
                if rank <= j {
                    high = j
                } else if rank >= i {
                    low = i
                } else {
                    return buffer[rank]
                }
            }
            return buffer[rank]
        }
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }
}
