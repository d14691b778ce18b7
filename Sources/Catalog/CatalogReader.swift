import AlmagestEntities
import SQLite
import Synchronization
import Threads

/// Reads content, beside the writer. No transaction of it lasts long.
actor CatalogReader {
    private let executor: any WorkExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let file: StoreFile
    nonisolated let content: ContentReader
    nonisolated let rows: RowTable
    /// Calls waiting or running, so that the next one goes where it is quiet.
    nonisolated let load = Atomic(0)
    private var db: Connection?
    private var isClosed = false

    /// Entities in one transaction.
    static let chunk = 256
    /// Bytes of content in one transaction; and in one answer of `changes`, so that it has a bound.
    private static let chunkBytes = 4 << 20
    private static let answerBytes = 32 << 20

    init(on executor: any WorkExecutor, file: StoreFile, hashKey: ContentHash.Key, rows: RowTable, damage: DamagedRows)
    {
        self.executor = executor
        self.file = file
        content = ContentReader(path: file.path, key: hashKey, damage: damage)
        self.rows = rows
    }

    deinit { executor.stop() }

    private func connection() throws -> Connection {
        if let db { return db }
        guard !isClosed else { throw CatalogWriter.closed }
        let opened = try file.openForReading()
        db = opened
        return opened
    }

    /// Runs `body` in one read transaction, and gives every fault its name.
    func reading<R>(_ body: (Connection) throws -> R) throws(AlmagestError) -> R {
        var read: R?
        do {
            let db = try connection()
            return try db.transaction(.deferred) {
                let result = try body(db)
                read = result
                return result
            }
        } catch {
            // Once it has come upon a damaged page a transaction ends badly, whatever it has read beside.
            if let read, (error as? SQLiteError)?.isCorrupt == true { return read }
            throw AlmagestError(any: error, path: file.path)
        }
    }

    // MARK: Entities

    /// The entities of rows, and how many of the rows were looked at: it ends with the one that goes beyond the bytes. What
    /// is damaged is not there.
    func entities(
        rows wanted: [RowID], bytes limit: Int = .max
    ) throws(AlmagestError) -> (entities: [StoredEntity], rows: Int) {
        var found: [StoredEntity] = []
        found.reserveCapacity(wanted.count)
        var at = 0
        var total = 0
        while at < wanted.count, total <= limit {
            at = try reading { db in
                let find = try db.cached("SELECT revision, hash, body FROM content WHERE row = ?")
                var bytes = 0
                var next = at
                while next < wanted.count, next - at < Self.chunk, bytes < Self.chunkBytes, total <= limit {
                    if let read = try stored(wanted[next], find, { try Self.entity($0, $1, content) }) {
                        bytes += read.bytes
                        total += read.kept
                        found.append(read.stored)
                    }
                    next += 1
                }
                return next
            }
        }
        return (found, at)
    }

    /// What is read from a row, how many bytes of it are kept, and how many there are; nil where there is nothing, or what is
    /// there is damaged.
    private func stored<Stored: Sendable>(
        _ row: RowID, _ find: Statement, _ read: (Statement, RowID) throws -> (stored: Stored, bytes: Int)
    ) throws -> (stored: Stored, kept: Int, bytes: Int)? {
        try find.bind(1, row)
        do {
            guard try find.step() else { return nil }
            defer { find.reset() }
            let (stored, kept) = try read(find, row)
            return (stored, kept, find.byteCount(2))
        } catch {
            try content.pass(error, row)
            if content.damage.isLost(row) { noteNeighbours(of: row, find) }
            return nil
        }
    }

    private static func entity(
        _ find: Statement, _ row: RowID, _ content: ContentReader
    ) throws -> (stored: StoredEntity, bytes: Int) {
        let entity = try content.entity(find, hash: 1, body: 2, row: row)
        return (StoredEntity(row: row, revision: find.int64(0), entity: entity), find.byteCount(2))
    }

    /// Takes note of all rows of a page that is lost: who writes one of them has to know before it touches the page.
    private func noteNeighbours(of row: RowID, _ find: Statement) {
        for step in [-1, 1] as [Int64] {
            var next = Int64(row) + step
            while let row = RowID(exactly: next), row > 0, rows.revision(row) > 0, !content.damage.isLost(row) {
                do {
                    try find.bind(1, row)
                    _ = try find.step()
                    find.reset()
                    break
                } catch {
                    guard error.isCorrupt else { break }
                    content.damage.note(row, isLost: true)
                    next += step
                }
            }
        }
    }

    func entities(ids: [EntityID], bytes limit: Int) throws(AlmagestError) -> [StoredEntity?] {
        let content = content
        return try find(ids, bytes: limit) { try Self.entity($0, $1, content) }
    }

    /// As JSON text, without the parts that are not wanted; the limit is on what is left.
    func documents(
        ids: [EntityID], _ components: EntityComponents, bytes limit: Int
    ) throws(AlmagestError) -> [StoredDocument?] {
        let content = content
        return try find(ids, bytes: limit) { find, row in
            let json = try content.json(find, hash: 1, body: 2, row: row, components)
            return (StoredDocument(row: row, revision: find.int64(0), json: json), json.count)
        }
    }

    /// Gives `read` the statement at each of them, which says how many bytes it has kept. It ends with the one that goes
    /// beyond the limit.
    private func find<Stored: Sendable>(
        _ ids: [EntityID], bytes limit: Int, _ read: (Statement, RowID) throws -> (stored: Stored, bytes: Int)
    ) throws(AlmagestError) -> [Stored?] {
        var found: [Stored?] = []
        found.reserveCapacity(ids.count)
        var at = 0
        var total = 0
        while at < ids.count, total <= limit {
            at = try reading { db in
                let row = try db.cached("SELECT row FROM entity WHERE bundle = ? AND type = ? AND id = ?")
                let find = try db.cached("SELECT revision, hash, body FROM content WHERE row = ?")
                var codes = Codes()
                var bytes = 0
                var next = at
                while next < ids.count, next - at < Self.chunk, bytes < Self.chunkBytes, total <= limit {
                    let (bundle, type) = try codes.of(ids[next], db)
                    try row.bind(1, bundle)
                    try row.bind(2, type)
                    try row.bind(3, ids[next].id)
                    var one: Stored?
                    if try row.step() {
                        defer { row.reset() }
                        if let read = try stored(RowID(truncatingIfNeeded: row.int64(0)), find, read) {
                            bytes += read.bytes
                            total += read.kept
                            one = read.stored
                        }
                    }
                    found.append(one)
                    next += 1
                }
                return next
            }
        }
        return found
    }

    /// The codes of a bundle and a type; identifiers that follow one another mostly have the same.
    private struct Codes {
        private var bundle: (name: String, code: Int64)?
        private var type: (name: String, code: Int64)?

        /// -1 for a name that nothing has.
        mutating func of(_ id: EntityID, _ db: Connection) throws -> (bundle: Int64, type: Int64) {
            if bundle?.name.hasSameBytes(as: id.bundle) != true {
                let code = try db.int64("SELECT code FROM bundle WHERE name = ?", [.text(id.bundle)])
                bundle = (id.bundle, code ?? -1)
            }
            if type?.name.hasSameBytes(as: id.type) != true {
                let code = try db.int64("SELECT code FROM type WHERE name = ?", [.text(id.type)])
                type = (id.type, code ?? -1)
            }
            return (bundle?.code ?? -1, type?.code ?? -1)
        }
    }

    // MARK: Changes

    func changes(after seq: Seq, limit: Int) throws(AlmagestError) -> [Change] {
        var found: [Change] = []
        var last = seq
        var bytes = 0
        var more = true
        while more && found.count < limit && bytes < Self.answerBytes {
            let wanted = min(Self.chunk, limit - found.count)
            let before = found.count
            let start = last
            more = try reading(orLost: start, wanted) { db in
                let find = try db.cached(
                    """
                    SELECT j.seq, j.row, j.kind, c.hash, c.body
                    FROM journal j LEFT JOIN content c ON c.row = CASE j.kind WHEN 0 THEN j.row END
                    WHERE j.seq > ? ORDER BY j.seq LIMIT ?
                    """)
                try find.bind(1, last)
                try find.bind(2, wanted)
                defer { find.reset() }
                var chunkBytes = 0
                while chunkBytes < Self.chunkBytes, try find.step() {
                    let row = RowID(truncatingIfNeeded: find.int64(1))
                    last = find.int64(0)
                    if find.int64(2) == 0 {
                        chunkBytes += find.byteCount(4)
                        // Content that is missing is no delete: nobody asked for one.
                        let entity = try content.entity(find, hash: 3, body: 4, row: row)
                        found.append(Change(seq: last, row: row, kind: .put(entity)))
                    } else {
                        found.append(Change(seq: last, row: row, kind: .delete))
                    }
                }
                bytes += chunkBytes
                return found.count - before == wanted || chunkBytes >= Self.chunkBytes
            }
        }
        return found
    }

    /// The same as `reading`; where the file is damaged, what of the journal's next rows cannot be read is noted, so that
    /// somebody tells it anew.
    private func reading<R>(
        orLost start: Seq, _ count: Int, _ body: (Connection) throws -> R
    ) throws(AlmagestError) -> R {
        do throws(AlmagestError) {
            return try reading(body)
        } catch {
            guard error.name == .storeDamaged else { throw error }
            try reading { db in
                let list = try db.cached("SELECT row FROM journal WHERE seq > ? AND kind = 0 ORDER BY seq LIMIT ?")
                try list.bind(1, start)
                try list.bind(2, count)
                defer { list.reset() }
                var rows: [RowID] = []
                while try list.step() { rows.append(RowID(truncatingIfNeeded: list.int64(0))) }
                let find = try db.cached("SELECT revision, hash, body FROM content WHERE row = ?")
                for row in rows { _ = try stored(row, find) { try Self.entity($0, $1, content) } }
            }
            throw error
        }
    }

    func changes(rows wanted: [RowID]) throws(AlmagestError) -> [Change] {
        let present = try entities(rows: wanted).entities
        var next = present.startIndex
        return wanted.compactMap { row in
            if next < present.endIndex, present[next].row == row {
                defer { next += 1 }
                return Change(seq: present[next].revision, row: row, kind: .put(present[next].entity))
            }
            return rows.deletionSeq(row).map { Change(seq: $0, row: row, kind: .delete) }
        }
    }

    // MARK: State

    func horizon() throws(AlmagestError) -> Seq {
        try reading { try $0.int64("SELECT horizon FROM state WHERE id = 1") ?? 0 }
    }

    func clientState(bundle: String, index: String) throws(AlmagestError) -> [UInt8]? {
        try reading { db in
            try db.blob(
                """
                SELECT n.client_state FROM bundle b JOIN named_index n ON n.bundle = b.code
                WHERE b.name = ? AND n.name = ?
                """, [.text(bundle), .text(index)])
        }
    }

    func rest() { db?.trimMemory() }

    func close() {
        isClosed = true
        db = nil
    }
}
