import AlmagestEntities
import Catalog
import SQLite

/// One transaction of changes on its way into the index.
///
/// Values are collected first and written in the order of the table's key: neighbours share pages.
struct Application {
    private let connection: Connection
    private let state: IndexState
    private var columns: ColumnTable
    private var newGroups: [EntityGroup] = []
    private var newGroupNumbers: [EntityGroup: UInt32] = [:]
    private let groupBase: Int
    private var nextColumn: ColumnID
    /// Newest revision by row of this transaction, over those in `state`; negative for a delete.
    private var rows: [RowID: Row] = [:]
    private var inserts: [Pending] = []
    private var removals: [Pending] = []

    private struct Row {
        var revision: Seq
        var group: UInt32
        var old: [IndexedValue]
        var new: [IndexedValue]
    }

    /// A value to be written or removed.
    private struct Pending {
        var key: StoredKey
        var row: RowID
        var rest: String?
    }

    private let readRow: Statement
    private let writeRow: Statement
    private let deleteRow: Statement
    private let insertValue: Statement
    private let deleteValue: Statement

    init(connection: Connection, state: IndexState) throws {
        self.connection = connection
        self.state = state
        columns = state.columns
        nextColumn = columns.nextID
        groupBase = state.with { $0.groups.count }
        readRow = try connection.cached("SELECT record FROM entities WHERE row = ?")
        writeRow = try connection.cached("INSERT OR REPLACE INTO entities VALUES(?, ?, ?, ?, ?)")
        deleteRow = try connection.cached("DELETE FROM entities WHERE row = ?")
        insertValue = try connection.cached("INSERT OR REPLACE INTO vals VALUES(?, ?, ?, ?)")
        deleteValue = try connection.cached("DELETE FROM vals WHERE col = ? AND value = ? AND row = ?")
    }

    /// Takes the change unless a newer one of its row has been taken.
    mutating func take(_ change: Change) throws {
        let row = change.row
        let known = rows[row]?.revision ?? state.with { Int(row) < $0.revisions.count ? $0.revisions[Int(row)] : 0 }
        guard row != 0, change.seq > abs(known) else { return }
        let old = try rows[row]?.old ?? (known > 0 ? record(of: row) : [])
        switch change.kind {
        case .put(let entity):
            let group = try groupNumber(EntityGroup(entity))
            let new = try Flattening.values(of: entity) { path, kind in try column(path, kind) }
            try writeRow.bind(1, row)
            try writeRow.bind(2, change.seq)
            try writeRow.bind(3, group)
            try writeRow.bind(4, entity.key.id)
            try writeRow.bind(5, RowRecord.encode(new))
            try writeRow.run()
            rows[row] = Row(revision: change.seq, group: group, old: old, new: new)
        case .delete:
            if known > 0 {
                try deleteRow.bind(1, row)
                try deleteRow.run()
            }
            rows[row] = Row(revision: -change.seq, group: 0, old: old, new: [])
        }
    }

    private func record(of row: RowID) throws -> [IndexedValue] {
        try readRow.bind(1, row)
        defer { readRow.reset() }
        guard try readRow.step() else { return [] }
        return readRow.withBlob(0) { RowRecord.decode($0) }
    }

    /// Writes what differs between the old and the new values of all rows taken.
    mutating func writeValues() throws {
        for (row, change) in rows {
            if change.old.isEmpty {
                for value in change.new { inserts.append(Pending(key: StoredKey(value), row: row, rest: value.rest)) }
                continue
            }
            // A long text is written anew: its record doesn't hold what follows the key.
            let kept = Set(change.new.lazy.filter { !$0.isLong }.map(StoredKey.init))
            var unchanged: Set<StoredKey> = []
            for value in change.old {
                let key = StoredKey(value)
                if kept.contains(key), !value.isLong {
                    unchanged.insert(key)
                } else {
                    removals.append(Pending(key: key, row: row))
                }
            }
            for value in change.new {
                let key = StoredKey(value)
                if !unchanged.contains(key) { inserts.append(Pending(key: key, row: row, rest: value.rest)) }
            }
        }
        removals.sort(by: Self.isBefore)
        for removal in removals {
            try deleteValue.bind(1, Int64(removal.key.column))
            try deleteValue.bind(2, removal.key.value)
            try deleteValue.bind(3, removal.row)
            try deleteValue.run()
        }
        inserts.sort(by: Self.isBefore)
        for insert in inserts {
            try insertValue.bind(1, Int64(insert.key.column))
            try insertValue.bind(2, insert.key.value)
            try insertValue.bind(3, insert.row)
            try insertValue.bind(4, insert.rest)
            try insertValue.run()
        }
    }

    private static func isBefore(_ a: Pending, _ b: Pending) -> Bool {
        if a.key.column != b.key.column { return a.key.column < b.key.column }
        switch (a.key.value, b.key.value) {
        case (.text(let x), .text(let y)): return x == y ? a.row < b.row : x < y
        case (.integer(let x), .integer(let y)): return x == y ? a.row < b.row : x < y
        case (.real(let x), .real(let y)): return x == y ? a.row < b.row : x < y
        default: return a.row < b.row
        }
    }

    // MARK: Names

    private mutating func column(_ path: String, _ kind: ColumnKind) throws -> ColumnID? {
        if let known = columns.number(path, kind) { return known }
        guard columns.count < ColumnTable.limit else { return nil }
        let id = nextColumn
        try connection.execute(
            "INSERT INTO columns VALUES(?, ?, ?)", [.integer(Int64(id)), .text(path), .integer(Int64(kind.rawValue))])
        columns.insert(id, path, kind)
        nextColumn += 1
        return id
    }

    private mutating func groupNumber(_ group: EntityGroup) throws -> UInt32 {
        if let known = newGroupNumbers[group] ?? state.with({ $0.groupNumbers[group] }) { return known }
        let number = UInt32(groupBase + newGroups.count)
        try connection.execute(
            "INSERT INTO groups VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(Int64(number)), .text(group.bundle), .text(group.type), .text(group.index),
                group.schema.map { .text($0) } ?? .null, group.domain.map { .text($0) } ?? .null,
                group.language.map { .text($0) } ?? .null, .integer(Int64(group.priority)),
                .integer(Int64(group.ownership.rawValue)),
            ])
        newGroups.append(group)
        newGroupNumbers[group] = number
        return number
    }

    // MARK: Afterwards

    /// Tells the state in memory, once the transaction is committed.
    func publish(through seq: Seq?) {
        state.with { contents in
            contents.generation &+= 1
            contents.columns = columns
            for group in newGroups {
                contents.groupNumbers[group] = UInt32(contents.groups.count)
                contents.groups.append(group)
            }
            for (row, change) in rows {
                contents.reserve(row: row)
                contents.revisions[Int(row)] = change.revision
                contents.group[Int(row)] = change.group
                contents.changed[Int(row)] = contents.generation
                contents.log.note(row, change.new, at: contents.generation)
                if !contents.sets.isEmpty {
                    for value in change.old { contents.sets.remove(row, value) }
                    for value in change.new { contents.sets.insert(row, value) }
                }
                if contents.dense.isEmpty { continue }
                for value in change.old { contents.dense[value.column]?.remove(row) }
                for value in change.new where contents.dense[value.column] != nil {
                    if let (number, isExact) = value.number {
                        contents.dense[value.column]?.add(row, number, isExact: isExact)
                    }
                }
            }
            if let seq { contents.appliedSeq = seq }
        }
    }
}

extension IndexedValue {
    var isLong: Bool {
        if case .text(let text) = payload { return text.isLong }
        return false
    }

    fileprivate var rest: String? {
        if case .text(let text) = payload { return text.rest }
        return nil
    }

    /// As a number for a dense column, and whether that is exact; nil for text.
    var number: (value: Double, isExact: Bool)? { payload.number }
}

extension IndexedValue.Payload {
    var number: (value: Double, isExact: Bool)? {
        switch self {
        case .bool(let bool): (bool ? 1 : 0, true)
        case .integer(let integer): (Double(integer), abs(Double(integer)) <= 0x1p53)
        case .real(let real): (real, true)
        case .duration(let seconds): (seconds, true)
        case .date(let date): (date.seconds, true)
        case .text, .reference: nil
        }
    }
}
