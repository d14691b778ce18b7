import AlmagestEntities
import SQLite

/// Fills the columns in memory from the store when it opens.
enum CatalogLoader {
    static func load(_ store: CatalogStore, into table: RowTable, counts: EntityCounts) throws(AlmagestError) {
        do {
            let names = store.names.takeAdditions()
            table.reserve(Int(clamping: store.lastRow) + 1)
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
                let row = RowID(truncatingIfNeeded: entities.int64(0))
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
                updates.append(.delete(RowID(truncatingIfNeeded: tombstones.int64(0)), tombstones.int64(1)))
                if updates.count == 8192 { flush() }
            }
            flush()
            counts.load(tally, indexNames: store.names.indexesByCode.mapValues(\.name))
        } catch {
            throw AlmagestError(any: error, path: store.path)
        }
    }
}
