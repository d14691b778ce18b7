import AlmagestEntities
import Catalog
import SQLite

/// Reads what rows are ordered by: from columns in memory where they are loaded, else from the rows' records.
final class RowValues {
    private let connection: Connection
    private let state: IndexState
    private let context: DateContext
    private var byReference: [String: RowID?] = [:]

    init(connection: Connection, state: IndexState, context: DateContext) {
        self.connection = connection
        self.state = state
        self.context = context
    }

    /// Loads the numeric columns of the keys into memory.
    func prepare(_ keys: [SortPath]) throws {
        for key in keys where key.isNumeric {
            for column in key.columns { try DenseLoading(connection: connection, state: state).load(column.id) }
        }
    }

    /// One number a row of a numeric key, larger meaning later and missing infinite; nil when kinds are mixed.
    func numbers(of rows: RowSet, _ key: SortPath) -> (numbers: [Double], rows: [RowID])? {
        guard Set(key.columns.map(\.kind.rank)).count == 1 else { return nil }
        let all = rows.rows
        return state.with { contents in
            var numbers: [Double] = []
            numbers.reserveCapacity(all.count)
            for row in all {
                var best = Double.infinity
                for column in key.columns {
                    guard let dense = contents.dense[column.id] else { return nil }
                    let value = key.ascending ? dense.least(row) : dense.greatest(row)
                    if value.isNaN { continue }
                    let moment = column.kind == .local ? moment(value) : value
                    best = min(best, key.ascending ? moment : -moment)
                }
                numbers.append(best)
            }
            return (numbers, all)
        }
    }

    func values(of row: RowID, _ keys: [SortPath]) throws -> [SortValue] {
        try keys.map { try value(of: row, $0) }
    }

    private func value(of row: RowID, _ key: SortPath) throws -> SortValue {
        if key.isNumeric, let value = denseValue(of: row, key) { return value }
        var best = SortValue.missing
        func offer(_ value: SortValue) {
            if best.isMissing || value.compare(best, ascending: key.ascending) < 0 { best = value }
        }
        if let member = key.member {
            let group = state.with { contents in
                Int(row) < contents.group.count && Int(contents.group[Int(row)]) < contents.groups.count
                    ? contents.groups[Int(contents.group[Int(row)])] : nil
            }
            for payload in group?.values(member) ?? [] { offer(sortValue(payload)) }
        }
        guard !key.columns.isEmpty || key.isIdentifier || !key.references.isEmpty else { return best }
        let statement = try connection.cached("SELECT record, id FROM entities WHERE row = ?")
        try statement.bind(1, row)
        guard try statement.step() else { return best }
        if key.isIdentifier { offer(SortValue(.text, text: statement.text(1))) }
        var targets: [(text: String, rest: String)] = []
        statement.withBlob(0) { record in
            RowRecord.forEach(record) { value in
                if key.columns.contains(where: { $0.id == value.column }) { offer(sortValue(value.payload)) }
                if case .reference(let text) = value.payload {
                    for reference in key.references where reference.column == value.column {
                        targets.append((text, reference.rest))
                    }
                }
                return true
            }
        }
        statement.reset()
        for target in targets {
            guard let other = try self.row(of: target.text) else { continue }
            let inner = SortPath(SortKey(property: target.rest, ascending: key.ascending), state.columns)
            // One hop for each dot, so it ends.
            let value = try value(of: other, inner)
            if !value.isMissing { offer(value) }
        }
        return best
    }

    private func row(of text: String) throws -> RowID? {
        if let known = byReference[text] { return known }
        let row = try References(connection: connection, state: state).row(of: text)
        byReference[text] = .some(row)
        return row
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
        case .reference(let text): SortValue(.reference, text: text.split(atUTF8: IndexedText.keyBytes).head)
        case .date(let date) where date.form != .instant: SortValue(.local, number: moment(date.seconds))
        default: SortValue(payload.kind, number: payload.number?.value ?? 0)
        }
    }

    /// The moment of a clock on the wall in the context's zone.
    private func moment(_ wall: Double) -> Double {
        DateValue(form: .floating, seconds: wall).interval(in: context).lowerBound
    }
}
