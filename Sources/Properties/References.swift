import AlmagestEntities
import Catalog
import SQLite

/// Goes from rows to what they refer to, and back, by the identifiers' text. What is not within reach is not there.
struct References {
    let connection: Connection
    let state: IndexState
    let reach: Reach

    /// Rows that refer in `column` to one of few targets: one look-up a target.
    func sources(of targets: RowSet, _ column: ColumnID) throws -> RowSet {
        let lookup = try connection.cached("SELECT row FROM vals WHERE col = ? AND value = ?")
        var result = RowSet()
        for target in targets.rows {
            guard let id = try identifier(of: target), reach.allows(id.bundle) else { continue }
            try lookup.bind(1, Int64(column))
            try lookup.bind(2, id.text)
            while try lookup.step() { result.insert(RowID(truncatingIfNeeded: lookup.int64(0))) }
        }
        return result
    }

    /// The same for many targets: each distinct reference of the column is looked up once.
    func sourcesByScan(of targets: RowSet, _ column: ColumnID) throws -> RowSet {
        let scan = try connection.cached("SELECT value, row FROM vals WHERE col = ? ORDER BY value")
        try scan.bind(1, Int64(column))
        defer { scan.reset() }
        var result = RowSet()
        var present: ExactName?
        var isTarget = false
        while try scan.step() {
            let reference = ExactName(scan.text(0))
            if reference != present {
                present = reference
                isTarget = try row(of: reference.text).map { targets.contains($0) } ?? false
            }
            if isTarget { result.insert(RowID(truncatingIfNeeded: scan.int64(1))) }
        }
        return result
    }

    /// The row of the entity that a reference names; nil if it isn't indexed.
    func row(of text: String) throws -> RowID? {
        guard let id = try? EntityID(text: text), reach.allows(id.bundle) else { return nil }
        let lookup = try connection.cached("SELECT row, grp FROM entities WHERE id = ?")
        try lookup.bind(1, id.id)
        defer { lookup.reset() }
        while try lookup.step() {
            let number = lookup.int(1)
            let isIt = state.with { contents in
                guard number < contents.groups.count else { return false }
                let group = contents.groups[number]
                return group.bundle.hasSameBytes(as: id.bundle) && group.type.hasSameBytes(as: id.type)
            }
            if isIt { return RowID(exactly: lookup.int64(0)) }
        }
        return nil
    }

    private func identifier(of row: RowID) throws -> EntityID? {
        let lookup = try connection.cached("SELECT id, grp FROM entities WHERE row = ?")
        try lookup.bind(1, row)
        defer { lookup.reset() }
        guard try lookup.step() else { return nil }
        let number = lookup.int(1)
        let id = lookup.text(0)
        return state.with { contents in
            guard number < contents.groups.count else { return nil }
            return EntityID(bundle: contents.groups[number].bundle, type: contents.groups[number].type, id: id)
        }
    }
}
