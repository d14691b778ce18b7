import AlmagestEntities
import Catalog
import SQLite
import Threads

/// A reader of `properties.sqlite`.
actor PropertyReader {
    private let executor = ThreadLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let state: IndexState
    private let liveness: Liveness
    private var connection: (epoch: Int, connection: Connection)?

    init(path: String, state: IndexState, liveness: Liveness) {
        self.path = path
        self.state = state
        self.liveness = liveness
    }

    func close() { connection = nil }

    /// Runs `body` in one read transaction, so that all of it sees the same content.
    private func reading<R>(_ body: (Connection) throws -> R) throws -> R {
        let epoch = state.epoch
        if connection?.epoch != epoch { connection = nil }
        let open = try connection?.connection ?? PropertySchema.openReader(path: path)
        connection = (epoch, open)
        // What is kept of what is read is brought to what has been applied meanwhile.
        return try state.logging { try open.transaction(.deferred) { try body(open) } }
    }

    func rows(_ plan: Plan, reach: Reach) throws -> RowSet {
        // What is changed from here on may have been read in its old form.
        let started = state.generation
        var rows = try reading { connection in
            try Evaluation(connection: connection, state: state, liveness: liveness, reach: reach).rows(plan)
        }
        state.with { contents in
            guard contents.generation != started else { return }
            for row in contents.changed.indices where contents.changed[row] > started { rows.remove(RowID(row)) }
        }
        return rows
    }

    func sorted(
        _ rows: RowSet, by keys: [SortKey], context: DateContext, after: SortPosition?, count: Int, reach: Reach
    ) throws -> [RowID] {
        try reading { connection in
            let columns = state.columns
            return try Sorting(
                connection: connection, state: state, context: context, reach: reach,
                keys: keys.map { SortPath($0, columns) }, after: after
            ).first(count, of: rows)
        }
    }

    func position(of row: RowID, by keys: [SortKey], context: DateContext, reach: Reach) throws -> SortPosition {
        try reading { connection in
            let columns = state.columns
            let values = RowValues(
                connection: connection, state: state, context: context, reach: reach,
                keys: keys.map { SortPath($0, columns) })
            return SortPosition(values: try values.values(of: row), row: row)
        }
    }

    func facets(_ rows: RowSet, properties: [String], limit: Int, reach: Reach) throws -> [[Facets.Count]] {
        try reading { connection in
            let facets = Facets(connection: connection, state: state, reach: reach)
            return try properties.map { try facets.counts(rows, $0, limit: limit) }
        }
    }

    func latest(before moments: [Double], of rows: RowSet, at path: String) throws -> [(row: RowID, value: Double)?] {
        let columns = state.columns.columns(at: path).filter { !$0.kind.isText }.map(\.id)
        try load(columns)
        return state.with { contents in
            // By the first moment after it; then each moment has those before it too.
            var latest = [(row: RowID, value: Double)?](repeating: nil, count: moments.count)
            for column in columns {
                guard let dense = contents.dense[column] else { continue }
                rows.forEach { row in
                    let value = dense.least(row)
                    guard !value.isNaN else { return }
                    var (low, high) = (0, moments.count)
                    while low < high {
                        let middle = (low + high) / 2
                        if moments[middle] > value { high = middle } else { low = middle + 1 }
                    }
                    guard low < latest.count else { return }
                    if let known = latest[low], (known.value, known.row) > (value, row) { return }
                    latest[low] = (row, value)
                }
            }
            for index in latest.indices.dropFirst() {
                guard let before = latest[index - 1] else { continue }
                if let known = latest[index], (known.value, known.row) > (before.value, before.row) { continue }
                latest[index] = before
            }
            return latest
        }
    }

    func load(_ columns: [ColumnID]) throws {
        try reading { connection in
            for column in columns { try DenseLoading(connection: connection, state: state).load(column) }
        }
    }

    func queryPlan(_ plan: Plan) throws -> String {
        try reading { try QueryPlan(connection: $0).text(of: plan).joined(separator: "\n") }
    }
}
