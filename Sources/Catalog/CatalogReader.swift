import AlmagestEntities
import SQLite
import Threads

/// Reads from the catalog on a thread of its own. Its transactions are single statements over a bounded number of
/// rows, so none lasts and none keeps the log from being moved.
actor CatalogReader {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let db: Connection
    private let content: ContentReader

    init(file: StoreFile, hashKey: ContentHash.Key, name: String) async throws(AlmagestError) {
        executor = ThreadExecutor(name: name)
        db = try file.openForReading()
        content = ContentReader(path: file.path, key: hashKey)
    }

    /// Stored entities by row, in the order asked; those that are not there are left out.
    func entities(rows: [RowID]) throws(AlmagestError) -> [StoredEntity] {
        try reading {
            let find = try db.cached("SELECT revision, hash, body FROM content WHERE row = ?")
            var result: [StoredEntity] = []
            result.reserveCapacity(rows.count)
            for row in rows {
                try find.bind(1, row)
                defer { find.reset() }
                guard try find.step() else { continue }
                result.append(
                    StoredEntity(
                        row: row, revision: find.int64(0),
                        entity: try content.entity(find, hash: 1, body: 2, row: row)))
            }
            return result
        }
    }

    /// Stored entities by identifier, in the order asked; nil where there is none.
    func entities(ids: [EntityID]) throws(AlmagestError) -> [StoredEntity?] {
        try reading {
            let find = try db.cached(
                """
                SELECT c.row, c.revision, c.hash, c.body FROM entity e JOIN content c ON c.row = e.row
                WHERE e.bundle = (SELECT code FROM bundle WHERE name = ?1)
                    AND e.type = (SELECT code FROM type WHERE name = ?2) AND e.id = ?3
                """)
            return try ids.map { id in
                try find.bind(1, id.bundle)
                try find.bind(2, id.type)
                try find.bind(3, id.id)
                defer { find.reset() }
                guard try find.step() else { return nil }
                let row = RowID(truncatingIfNeeded: find.int64(0))
                return StoredEntity(
                    row: row, revision: find.int64(1), entity: try content.entity(find, hash: 2, body: 3, row: row))
            }
        }
    }

    /// At most `limit` changes after `seq`, in the journal's order, with the present content.
    func changes(after seq: Seq, limit: Int) throws(AlmagestError) -> [Change] {
        try reading {
            let find = try db.cached(
                """
                SELECT j.seq, j.row, j.kind, c.hash, c.body FROM journal j LEFT JOIN content c ON c.row = j.row
                WHERE j.seq > ?1 ORDER BY j.seq LIMIT ?2
                """)
            try find.bind(1, seq)
            try find.bind(2, limit)
            defer { find.reset() }
            return try read(find)
        }
    }

    /// The newest change of each row, ascending by `seq`.
    func changes(rows: [RowID]) throws(AlmagestError) -> [Change] {
        try reading {
            let find = try db.cached(
                """
                SELECT c.revision, c.row, 0, c.hash, c.body FROM content c WHERE c.row = ?1
                """)
            var changes: [Change] = []
            for row in rows {
                try find.bind(1, row)
                defer { find.reset() }
                changes += try read(find)
            }
            return changes.sorted { $0.seq < $1.seq }
        }
    }

    private func read(_ find: Statement) throws -> [Change] {
        var changes: [Change] = []
        while try find.step() {
            let row = RowID(truncatingIfNeeded: find.int64(1))
            let kind: Change.Kind
            if find.int64(2) == 1 {
                kind = .delete
            } else {
                // Not a delete that nobody asked for: the file has lost something.
                guard !find.isNull(4) else { throw content.damaged(row) }
                kind = .put(try content.entity(find, hash: 3, body: 4, row: row))
            }
            changes.append(Change(seq: find.int64(0), row: row, kind: kind))
        }
        return changes
    }

    func clientState(bundle: String, index: String) throws(AlmagestError) -> [UInt8]? {
        try reading {
            let find = try db.cached(
                """
                SELECT client_state FROM named_index
                WHERE bundle = (SELECT code FROM bundle WHERE name = ?1) AND name = ?2
                """)
            try find.bind(1, bundle)
            try find.bind(2, index)
            defer { find.reset() }
            return try find.step() ? find.optionalBlob(0) : nil
        }
    }

    /// Moves the write-ahead log into the database; returns its pages.
    func checkpoint(_ mode: Connection.CheckpointMode) throws(AlmagestError) -> Int {
        try reading { try db.checkpoint(mode).pages }
    }

    func close() { executor.stop() }

    private func reading<R>(_ body: () throws -> R) throws(AlmagestError) -> R {
        do { return try body() } catch { throw AlmagestError(any: error, path: content.path) }
    }
}
