import Catalog
import SQLite

/// Reads the stretch of one column that a test needs.
struct ColumnScan {
    let connection: Connection
    let column: ColumnID
    let kind: ColumnKind
    let test: ValueTest

    /// Bounds on texts are cut to this many bytes: every key is at least as long, or whole.
    static let boundBytes = IndexedText.keyBytes - 4

    /// The statement and the values of its parameters.
    struct Query {
        var sql: String
        var values: [SQLiteValue]
        /// Whether the bounds alone may let wrong rows through, so that each must be looked at.
        var mustCheck: Bool
    }

    var query: Query {
        var conditions = ["col = ?1"]
        var values: [SQLiteValue] = [.integer(Int64(column))]
        func add(_ op: String, _ value: SQLiteValue) {
            values.append(value)
            conditions.append("value \(op) ?\(values.count)")
        }
        var mustCheck = false
        switch test {
        case .any: break
        case .interval(let interval):
            if case .text(let lower)? = interval.lower, kind == .text {
                let cut = lower.split(atUTF8: Self.boundBytes).head
                add(">=", .text(cut))
                mustCheck = cut.utf8.count < lower.utf8.count || !interval.includesLower
            } else if let lower = interval.lower {
                add(interval.includesLower ? ">=" : ">", lower)
            }
            if let upper = interval.upper { add(interval.includesUpper ? "<=" : "<", upper) }
        case .equal(let text):
            add("=", .text(text.split(atUTF8: IndexedText.keyBytes).head))
            mustCheck = text.utf8.count >= Self.boundBytes
        case .prefix(let text):
            let cut = text.split(atUTF8: Self.boundBytes).head
            add(">=", .text(cut))
            if let upper = cut.upperBoundOfPrefix { add("<", .text(upper)) }
            mustCheck = cut.utf8.count < text.utf8.count
        case .suffix, .contains: mustCheck = true
        }
        // Long texts may stand on the wrong side of an upper bound, or be unequal behind the key.
        let needsText = kind == .text && test != .any && !test.isShortPrefix
        let sql =
            "SELECT row\(needsText ? ", value, rest" : "") FROM vals WHERE " + conditions.joined(separator: " AND ")
        return Query(sql: sql, values: values, mustCheck: mustCheck)
    }

    /// Rows that pass; nil if more than `budget` values would have to be read.
    func rows(budget: Int) throws -> RowSet? {
        let query = query
        let statement = try connection.cached(query.sql)
        try statement.bind(query.values)
        defer { statement.reset() }
        var result = RowSet()
        var left = budget
        let hasText = statement.columnCount > 1
        while try statement.step() {
            left -= 1
            if left < 0 { return nil }
            if hasText, !passes(statement, query) { continue }
            result.insert(RowID(truncatingIfNeeded: statement.int64(0)))
        }
        return result
    }

    /// Whether a value of the row passes.
    func contains(_ row: RowID) throws -> Bool {
        var query = query
        query.values.append(.integer(Int64(row)))
        query.sql += " AND row = ?\(query.values.count)"
        let statement = try connection.cached(query.sql)
        try statement.bind(query.values)
        defer { statement.reset() }
        while try statement.step() {
            if statement.columnCount == 1 || passes(statement, query) { return true }
        }
        return false
    }

    private func passes(_ statement: Statement, _ query: Query) -> Bool {
        guard statement.isNull(2) else { return test.matches(.text(statement.text(1)), rest: statement.text(2)) }
        guard query.mustCheck else { return true }
        switch test {
        case .contains(var text):
            return statement.withBlob(1) { value in text.withUTF8 { value.contains(UnsafeRawBufferPointer($0)) } }
        case .suffix(var text):
            return statement.withBlob(1) { value in text.withUTF8 { value.ends(with: UnsafeRawBufferPointer($0)) } }
        default: return test.matches(.text(statement.text(1)))
        }
    }
}

extension ValueTest {
    fileprivate var isShortPrefix: Bool {
        if case .prefix(let text) = self { return text.utf8.count <= ColumnScan.boundBytes }
        return false
    }
}

/// Reads the apps' own identifiers.
struct IdentifierScan {
    let connection: Connection
    let test: ValueTest

    var query: ColumnScan.Query {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        func add(_ op: String, _ value: SQLiteValue) {
            values.append(value)
            conditions.append("id \(op) ?\(values.count)")
        }
        var mustCheck = false
        switch test {
        case .any: break
        case .interval(let interval):
            if let lower = interval.lower { add(interval.includesLower ? ">=" : ">", lower) }
            if let upper = interval.upper { add(interval.includesUpper ? "<=" : "<", upper) }
        case .prefix(let text):
            add(">=", .text(text))
            if let upper = text.upperBoundOfPrefix { add("<", .text(upper)) }
        case .equal(let text): add("=", .text(text))
        case .suffix, .contains: mustCheck = true
        }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return ColumnScan.Query(sql: "SELECT row, id FROM entities\(filter)", values: values, mustCheck: mustCheck)
    }

    /// Rows that pass; nil if more than `budget` would have to be read.
    func rows(budget: Int) throws -> RowSet? {
        let query = query
        let statement = try connection.cached(query.sql)
        try statement.bind(query.values)
        defer { statement.reset() }
        var result = RowSet()
        var left = budget
        while try statement.step() {
            left -= 1
            if left < 0 { return nil }
            if query.mustCheck, !test.matches(.text(statement.text(1))) { continue }
            result.insert(RowID(truncatingIfNeeded: statement.int64(0)))
        }
        return result
    }
}
