import CSQLite

/// A compiled statement. Parameters count from 1, columns from 0, as in SQLite.
///
///     let statement = try connection.cached("SELECT name FROM star WHERE magnitude < ?")
///     try statement.bind(1, 2.5)
///     while try statement.step() { print(statement.text(0)) }
///     statement.reset()
///
/// It belongs to its connection's thread.
public final class Statement {
    let handle: OpaquePointer
    /// The text it was compiled from.
    public let sql: String

    init(handle: OpaquePointer, sql: String) {
        self.handle = handle
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Parameters

    public func bind(_ index: Int32, _ value: Int64?) throws(SQLiteError) {
        guard let value else { return try bindNull(index) }
        try check(sqlite3_bind_int64(handle, index, value))
    }

    public func bind(_ index: Int32, _ value: Int) throws(SQLiteError) {
        try check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    public func bind(_ index: Int32, _ value: UInt32) throws(SQLiteError) {
        try check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    public func bind(_ index: Int32, _ value: Double?) throws(SQLiteError) {
        guard let value else { return try bindNull(index) }
        try check(sqlite3_bind_double(handle, index, value))
    }

    public func bind(_ index: Int32, _ value: Bool) throws(SQLiteError) {
        try check(sqlite3_bind_int64(handle, index, value ? 1 : 0))
    }

    /// Copies the text; NUL characters within it are kept.
    public func bind(_ index: Int32, _ value: String?) throws(SQLiteError) {
        guard var value else { return try bindNull(index) }
        let result = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                // A null pointer would bind NULL instead of the empty text.
                chars.baseAddress.map {
                    sqlite3_bind_text64(handle, index, $0, UInt64(chars.count), transient, UInt8(SQLITE_UTF8))
                } ?? sqlite3_bind_text64(handle, index, "", 0, transient, UInt8(SQLITE_UTF8))
            }
        }
        try check(result)
    }

    /// Copies the bytes.
    public func bind(_ index: Int32, _ value: [UInt8]?) throws(SQLiteError) {
        guard let value else { return try bindNull(index) }
        let result = value.withUnsafeBytes { bindBytes(index, $0) }
        try check(result)
    }

    /// Copies the bytes.
    public func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        try check(bindBytes(index, bytes))
    }

    public func bind(_ index: Int32, _ value: SQLiteValue) throws(SQLiteError) {
        switch value {
        case .null: try bindNull(index)
        case .integer(let value): try bind(index, value)
        case .real(let value): try bind(index, value)
        case .text(let value): try bind(index, value)
        case .blob(let value): try bind(index, value)
        }
    }

    /// Binds the values to the parameters from 1 on.
    public func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (offset, value) in values.enumerated() { try bind(Int32(offset + 1), value) }
    }

    public func bindNull(_ index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(handle, index))
    }

    // MARK: Running

    /// Goes to the next row; false at the end, when the statement is also reset and may be bound anew.
    public func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        case let result:
            let error = SQLiteError(connection: sqlite3_db_handle(handle), result: result, sql: sql)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs to the end, whatever rows there are, and resets.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Binds the values, then runs to the end.
    public func run(_ values: SQLiteValue...) throws(SQLiteError) {
        try bind(values)
        try run()
    }

    /// Ends the present run, letting go of its read lock. Bindings stay.
    public func reset() { sqlite3_reset(handle) }

    /// Whether it stands between its first row and its end.
    public var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    // MARK: Columns of the present row

    public var columnCount: Int32 { sqlite3_column_count(handle) }

    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// 0 for NULL.
    public func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// 0 for NULL.
    public func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    public func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    /// 0 for NULL.
    public func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Empty for NULL.
    public func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    public func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

    /// A copy of the bytes; empty for NULL.
    public func blob(_ column: Int32) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

    public func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    /// The bytes of a blob or a text where SQLite has them: valid within `body` alone, empty for NULL.
    @inline(__always)
    public func withBlob<R, E: Error>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let start = sqlite3_column_blob(handle, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Bytes of a blob or a text; 0 for NULL.
    public func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

    public func value(_ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    // MARK: -

    private func bindBytes(_ index: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), transient)
    }

    @inline(__always)
    private func check(_ result: Int32) throws(SQLiteError) {
        guard result == SQLITE_OK else {
            throw SQLiteError(connection: sqlite3_db_handle(handle), result: result, sql: sql)
        }
    }
}

/// `SQLITE_TRANSIENT`, a cast that Swift does not import: SQLite copies what it is given.
private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
