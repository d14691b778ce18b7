import CSQLite

extension Connection {
    /// Value of a pragma as an integer; nil when it answers nothing.
    public func pragma(_ name: String) throws(SQLiteError) -> Int64? {
        // Not cached: some pragmas do their work when they are compiled.
        let statement = try prepare("PRAGMA \(name)")
        return try statement.step() ? statement.optionalInt64(0) : nil
    }

    /// Sets a pragma and returns what it answers, if anything.
    @discardableResult
    public func setPragma(_ name: String, _ value: String) throws(SQLiteError) -> String? {
        let statement = try prepare("PRAGMA \(name) = \(value)")
        guard try statement.step() else { return nil }
        let answer = statement.optionalText(0)
        try statement.run()
        return answer
    }

    /// Version of the schema, for migrations; 0 in a new file.
    public func userVersion() throws(SQLiteError) -> Int { Int(try pragma("user_version") ?? 0) }

    public func setUserVersion(_ version: Int) throws(SQLiteError) {
        try setPragma("user_version", String(version))
    }

    /// Whose file it is; 0 in a new file.
    public func applicationID() throws(SQLiteError) -> Int32 {
        Int32(truncatingIfNeeded: try pragma("application_id") ?? 0)
    }

    public func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try setPragma("application_id", String(id))
    }

    /// Turns the write-ahead log on: readers and the writer no longer wait for each other.
    ///
    /// `fullSync` flushes at every commit, so that it survives a power cut.
    public func useWriteAheadLog(fullSync: Bool) throws(SQLiteError) {
        let mode = try setPragma("journal_mode", "WAL")
        guard mode == "wal" else {
            throw SQLiteError(
                extendedCode: SQLITE_CANTOPEN, message: "the file system allows no write-ahead log (\(mode ?? "none"))")
        }
        try setPragma("synchronous", fullSync ? "FULL" : "NORMAL")
    }

    public enum CheckpointMode: Sendable {
        /// As far as possible without waiting.
        case passive
        /// Waits for readers, so that the next writer starts at the log's beginning.
        case restart
        /// Like `restart`, and the log becomes an empty file.
        case truncate
    }

    /// What a checkpoint found and did.
    public struct Checkpoint: Sendable {
        /// Pages in the log.
        public let pages: Int
        /// Pages of it that are in the database now.
        public let moved: Int
        /// Whether a reader or a writer kept it from finishing.
        public let wasBlocked: Bool
    }

    /// Moves pages from the write-ahead log into the database.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
        let code =
            switch mode {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var pages: Int32 = 0
        var moved: Int32 = 0
        let result = sqlite3_wal_checkpoint_v2(handle, nil, code, &pages, &moved)
        guard result == SQLITE_OK || result == SQLITE_BUSY else {
            throw SQLiteError(connection: handle, result: result)
        }
        return Checkpoint(pages: Int(pages), moved: Int(moved), wasBlocked: result == SQLITE_BUSY)
    }

    /// Keeps `logPages` up to date. SQLite no longer moves the log by itself then.
    public func watchLog() {
        let hook: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
            context, _, _, pages in
            // Unretained: the connection takes the hook off before it goes.
            guard let context else { return SQLITE_OK }
            Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
            return SQLITE_OK
        }
        sqlite3_wal_hook(handle, hook, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Faults of the file's structure, at most `limit`; empty when it is sound. `quick` leaves out the indexes.
    public func integrityFaults(quick: Bool = true, limit: Int = 20) throws(SQLiteError) -> [String] {
        let statement = try prepare("PRAGMA \(quick ? "quick_check" : "integrity_check")(\(limit))")
        var faults: [String] = []
        while try statement.step() { faults.append(statement.text(0)) }
        return faults == ["ok"] ? [] : faults
    }
}
