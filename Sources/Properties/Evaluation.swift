import AlmagestEntities
import Catalog
import SQLite

/// Computes the rows of a plan from one snapshot of the file.
///
/// A conjunction starts with the part that ends first: each part is read with a small budget, then with a larger one,
/// until one is complete. Where only few rows are left, they are checked by their records instead of reading a part
/// that is long.
struct Evaluation {
    let connection: Connection
    let state: IndexState
    /// Rows with another revision than the catalog's must not decide about rows that refer to them either.
    let liveness: Liveness
    let reach: Reach

    /// Values that may be read in the time that one row's check by its record takes.
    private static let readsPerCheck = 25
    /// More values than this of one numeric column, several times, are worth having in memory.
    private static let wideStretch = 500

    // MARK: Sets

    /// Rows of the plan, those outside `candidates` left out.
    func rows(_ plan: Plan, within candidates: RowSet? = nil) throws -> RowSet {
        switch plan {
        case .all(let plans): return try conjunction(plans, candidates)
        case .any(let plans):
            if plans.count == 1 { return try rows(plans[0], within: candidates) }
            var result = RowSet()
            for plan in plans { result.formUnion(try rows(plan, within: candidates)) }
            return result
        case .not(let plan):
            var result = candidates ?? everything()
            result.subtract(try rows(plan, within: candidates))
            return result
        case .groups(let bits):
            return grouped(bits, candidates)
        case .column, .identifier:
            if let candidates {
                let few = candidates.count
                if few == 0 { return candidates }
                let budget = 1000 + few * Self.readsPerCheck
                if var found = try read(plan, budget: budget) {
                    found.formIntersection(candidates)
                    return found
                }
                return try checked(candidates, plan)
            }
            return try read(plan, budget: .max) ?? RowSet()
        case .reference(let column, let inner):
            var found = try referring(column, to: inner)
            if let candidates { found.formIntersection(candidates) }
            return found
        }
    }

    private func conjunction(_ plans: [Plan], _ candidates: RowSet?) throws -> RowSet {
        var rest = plans
        var current = candidates
        // Conditions on groups cost next to nothing.
        rest.removeAll { plan in
            guard case .groups(let bits) = plan else { return false }
            current = grouped(bits, current)
            return true
        }
        if current == nil, rest.count > 1 {
            var budget = 500
            search: while true {
                var readable = false
                for (i, plan) in rest.enumerated() {
                    guard plan.isReadable else { continue }
                    readable = true
                    if let found = try read(plan, budget: budget) {
                        current = found
                        rest.remove(at: i)
                        break search
                    }
                }
                if !readable { break }
                budget *= 4
            }
        }
        // What excludes comes last, when little is left to exclude from.
        for plan in rest where !plan.isNegation { current = try rows(plan, within: current) }
        for plan in rest where plan.isNegation { current = try rows(plan, within: current) }
        return current ?? everything()
    }

    /// Every indexed row.
    private func everything() -> RowSet {
        state.with { contents in
            var words = [UInt64](repeating: 0, count: (contents.revisions.count + 63) / 64)
            for (row, revision) in contents.revisions.enumerated() where revision > 0 {
                words[row >> 6] |= 1 << UInt64(row & 63)
            }
            return RowSet(words: words)
        }
    }

    private func grouped(_ bits: [Bool], _ candidates: RowSet?) -> RowSet {
        if !bits.contains(true) { return RowSet() }
        var result = candidates ?? everything()
        if bits.allSatisfy({ $0 }) { return result }
        state.with { contents in
            let rows = result
            contents.group.withUnsafeBufferPointer { group in
                rows.forEach { row in
                    let number = Int(row) < group.count ? Int(group[Int(row)]) : Int.max
                    if number >= bits.count || !bits[number] { result.remove(row) }
                }
            }
        }
        return result
    }

    // MARK: Reading columns

    /// Rows of a column or identifier plan; nil when more than `budget` values would have to be read.
    private func read(_ plan: Plan, budget: Int) throws -> RowSet? {
        switch plan {
        case .column(let column, let kind, let test):
            if let found = kept(column, test) ?? dense(column, kind, test) { return found }
            let found = try ColumnScan(
                connection: connection, column: column, kind: kind, test: test
            ).rows(budget: budget)
            if let found { keep(found, column, test) }
            if !kind.isText, (found.map { $0.count > Self.wideStretch } ?? (budget > Self.wideStretch)) {
                state.with { $0.wanted[column, default: 0] += 1 }
            }
            return found
        case .identifier(let test):
            return try IdentifierScan(connection: connection, test: test).rows(budget: budget)
        default:
            return nil
        }
    }

    /// The rows of a value that was asked for before.
    private func kept(_ column: ColumnID, _ test: ValueTest) -> RowSet? {
        guard let value = test.onlyValue else { return nil }
        return state.with { $0.sets.rows(column, value) }
    }

    /// Keeps the rows of a value that many have, with what has been applied since the snapshot may have been taken.
    ///
    /// What was committed before the snapshot and is still to be told to `state` does no harm: it is put in a second time.
    private func keep(_ rows: RowSet, _ column: ColumnID, _ test: ValueTest) {
        guard let value = test.onlyValue, rows.count >= ValueSets.manyRows else { return }
        state.with { contents in
            guard let log = contents.log.sinceReading else { return }
            var rows = rows
            for entry in log {
                let has = entry.values.contains { $0.column == column && ValueSets.Value($0) == value }
                if has { rows.insert(entry.row) } else { rows.remove(entry.row) }
            }
            contents.sets.keep(rows, column, value)
        }
    }

    /// The answer of the column in memory, where it is there and can tell.
    private func dense(_ column: ColumnID, _ kind: ColumnKind, _ test: ValueTest) -> RowSet? {
        guard !kind.isText else { return nil }
        var interval = ValueTest.Interval()
        switch test {
        case .any: break
        case .interval(let bounds): interval = bounds
        default: return nil
        }
        guard let lower = interval.lower.map(\.exactDouble) ?? -.infinity,
            let upper = interval.upper.map(\.exactDouble) ?? .infinity
        else { return nil }
        return state.with { contents in
            guard let dense = contents.dense[column], dense.isSingleValued, !dense.isInexact else { return nil }
            return dense.rows(
                from: lower, inclusive: interval.includesLower, to: upper, inclusive: interval.includesUpper)
        }
    }

    // MARK: Checking rows

    /// Those of few rows that pass, decided by their records.
    private func checked(_ candidates: RowSet, _ plan: Plan) throws -> RowSet {
        let statement = try connection.cached("SELECT record, id, grp FROM entities WHERE row = ?")
        defer { statement.reset() }
        var result = RowSet()
        try candidates.forEach { row in
            statement.reset()
            try statement.bind(1, row)
            guard try statement.step() else { return }
            if try passes(plan, row, statement) { result.insert(row) }
        }
        return result
    }

    private func passes(_ plan: Plan, _ row: RowID, _ statement: Statement) throws -> Bool {
        switch plan {
        case .column(let column, let kind, let test):
            var passes = false
            var isUndecided = false
            statement.withBlob(0) { record in
                RowRecord.forEach(record, where: { $0 == column }) { value in
                    if value.isLong, test != .any {
                        isUndecided = true
                    } else if test.matches(StoredKey(value).value) {
                        passes = true
                    }
                    return !passes
                }
            }
            if !passes, isUndecided {
                return try ColumnScan(connection: connection, column: column, kind: kind, test: test).contains(row)
            }
            return passes
        case .identifier(let test): return test.matches(.text(statement.text(1)))
        default: return false
        }
    }

    // MARK: References

    /// Rows that refer to one of the rows of `inner`.
    private func referring(_ column: ColumnID, to inner: Plan) throws -> RowSet {
        var targets = try rows(inner)
        state.with { contents in
            contents.revisions.withUnsafeBufferPointer { liveness.filter(&targets, $0) }
        }
        let references = References(connection: connection, state: state, reach: reach)
        return try targets.count <= 256
            ? references.sources(of: targets, column) : references.sourcesByScan(of: targets, column)
    }
}

extension Plan {
    fileprivate var isReadable: Bool {
        switch self {
        case .column, .identifier: true
        default: false
        }
    }

    fileprivate var isNegation: Bool {
        if case .not = self { return true }
        return false
    }
}

extension SQLiteValue {
    /// As a `Double` that is the same number; nil for text and for integers that would be rounded.
    var exactDouble: Double? {
        switch self {
        case .real(let real): real
        case .integer(let integer): Double(exactly: integer)
        default: nil
        }
    }
}
