import AlmagestEntities
import SQLite

extension CatalogReader {
    /// Who the rows are, without those that are known to be damaged.
    func names(rows wanted: [RowID]) throws(AlmagestError) -> [StoredName] {
        var found: [StoredName] = []
        found.reserveCapacity(wanted.count)
        for start in stride(from: 0, to: wanted.count, by: Self.chunk) {
            try reading { db in
                let find = try db.cached("SELECT revision, bundle, type, id FROM entity WHERE row = ?")
                // Asked for after the row is known: the names that it has are there by then, unless it was only just written.
                for row in wanted[start..<min(wanted.count, start + Self.chunk)] where !content.damage.contains(row) {
                    try find.bind(1, row)
                    guard try find.step() else { continue }
                    defer { find.reset() }
                    guard let names = rows.names(bundle: find.int(1), type: find.int(2)) else { continue }
                    let key = EntityID(bundle: names.bundle, type: names.type, id: find.text(3))
                    found.append(StoredName(row: row, revision: find.int64(0), key: key))
                }
            }
        }
        return found
    }
}
