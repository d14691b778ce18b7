import AlmagestEntities
import SQLite

/// The writer's hand on the database: what it knows of the transaction that is open, and how to take it back.
///
/// It belongs to the thread of `CatalogWriter`.
final class CatalogStore {
    let db: Connection
    let path: String
    let hashKey: ContentHash.Key
    let statements: Statements
    let staging: Staging
    let checkMerged: MergeCheck?
    let maximumRow: RowID
    var names = NameRegistry()
    var sessions = SessionTable()
    var lastSeq: Seq = 0
    var lastRow: Int64 = 0
    var horizon: Seq = 0
    /// Changes of the transaction that is open, in order.
    private(set) var changes: [StoreChange] = []
    private var contextChanges: [ContextChange] = []
    /// New entities that the context names.
    private var appeared: [NamedRow] = []
    /// Entities that the transaction which is open has named; some may have been taken back.
    var pendingMentions = Set<EntityID>()
    let context: ContextStore
    let damage: DamagedRows

    /// Opens the file and reads its names and state.
    init(
        file: StoreFile, limits: CatalogLimits, context: ContextStore, damage: DamagedRows = DamagedRows(),
        checkMerged: MergeCheck? = nil
    ) throws(AlmagestError) {
        self.context = context
        self.damage = damage
        self.checkMerged = checkMerged
        path = file.path
        maximumRow = limits.maximumRow
        db = try file.openForWriting()
        do {
            let state = try db.prepare("SELECT last_seq, last_row, horizon, hash_key FROM state WHERE id = 1")
            guard try state.step(), let key = ContentHash.Key(state.blob(3)) else {
                throw AlmagestError(.storeDamaged, "The state of \(path) is missing.", path: path)
            }
            (lastSeq, lastRow, horizon) = (state.int64(0), state.int64(1), state.int64(2))
            hashKey = key
            state.reset()
            statements = try Statements(db)
            staging = Staging(path: path + "-staged", maximumBytes: limits.stagedBytes)
            try names.load(db, path: path)
        } catch {
            throw AlmagestError(any: error, path: file.path)
        }
    }

    // MARK: One transaction

    /// Everything in memory that a rollback takes back.
    struct Mark {
        var names: NameRegistry.Mark
        var lastSeq: Seq
        var lastRow: Int64
        var horizon: Seq
        var changes: Int
        var contextChanges: Int
        var appeared: Int
        var sessions: Int
    }

    var mark: Mark {
        Mark(
            names: names.mark, lastSeq: lastSeq, lastRow: lastRow, horizon: horizon, changes: changes.count,
            contextChanges: contextChanges.count, appeared: appeared.count, sessions: sessions.mark)
    }

    func undo(to mark: Mark) {
        names.undo(to: mark.names)
        lastSeq = mark.lastSeq
        lastRow = mark.lastRow
        horizon = mark.horizon
        changes.removeLast(changes.count - mark.changes)
        contextChanges.removeLast(contextChanges.count - mark.contextChanges)
        appeared.removeLast(appeared.count - mark.appeared)
        sessions.undo(to: mark.sessions)
    }

    /// Writes the state down as the last thing of a transaction that changed something.
    func writeState(since mark: Mark) throws {
        guard lastSeq != mark.lastSeq || lastRow != mark.lastRow || horizon != mark.horizon else { return }
        try db.execute(
            "UPDATE state SET last_seq = ?, last_row = ?, horizon = ? WHERE id = 1",
            [.integer(lastSeq), .integer(lastRow), .integer(horizon)])
    }

    /// The changes that were committed; the next transaction starts without any.
    func takeChanges() -> [StoreChange] {
        defer { changes = [] }
        sessions.committed()
        return changes
    }

    /// The changes of the context that were committed, and new entities that it names.
    func takeContextChanges() -> (changes: [ContextChange], appeared: [NamedRow]) {
        defer {
            contextChanges = []
            appeared = []
            pendingMentions = []
        }
        return (contextChanges, appeared)
    }

    func note(_ change: StoreChange) { changes.append(change) }

    func note(_ change: ContextChange) { contextChanges.append(change) }

    /// Notes a new entity, if the context names it.
    func noteNew(_ entity: EntityID, in row: RowID) {
        if pendingMentions.contains(entity) || context.isMentioned(entity) {
            appeared.append(NamedRow(entity: entity, row: row))
        }
    }

    func nextSeq() -> Seq {
        lastSeq += 1
        return lastSeq
    }

    /// Throws `rowsExhausted` when every row has been given out once.
    func nextRow() throws(AlmagestError) -> RowID {
        guard lastRow < Int64(maximumRow), let row = RowID(exactly: lastRow + 1) else {
            throw AlmagestError(
                .rowsExhausted, "All \(maximumRow) rows of the catalog have been used.",
                hint: "Run `almagest compact`, which numbers them anew.")
        }
        lastRow += 1
        return row
    }
}

/// One change of one row, as memory takes it over after the commit.
struct StoreChange: Sendable {
    var update: RowTable.Update
    /// Where the entity was counted before, and where it is now.
    var before: CountKey?
    var after: CountKey?
}

/// What only tests set.
struct CatalogLimits: Sendable {
    /// The last row that may be given out; Xapian's document ids have 32 bits.
    var maximumRow: RowID = .max
    /// Bytes on disk of everything staged in batches.
    var stagedBytes = 2 << 30
    /// Requests that share a transaction at most.
    var groupRequests = 256
    /// Entries after which a transaction takes no further request.
    var groupEntries = 20_000
}

/// The statements that run for every entity, compiled once.
struct Statements {
    let findRow: Statement
    let findContent: Statement
    let findEntity: Statement
    let insertEntity: Statement
    let insertContent: Statement
    let insertJournal: Statement
    let insertTombstone: Statement
    let updateEntity: Statement
    let updateContent: Statement
    let deleteEntity: Statement
    let deleteContent: Statement
    let deleteJournal: Statement

    init(_ db: Connection) throws(SQLiteError) {
        findRow = try db.cached("SELECT row FROM entity WHERE bundle = ? AND type = ? AND id = ?")
        findContent = try db.cached("SELECT hash, body FROM content WHERE row = ?")
        findEntity = try db.cached("SELECT revision, bundle, type, named_index, id FROM entity WHERE row = ?")
        insertEntity = try db.cached(
            """
            INSERT INTO entity (row, revision, named_index, domain, ownership, hidden, priority, expires, bundle, type, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insertContent = try db.cached("INSERT INTO content (row, revision, hash, body) VALUES (?, ?, ?, ?)")
        insertJournal = try db.cached("INSERT INTO journal (seq, row, kind, at) VALUES (?, ?, ?, ?)")
        insertTombstone = try db.cached("INSERT INTO tombstone (seq, bundle, type, id) VALUES (?, ?, ?, ?)")
        updateEntity = try db.cached(
            """
            UPDATE entity SET revision = ?2, named_index = ?3, domain = ?4, ownership = ?5, hidden = ?6, priority = ?7,
                expires = ?8
            WHERE row = ?1
            """)
        updateContent = try db.cached("UPDATE content SET revision = ?2, hash = ?3, body = ?4 WHERE row = ?1")
        deleteEntity = try db.cached("DELETE FROM entity WHERE row = ?")
        deleteContent = try db.cached("DELETE FROM content WHERE row = ?")
        deleteJournal = try db.cached("DELETE FROM journal WHERE seq = ?")
    }
}
