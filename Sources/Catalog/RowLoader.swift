import AlmagestEntities
import SQLite

/// Fills the tables in memory when the catalog opens, and looks for contradictions on the way.
struct RowLoader {
    let store: CatalogStore

    /// Throws `storeDamaged` when the tables contradict each other.
    func load(into rows: RowTable, counts: EntityCounts) throws {
        try store.db.transaction(.deferred) {
            try checkState()
            let live = try loadEntities(rows, counts)
            try loadTombstones(rows)
            guard try store.db.int64("SELECT count(*) FROM journal WHERE kind = 0") == Int64(live) else {
                throw store.damaged("the journal does not have every entity once")
            }
        }
    }

    private func checkState() throws {
        let db = store.db
        let newest = try db.int64("SELECT max(seq) FROM journal") ?? 0
        let newestRow = try db.int64("SELECT max(row) FROM entity") ?? 0
        let newestContent = try db.int64("SELECT max(row) FROM content") ?? 0
        guard newest <= store.lastSeq, newestRow <= store.lastRow, newestContent == newestRow,
            store.lastRow <= Int64(RowID.max), store.horizon <= store.lastSeq
        else { throw store.damaged("its state is older than its content") }
    }

    private func loadEntities(_ rows: RowTable, _ counts: EntityCounts) throws -> Int {
        let (bundles, types) = (store.names.bundles.names.count, store.names.types.names.count)
        let domains = store.names.domains.names.count
        let find = try store.db.prepare(
            """
            SELECT row, revision, bundle, type, named_index, domain, ownership, hidden, priority, expires
            FROM entity ORDER BY row
            """)
        try rows.reserve(through: min(store.lastRow, try store.db.int64("SELECT max(row) FROM entity") ?? 0))
        var tally: [CountKey: Int] = [:]
        var (lastKey, lastCount) = (CountKey(bundle: 0, index: 0, type: 0), 0)
        var updates: [RowTable.Update] = []
        updates.reserveCapacity(Self.chunk)
        var live = 0
        var names: NameRegistry.Additions? = store.names.additionsToLoad
        func flush() {
            rows.apply(updates, names: names ?? .init())
            names = nil
            updates.removeAll(keepingCapacity: true)
        }
        while try find.step() {
            let (bundle, type, index, domain) = (find.int64(2), find.int64(3), find.int64(4), find.int64(5))
            guard let row = RowID(exactly: find.int64(0)), row > 0, Int64(row) <= store.lastRow, bundle > 0,
                bundle < bundles, type > 0,
                type < types, domain >= 0, domain < domains, find.int64(1) > 0
            else { throw store.damaged("row \(find.int64(0)) names what is not there") }
            updates.append(
                .put(
                    row,
                    RowValues(
                        revision: find.int64(1), bundle: UInt16(bundle), type: UInt16(type),
                        domain: UInt32(domain), ownership: UInt8(truncatingIfNeeded: find.int64(6)),
                        hidden: find.bool(7), expires: find.optionalDouble(9) ?? .infinity,
                        priority: Int16(truncatingIfNeeded: find.int64(8)))))
            let key = CountKey(bundle: bundle, index: index, type: type)
            // Neighbours are mostly alike; that spares a look-up a row.
            if key == lastKey {
                lastCount += 1
            } else {
                if lastCount > 0 { tally[lastKey, default: 0] += lastCount }
                (lastKey, lastCount) = (key, 1)
            }
            live += 1
            if updates.count == Self.chunk { flush() }
        }
        if lastCount > 0 { tally[lastKey, default: 0] += lastCount }
        flush()
        counts.load(tally, indexNames: store.names.indexesByCode.mapValues(\.name))
        return live
    }

    private func loadTombstones(_ rows: RowTable) throws {
        let find = try store.db.prepare("SELECT seq, row FROM journal INDEXED BY journal_tombstone WHERE kind = 1")
        try rows.reserve(
            through: min(store.lastRow, try store.db.int64("SELECT max(row) FROM journal WHERE kind = 1") ?? 0))
        var updates: [RowTable.Update] = []
        while try find.step() {
            guard let row = RowID(exactly: find.int64(1)), row > 0, Int64(row) <= store.lastRow else {
                throw store.damaged("a tombstone names a row that never was")
            }
            guard rows.revision(row) == 0 else { throw store.damaged("row \(row) is there and deleted") }
            updates.append(.delete(row, find.int64(0)))
            if updates.count == Self.chunk {
                rows.apply(updates)
                updates.removeAll(keepingCapacity: true)
            }
        }
        rows.apply(updates)
    }

    private static let chunk = 4096
}

extension NameRegistry {
    /// All names, for tables that have only code 0 yet.
    var additionsToLoad: Additions {
        Additions(
            bundles: Array(bundles.names.dropFirst()), types: Array(types.names.dropFirst()),
            domains: Array(domains.names.dropFirst()))
    }
}
