import SQLite

/// What SQLite says it would do for each part of a plan.
struct QueryPlan {
    let connection: Connection

    func text(of plan: Plan) throws -> [String] {
        switch plan {
        case .all(let plans), .any(let plans): return try plans.flatMap { try text(of: $0) }
        case .not(let plan): return try text(of: plan)
        case .column(let column, let kind, let test):
            return try explain(ColumnScan(connection: connection, column: column, kind: kind, test: test).query.sql)
        case .groups: return ["GROUPS in memory"]
        case .identifier(let test):
            return try explain(IdentifierScan(connection: connection, test: test).query.sql)
        case .reference(_, let inner):
            return try text(of: inner) + explain("SELECT row FROM vals WHERE col = ? AND value = ?")
        }
    }

    private func explain(_ sql: String) throws -> [String] {
        let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(3)) }
        return lines
    }
}
