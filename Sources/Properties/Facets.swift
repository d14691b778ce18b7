import AlmagestEntities
import Catalog
import SQLite

/// Counts the values that a set of rows has at a path; each row counts once for each of its values.
struct Facets {
    let connection: Connection
    let state: IndexState
    let reach: Reach

    typealias Count = (value: PropertyValue, count: Int)

    /// A value among those that are counted. Texts are the same when their bytes are: what folds to the same text and
    /// is to count together has one spelling already, and names of apps and types that differ are different ones.
    private struct Value: Hashable {
        let value: PropertyValue

        static func == (a: Value, b: Value) -> Bool {
            if case (.text(let a), .text(let b)) = (a.value, b.value) { return a.hasSameBytes(as: b) }
            return a.value == b.value
        }

        func hash(into hasher: inout Hasher) {
            if case .text(let text) = value { hasher.combine(ExactName(text)) } else { hasher.combine(value) }
        }
    }

    /// Rows up to this many are counted by their records, more by walking the path's columns.
    static let fewRows = 4096

    /// The most frequent values first, among equals in the order of values; dates without the name of their zone.
    func counts(_ rows: RowSet, _ property: String, limit: Int) throws -> [Count] {
        var counts: [Value: Int] = [:]
        if let member = BuiltIn.Member(rawValue: property) { count(member, rows, into: &counts) }
        let columns = state.columns.columns(at: property)
        if !columns.isEmpty {
            if rows.count <= Self.fewRows {
                try countByRecords(rows, columns.map(\.id), into: &counts)
            } else {
                for column in columns { try countByWalk(rows, column.id, column.kind, into: &counts) }
            }
        } else {
            try countThroughReferences(rows, property, into: &counts)
        }
        return counts.map { (value: $0.key.value, count: $0.value, order: $0.key.value.facetOrder) }
            .sorted { ($1.count, $0.order) < ($0.count, $1.order) }
            .prefix(limit).map { ($0.value, $0.count) }
    }

    private func count(_ member: BuiltIn.Member, _ rows: RowSet, into counts: inout [Value: Int]) {
        let (tally, groups) = state.with { contents in
            var tally = [Int](repeating: 0, count: contents.groups.count)
            rows.forEach { row in
                guard Int(row) < contents.group.count else { return }
                let group = Int(contents.group[Int(row)])
                if group < tally.count { tally[group] += 1 }
            }
            return (tally, contents.groups)
        }
        for (number, count) in tally.enumerated() where count > 0 {
            for payload in groups[number].values(member) {
                counts[Value(value: payload.propertyValue), default: 0] += count
            }
        }
    }

    private func countByRecords(
        _ rows: RowSet, _ columns: [ColumnID], into counts: inout [Value: Int]
    ) throws {
        let statement = try connection.cached("SELECT record FROM entities WHERE row = ?")
        defer { statement.reset() }
        // Spellings that fold to the same text count together, shown as the first row has it.
        var shown: [StoredKey: PropertyValue] = [:]
        try rows.forEach { row in
            try statement.bind(1, row)
            guard try statement.step() else { return }
            statement.withBlob(0) { record in
                RowRecord.forEach(record, where: { columns.contains($0) }) { value in
                    let key = StoredKey(value)
                    let property = shown[key] ?? value.payload.propertyValue
                    shown[key] = property
                    counts[Value(value: property), default: 0] += 1
                    return true
                }
            }
            statement.reset()
        }
    }

    private func countByWalk(
        _ rows: RowSet, _ column: ColumnID, _ kind: ColumnKind, into counts: inout [Value: Int]
    ) throws {
        let statement = try connection.cached("SELECT value, row FROM vals WHERE col = ? ORDER BY value, row")
        try statement.bind(1, Int64(column))
        defer { statement.reset() }
        var present: SQLiteValue?
        // Where texts are equal to the one before, no new one is made.
        var presentBytes: [UInt8] = []
        var first: RowID = 0
        var count = 0
        func finish() throws {
            guard let present, count > 0 else { return }
            counts[Value(value: try shown(present, column, first)), default: 0] += count
        }
        while try statement.step() {
            let row = RowID(truncatingIfNeeded: statement.int64(1))
            guard rows.contains(row) else { continue }
            let isSame: Bool
            if kind.isText {
                isSame = statement.withBlob(0) { bytes in
                    let isSame = present != nil && presentBytes.elementsEqual(bytes)
                    if !isSame { presentBytes = Array(bytes) }
                    return isSame
                }
            } else {
                isSame = statement.value(0) == present
            }
            if !isSame {
                try finish()
                present = kind.isText ? .text(String(decoding: presentBytes, as: UTF8.self)) : statement.value(0)
                first = row
                count = 0
            }
            count += 1
        }
        try finish()
    }

    /// The value as it was given in that row.
    private func shown(_ key: SQLiteValue, _ column: ColumnID, _ row: RowID) throws -> PropertyValue {
        let statement = try connection.cached("SELECT record FROM entities WHERE row = ?1")
        try statement.bind(1, row)
        defer { statement.reset() }
        var result: PropertyValue?
        if try statement.step() {
            statement.withBlob(0) { record in
                RowRecord.forEach(record, where: { $0 == column }) { value in
                    guard StoredKey(value).value == key else { return true }
                    result = value.payload.propertyValue
                    return false
                }
            }
        }
        if let result { return result }
        switch key {
        case .integer(let integer): return .integer(integer)
        case .real(let real): return .number(real)
        case .text(let text): return .text(text)
        case .null, .blob: return .text("")
        }
    }

    /// Counts the referenced entities, then what each of them has at the rest of the path.
    private func countThroughReferences(
        _ rows: RowSet, _ property: String, into counts: inout [Value: Int]
    ) throws {
        let columns = state.columns
        for dot in property.indices where property[dot] == "." {
            guard let column = columns.number(String(property[..<dot]), .reference) else { continue }
            let rest = String(property[property.index(after: dot)...])
            var targets: [Value: Int] = [:]
            try countByWalk(rows, column, .reference, into: &targets)
            let references = References(connection: connection, state: state, reach: reach)
            for (target, count) in targets {
                guard case .entity(let id, _) = target.value, let row = try references.row(of: id.text) else {
                    continue
                }
                for (value, _) in try self.counts(RowSet([row]), rest, limit: .max) {
                    counts[Value(value: value), default: 0] += count
                }
            }
            return
        }
    }
}

extension IndexedValue.Payload {
    /// As a client sees it.
    var propertyValue: PropertyValue {
        switch self {
        case .bool(let bool): return .bool(bool)
        case .integer(let integer): return .integer(integer)
        case .real(let real): return .number(real)
        case .duration(let seconds): return .duration(DurationValue(seconds: seconds))
        case .date(let date): return .date(date)
        case .text(let text): return .text(text.exact)
        case .reference(let text):
            guard let id = try? EntityID(text: text) else { return .text(text) }
            return .entity(id, name: nil)
        }
    }
}

extension PropertyValue {
    /// Orders the values of facets that are equally frequent.
    fileprivate var facetOrder: FacetOrder {
        switch self {
        case .bool(let bool): FacetOrder(number: bool ? 1 : 0, text: "")
        case .integer(let integer): FacetOrder(number: Double(integer), text: "")
        case .number(let number): FacetOrder(number: number, text: "")
        case .duration(let duration): FacetOrder(number: duration.seconds, text: "")
        case .date(let date): FacetOrder(number: date.seconds, text: "")
        case .text(let text): FacetOrder(number: .infinity, text: text)
        case .entity(let id, _): FacetOrder(number: .infinity, text: id.text)
        default: FacetOrder(number: .infinity, text: "")
        }
    }
}

private struct FacetOrder: Comparable {
    var number: Double
    var text: String
    static func < (a: FacetOrder, b: FacetOrder) -> Bool {
        a.number != b.number ? a.number < b.number : UTF8Order(a.text) < UTF8Order(b.text)
    }
}
