import CSQLite
import Glibc

/// An open database file.
///
/// It is used by one thread at a time (SQLite's own mutexes are off), so it lives inside one actor.
/// Only `interrupter` may be used from elsewhere.
public final class Connection {
    public enum Mode: Sendable {
        case readOnly
        case readWrite
        /// Makes the file where it is missing.
        case readWriteCreate
    }

    let handle: OpaquePointer
    /// Path of the file, as it was given.
    public let path: String
    private var cache: [String: Statement] = [:]
    private var savepointDepth = 0
    /// Pages in the write-ahead log after this connection's newest commit, once `watchLog` was called.
    public internal(set) var logPages = 0

    /// Opens the file. Nothing is read yet: a damaged file shows at the first statement. Throws at once when it may
    /// not be written as `mode` asks.
    ///
    /// `isAlone` says that no other process opens the file: the index of its log is kept in memory, and not in a mapped
    /// file beside it, whose truncation would end the process. All connections to a file must say the same.
    /// `busyMilliseconds` is how long a statement waits for another connection's lock.
    /// `cacheKilobytes` bounds the page cache.
    public init(
        path: String, mode: Mode = .readWriteCreate, isAlone: Bool = false, busyMilliseconds: Int32 = 5000,
        cacheKilobytes: Int? = nil
    ) throws(SQLiteError) {
        let access =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        _ = Self.configured
        if mode == .readWriteCreate { Self.makePrivately(path) }
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(
            path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE,
            isAlone ? "unix-excl" : nil)
        guard result == SQLITE_OK, let opened else {
            let error = SQLiteError(connection: opened, result: result)
            sqlite3_close_v2(opened)
            throw error
        }
        // SQLite falls back to reading where it may not write; whoever asked to write wants to know before anything
        // is touched. (The shared memory file it would make here takes the database's own, unwritable mode.)
        if mode != .readOnly && sqlite3_db_readonly(opened, "main") == 1 {
            sqlite3_close_v2(opened)
            throw SQLiteError(extendedCode: SQLITE_READONLY)
        }
        handle = opened
        self.path = path
        sqlite3_busy_timeout(opened, busyMilliseconds)
        if let cacheKilobytes { try execute("PRAGMA cache_size = -\(cacheKilobytes)") }
    }

    deinit {
        cache.removeAll()
        sqlite3_wal_hook(handle, nil, nil)
        // The v2 form waits for statements that are still held elsewhere.
        sqlite3_close_v2(handle)
    }

    /// Makes a missing file, which SQLite would let others read; the files beside it get its mode.
    ///
    /// One that is there is left alone: closing any descriptor of a database gives up this process's locks on it.
    private static func makePrivately(_ path: String) {
        guard path.hasPrefix("/") else { return }
        let made = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { Glibc.close(made) }
    }

    private static let configured: Void = almagest_sqlite_without_statistics()

    // MARK: Statements

    /// Runs every statement of the text, leaving out rows.
    public func execute(_ sql: String) throws(SQLiteError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw SQLiteError(connection: handle, result: result, sql: sql) }
    }

    /// Runs one statement with values for its parameters.
    public func execute(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) {
        let statement = try cached(sql)
        try statement.bind(values)
        try statement.run()
    }

    /// Compiles the one statement of the text.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement { try compile(sql, flags: 0) }

    /// The statement of that text, compiled once, without bindings; a fresh one while it is running.
    public func cached(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = cache[sql] {
            guard !statement.isRunning else { return try prepare(sql) }
            sqlite3_clear_bindings(statement.handle)
            return statement
        }
        let statement = try compile(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        if cache.count >= Self.cacheLimit { cache.removeAll() }
        cache[sql] = statement
        return statement
    }

    /// How many statements are kept compiled.
    static let cacheLimit = 256

    /// Lets go of all cached statements, and of the page cache's memory.
    public func releaseMemory() {
        cache.removeAll()
        sqlite3_db_release_memory(handle)
    }

    /// Lets go of the page cache's memory. Statements stay compiled.
    public func trimMemory() { sqlite3_db_release_memory(handle) }

    private func compile(_ sql: String, flags: UInt32) throws(SQLiteError) -> Statement {
        var statement: OpaquePointer?
        let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
        guard result == SQLITE_OK else { throw SQLiteError(connection: handle, result: result, sql: sql) }
        guard let statement else {
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "there is no statement in the text", sql: sql)
        }
        return Statement(handle: statement, sql: sql)
    }

    // MARK: Values

    /// First column of the first row as an integer; nil without a row or for NULL.
    public func int64(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int64? {
        try first(sql, values) { $0.optionalInt64(0) }
    }

    /// First column of the first row as text; nil without a row or for NULL.
    public func text(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> String? {
        try first(sql, values) { $0.optionalText(0) }
    }

    /// First column of the first row as bytes; nil without a row or for NULL.
    public func blob(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [UInt8]? {
        try first(sql, values) { $0.optionalBlob(0) }
    }

    private func first<R>(
        _ sql: String, _ values: [SQLiteValue], _ read: (Statement) -> R?
    ) throws(SQLiteError) -> R? {
        let statement = try cached(sql)
        try statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? read(statement) : nil
    }

    // MARK: State

    /// Rows that the newest INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    public var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file can only be read.
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Stops statements of this connection from another thread.
    public var interrupter: Interrupter { Interrupter(connection: self) }

    /// Stops what a connection is running: it throws an error of kind `interrupted`.
    public struct Interrupter: @unchecked Sendable {
        // Unchecked: it holds the connection open, and touches it through sqlite3_interrupt alone,
        // which SQLite allows from any thread while the connection is open.
        let connection: Connection
        public func interrupt() { sqlite3_interrupt(connection.handle) }
    }

    // MARK: Transactions

    public enum TransactionKind: String, Sendable {
        /// Reads from one snapshot, taken at the first read.
        case deferred = "BEGIN"
        /// Takes the write lock at once, so that it cannot be refused half-way.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Commits what `body` did, or rolls all of it back when it, or the commit, throws.
    public func transaction<R>(_ kind: TransactionKind = .immediate, _ body: () throws -> R) throws -> R {
        try cached(kind.rawValue).run()
        do {
            let result = try body()
            try cached("COMMIT").run()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Like `transaction`, within one: when `body` throws, what it did is undone and the rest stays.
    ///
    /// Some errors (a full disk, a failing device) make SQLite roll back the whole transaction;
    /// `isInTransaction` is false then, and everything since `transaction` began is gone.
    public func savepoint<R>(_ body: () throws -> R) throws -> R {
        savepointDepth += 1
        let name = "s\(savepointDepth)"
        defer { savepointDepth -= 1 }
        try cached("SAVEPOINT \(name)").run()
        do {
            let result = try body()
            try cached("RELEASE \(name)").run()
            return result
        } catch {
            if isInTransaction {
                try cached("ROLLBACK TO \(name)").run()
                try cached("RELEASE \(name)").run()
            }
            throw error
        }
    }

    /// Undoes the open transaction, if there is one.
    public func rollback() {
        guard isInTransaction else { return }
        // A failed ROLLBACK leaves nothing to be done: SQLite undoes what is left at the next open.
        _ = try? cached("ROLLBACK").run()
    }
}
