import AlmagestEntities
import Catalog
import SQLite

/// Reads what rows are ordered by: from columns in memory where they are loaded, else from the rows' records; for
/// many rows from a walk through the columns.
final class RowValues {
    private let connection: Connection
    private let state: IndexState
    private let context: DateContext
    private let reach: Reach
    private let keys: [SortPath]
    /// Groups, once for all rows; they only grow.
    private lazy var groups = state.with { $0.groups }
    private var records: Statement?
    private var targets: [Target: SortValue] = [:]
    /// By key: what a walk found.
    private var walked: [Int: [RowID: SortValue]] = [:]

    /// The rest of a path, asked of one referenced entity.
    private struct Target: Hashable {
        var entity: String
        var rest: String
        var ascending: Bool
    }

    init(connection: Connection, state: IndexState, context: DateContext, reach: Reach, keys: [SortPath]) {
        self.connection = connection
        self.state = state
        self.context = context
        self.reach = reach
        self.keys = keys
    }

    // MARK: Many rows

    /// Makes ready for many rows: loads numeric columns into memory and walks the others once.
    func prepare(for rows: RowSet) throws {
        for (i, key) in keys.enumerated() {
            if key.isNumeric {
                for column in key.columns { try DenseLoading(connection: connection, state: state).load(column.id) }
            } else if !key.isIdentifier {
                walked[i] = try walk(key, rows)
            }
        }
    }

    private func walk(_ key: SortPath, _ rows: RowSet) throws -> [RowID: SortValue] {
        var values: [RowID: SortValue] = [:]
        values.reserveCapacity(rows.count)
        func offer(_ value: SortValue, _ row: RowID) {
            if value.isMissing { return }
            if let known = values[row], known.compare(value, ascending: key.ascending) <= 0 { return }
            values[row] = value
        }
        let statement = try connection.cached("SELECT row, value FROM vals WHERE col = ? ORDER BY value")
        defer { statement.reset() }
        func eachValue(_ column: ColumnID, _ body: (RowID) throws -> Void) throws {
            statement.reset()
            try statement.bind(1, Int64(column))
            while try statement.step() {
                let row = RowID(truncatingIfNeeded: statement.int64(0))
                if rows.contains(row) { try body(row) }
            }
        }
        for column in key.columns {
            try eachValue(column.id) { row in
                let value =
                    column.kind.isText
                    ? SortValue(column.kind, text: statement.text(1))
                    : SortValue(
                        column.kind,
                        number: column.kind == .local ? moment(statement.double(1)) : statement.double(1))
                offer(value, row)
            }
        }
        for reference in key.references {
            try eachValue(reference.column) { row in
                offer(try value(of: statement.text(1), reference.rest, key.ascending), row)
            }
        }
        if let member = key.member {
            let values = groups.map { group in
                group.values(member).map { sortValue($0) }
                    .min { $0.compare($1, ascending: key.ascending) < 0 } ?? .missing
            }
            let numbers = state.with { contents in
                rows.rows.map { Int($0) < contents.group.count ? Int(contents.group[Int($0)]) : -1 }
            }
            for (row, number) in zip(rows.rows, numbers) where values.indices.contains(number) {
                offer(values[number], row)
            }
        }
        return values
    }

    /// One number a row of a numeric key, larger meaning later and missing infinite; nil when kinds are mixed.
    func numbers(of rows: RowSet, _ key: SortPath) -> (numbers: [Double], rows: [RowID])? {
        guard Set(key.columns.map(\.kind.rank)).count == 1 else { return nil }
        let all = rows.rows
        return state.with { contents in
            var numbers = [Double](repeating: .infinity, count: all.count)
            for column in key.columns {
                guard let dense = contents.dense[column.id] else { return nil }
                for (i, row) in all.enumerated() {
                    let value = key.ascending ? dense.least(row) : dense.greatest(row)
                    if value.isNaN { continue }
                    let moment = column.kind == .local ? moment(value) : value
                    numbers[i] = min(numbers[i], key.ascending ? moment : -moment)
                }
            }
            return (numbers, all)
        }
    }

    // MARK: One row

    func values(of row: RowID) throws -> [SortValue] {
        var values: [SortValue] = []
        values.reserveCapacity(keys.count)
        for i in keys.indices { values.append(try value(of: row, keys[i], walked[i])) }
        return values
    }

    private func value(of row: RowID, _ key: SortPath, _ walked: [RowID: SortValue]?) throws -> SortValue {
        if let walked { return walked[row] ?? .missing }
        if key.isNumeric, let value = denseValue(of: row, key) { return value }
        var best = SortValue.missing
        func offer(_ value: SortValue) {
            if best.isMissing || value.compare(best, ascending: key.ascending) < 0 { best = value }
        }
        if let member = key.member {
            let number = state.with { Int(row) < $0.group.count ? Int($0.group[Int(row)]) : -1 }
            if groups.indices.contains(number) {
                for payload in groups[number].values(member) { offer(sortValue(payload)) }
            }
        }
        guard !key.columns.isEmpty || key.isIdentifier || !key.references.isEmpty else { return best }
        let statement = try records ?? connection.prepare("SELECT record, id FROM entities WHERE row = ?")
        records = statement
        statement.reset()
        try statement.bind(1, row)
        guard try statement.step() else { return best }
        if key.isIdentifier { offer(SortValue(.text, text: statement.text(1))) }
        var entities: [(text: String, rest: String)] = []
        statement.withBlob(0) { record in
            RowRecord.forEach(record, where: { key.reads($0) }) { value in
                if key.columns.contains(where: { $0.id == value.column }) { offer(sortValue(value.payload)) }
                if case .reference(let text) = value.payload {
                    for reference in key.references where reference.column == value.column {
                        entities.append((text, reference.rest))
                    }
                }
                return true
            }
        }
        statement.reset()
        for entity in entities {
            let value = try value(of: entity.text, entity.rest, key.ascending)
            if !value.isMissing { offer(value) }
        }
        return best
    }

    /// What the referenced entity has at the rest of the path: one dot less, so it ends.
    private func value(of entity: String, _ rest: String, _ ascending: Bool) throws -> SortValue {
        let target = Target(entity: entity, rest: rest, ascending: ascending)
        if let known = targets[target] { return known }
        var result = SortValue.missing
        if let row = try References(connection: connection, state: state, reach: reach).row(of: entity) {
            let key = SortPath(SortKey(property: rest, ascending: ascending), state.columns)
            let inner = RowValues(connection: connection, state: state, context: context, reach: reach, keys: [key])
            result = try inner.values(of: row).first ?? .missing
        }
        targets[target] = result
        return result
    }

    /// From memory; nil when a column of the key isn't loaded.
    private func denseValue(of row: RowID, _ key: SortPath) -> SortValue? {
        state.with { contents in
            var best = SortValue.missing
            for column in key.columns {
                guard let dense = contents.dense[column.id] else { return nil }
                let number = key.ascending ? dense.least(row) : dense.greatest(row)
                if number.isNaN { continue }
                let value = SortValue(column.kind, number: column.kind == .local ? moment(number) : number)
                if best.isMissing || value.compare(best, ascending: key.ascending) < 0 { best = value }
            }
            return best
        }
    }

    private func sortValue(_ payload: IndexedValue.Payload) -> SortValue {
        switch payload {
        case .text(let text): SortValue(.text, text: text.key)
        case .reference(let text): SortValue(.reference, text: text)
        case .date(let date) where date.form != .instant: SortValue(.local, number: moment(date.seconds))
        default: SortValue(payload.kind, number: payload.number?.value ?? 0)
        }
    }

    /// The moment of a clock on the wall in the context's zone.
    private func moment(_ wall: Double) -> Double {
        DateValue(form: .floating, seconds: wall).interval(in: context).lowerBound
    }
}
