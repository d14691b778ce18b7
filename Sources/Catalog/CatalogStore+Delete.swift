import AlmagestEntities
import Foundation
import SQLite

extension CatalogStore {
    /// Deletes what a scope takes in. Within a savepoint.
    func delete(_ scope: DeleteScope) throws -> DeleteOutcome {
        guard let bundle = names.bundles.find(scope.bundle) else { return DeleteOutcome(seq: lastSeq) }
        let rows = try rows(of: scope, bundle: bundle)
        try noteDeleted(rows)
        try delete(rows)
        if scope.takesWholeIndexes { try forgetClientState(bundle: bundle, index: scope.index) }
        return DeleteOutcome(seq: lastSeq, deleted: rows.count, rows: rows)
    }

    /// Deletes what has expired by `now`, at most `limit` entities; the soonest first.
    func expire(now: Double, limit: Int) throws -> DeleteOutcome {
        let find = try db.cached(
            "SELECT row FROM entity WHERE expires IS NOT NULL AND expires <= ? ORDER BY expires LIMIT ?")
        try find.bind(1, now)
        try find.bind(2, limit)
        var rows: [RowID] = []
        while try find.step() { rows.append(RowID(truncatingIfNeeded: find.int64(0))) }
        try delete(rows)
        return DeleteOutcome(seq: lastSeq, deleted: rows.count, rows: rows)
    }

    /// Forgets tombstones from before `cutoff` (seconds since 1970), at most `limit` of them, and moves the horizon.
    func forgetTombstones(before cutoff: Double, limit: Int) throws -> Int {
        let find = try db.cached(
            "SELECT seq, at FROM journal INDEXED BY journal_tombstone WHERE kind = 1 ORDER BY seq LIMIT ?")
        try find.bind(1, limit)
        var gone: [Seq] = []
        while try find.step() {
            // In the order of seq, so that the horizon is one number; a clock that was set back only keeps more.
            guard Double(find.int64(1)) < cutoff else { break }
            gone.append(find.int64(0))
        }
        find.reset()
        for seq in gone {
            try forgetJournal(seq)
            try db.execute("DELETE FROM tombstone WHERE seq = ?", [.integer(seq)])
        }
        if let last = gone.last { horizon = max(horizon, last) }
        return gone.count
    }

    func delete(_ rows: [RowID]) throws {
        let now = Int64(Date().timeIntervalSince1970)
        for row in rows {
            let old = try stored(row)
            let seq = nextSeq()
            try statements.deleteEntity.bind(1, row)
            try statements.deleteEntity.run()
            try deleteContent(row)
            try forgetJournal(old.revision)
            try journal(seq, row, deletedAt: now)
            try bury(old.count, id: old.id, seq: seq)
            note(StoreChange(update: .delete(row, seq), before: old.count, after: nil))
        }
    }

    /// On a page that is lost it stays, where nothing leads to it any more.
    private func deleteContent(_ row: RowID) throws {
        if !damage.isLost(row) {
            try statements.deleteContent.bind(1, row)
            try statements.deleteContent.run()
        }
        damage.written(row)
    }

    /// Writes down what a tombstone stands for, so that whoever follows the changes can be told.
    private func bury(_ key: CountKey, id: String, seq: Seq) throws {
        let insert = statements.insertTombstone
        try insert.bind(1, seq)
        try insert.bind(2, Int(key.bundle))
        try insert.bind(3, Int(key.type))
        try insert.bind(4, id)
        try insert.run()
    }

    // MARK: Scopes

    func rows(of scope: DeleteScope, bundle: Int64) throws -> [RowID] {
        var type: Int64?
        if let name = scope.type {
            guard let code = names.types.find(name) else { return [] }
            type = code
        }
        var index: Int64?
        if let name = scope.index {
            guard let code = names.indexes[.init(bundle: bundle, name: name)] else { return [] }
            index = code
        }
        var domains: Set<Int64>?
        if let prefix = scope.domain {
            let codes = names.domains.names.indices.dropFirst().filter {
                isDomain(names.domains.names[$0], within: prefix)
            }
            guard !codes.isEmpty else { return [] }
            domains = Set(codes.map(Int64.init))
        }
        let found: [RowID]
        if let identifiers = scope.identifiers {
            let types = try type.map { [$0] } ?? types(in: bundle)
            found = Array(
                Set(
                    try identifiers.flatMap { id in
                        try types.compactMap { try row(bundle: bundle, type: $0, id: id) }
                    }))
        } else if let domains {
            found = try domains.sorted().flatMap { domain in
                try select("bundle = ?1 AND domain = ?2 AND domain <> 0", [.integer(bundle), .integer(domain)])
            }
        } else if let type {
            found = try select("bundle = ?1 AND type = ?2", [.integer(bundle), .integer(type)])
        } else {
            found = try select("bundle = ?1", [.integer(bundle)])
        }
        guard index != nil || (domains != nil && scope.identifiers != nil) || (type != nil && domains != nil) else {
            return found.sorted()
        }
        let columns = try db.cached("SELECT named_index, domain, type FROM entity WHERE row = ?")
        return try found.sorted().filter { row in
            try columns.bind(1, row)
            defer { columns.reset() }
            guard try columns.step() else { return false }
            return (index.map { columns.int64(0) == $0 } ?? true)
                && (domains.map { $0.contains(columns.int64(1)) } ?? true)
                && (type.map { columns.int64(2) == $0 } ?? true)
        }
    }

    private func select(_ condition: String, _ values: [SQLiteValue]) throws -> [RowID] {
        let find = try db.cached("SELECT row FROM entity WHERE \(condition)")
        try find.bind(values)
        var rows: [RowID] = []
        while try find.step() { rows.append(RowID(truncatingIfNeeded: find.int64(0))) }
        return rows
    }

    /// Types that a bundle has entities of, hopping from one to the next in the index.
    private func types(in bundle: Int64) throws -> [Int64] {
        let find = try db.cached("SELECT min(type) FROM entity WHERE bundle = ? AND type > ?")
        var types: [Int64] = []
        var last: Int64 = 0
        while true {
            try find.bind(1, bundle)
            try find.bind(2, last)
            guard try find.step(), !find.isNull(0) else { break }
            last = find.int64(0)
            find.reset()
            types.append(last)
        }
        find.reset()
        return types
    }
}
