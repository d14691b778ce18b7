import AlmagestEntities
import Catalog
import SQLite
import Threads

/// A reader of `properties.sqlite` on a thread of its own.
actor PropertyReader {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let state: IndexState
    private let liveness: Liveness
    private var connection: (epoch: Int, connection: Connection)?

    init(number: Int, path: String, state: IndexState, liveness: Liveness) {
        executor = ThreadExecutor(name: "properties-\(number)")
        self.path = path
        self.state = state
        self.liveness = liveness
    }

    func close() {
        connection = nil
        executor.stop()
    }

    /// Runs `body` in one read transaction, so that all of it sees the same content.
    private func reading<R>(_ body: (Connection) throws -> R) throws -> R {
        let epoch = state.epoch
        if connection?.epoch != epoch { connection = nil }
        let open = try connection?.connection ?? PropertySchema.openReader(path: path)
        connection = (epoch, open)
        return try open.transaction(.deferred) { try body(open) }
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

    func load(_ columns: [ColumnID]) throws {
        try reading { connection in
            for column in columns { try DenseLoading(connection: connection, state: state).load(column) }
        }
    }

    func queryPlan(_ plan: Plan) throws -> String {
        try reading { try QueryPlan(connection: $0).text(of: plan).joined(separator: "\n") }
    }
}
