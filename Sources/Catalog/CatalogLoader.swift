import AlmagestEntities
import SQLite

/// Fills the columns in memory from the store when it opens.
enum CatalogLoader {
    static func load(_ store: CatalogStore, into table: RowTable, counts: EntityCounts) throws(AlmagestError) {
        do {
            let names = store.names.takeAdditions()
            table.apply([RowTable.Update](), names: names)
            var updates: [RowTable.Update] = []
            var tally: [CountKey: Int] = [:]
            func flush() {
                table.apply(updates)
                updates.removeAll(keepingCapacity: true)
            }
            let entities = try store.db.prepare(
                """
                SELECT row, revision, bundle, type, domain, ownership, hidden, expires, priority, named_index
                FROM entity ORDER BY row
                """)
            while try entities.step() {
                let row = try checked(entities.int64(0), in: store)
                try check(entities.int64(2), below: store.names.bundles.names.count, "bundle", of: row, in: store)
                try check(entities.int64(3), below: store.names.types.names.count, "type", of: row, in: store)
                // Code 0 is none, which only a domain may be.
                if entities.int64(4) != 0 {
                    try check(entities.int64(4), below: store.names.domains.names.count, "domain", of: row, in: store)
                }
                updates.append(
                    .put(
                        row,
                        RowValues(
                            revision: entities.int64(1), bundle: UInt16(truncatingIfNeeded: entities.int64(2)),
                            type: UInt16(truncatingIfNeeded: entities.int64(3)),
                            domain: UInt32(truncatingIfNeeded: entities.int64(4)),
                            ownership: UInt8(truncatingIfNeeded: entities.int64(5)), hidden: entities.bool(6),
                            expires: entities.optionalDouble(7) ?? .infinity,
                            priority: Int16(truncatingIfNeeded: entities.int64(8)))))
                tally[
                    CountKey(bundle: entities.int64(2), index: entities.int64(9), type: entities.int64(3)), default: 0] +=
                    1
                if updates.count == 8192 { flush() }
            }
            let tombstones = try store.db.prepare("SELECT row, seq FROM journal WHERE kind = 1")
            while try tombstones.step() {
                updates.append(.delete(try checked(tombstones.int64(0), in: store), tombstones.int64(1)))
                if updates.count == 8192 { flush() }
            }
            flush()
            counts.load(tally, indexNames: store.names.indexesByCode.mapValues(\.name))
        } catch {
            throw AlmagestError(any: error, path: store.path)
        }
    }

    /// A row of the file, if it is one that was given out: the columns in memory are as long as the largest.
    private static func checked(_ row: Int64, in store: CatalogStore) throws(AlmagestError) -> RowID {
        guard row > 0, row <= store.lastRow, let row = RowID(exactly: row) else {
            throw store.damaged("row \(row) was never given out")
        }
        return row
    }

    /// Codes are places in lists of names; filters look them up without asking again.
    private static func check(
        _ code: Int64, below count: Int, _ what: String, of row: RowID, in store: CatalogStore
    ) throws(AlmagestError) {
        guard code > 0, code < count else { throw store.damaged("the \(what) of row \(row) has no name") }
    }
}
