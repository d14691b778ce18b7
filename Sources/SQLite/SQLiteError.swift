import CSQLite
import Glibc

/// What SQLite answered instead of doing what it was asked.
public struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The situation, as far as a caller can act on it.
    public enum Kind: Sendable {
        /// No space left on the device, a quota, or `max_page_count`.
        case full
        /// The file's content is not what SQLite wrote.
        case corrupt
        /// The file is something else altogether.
        case notADatabase
        /// The file or its folder cannot be written.
        case readOnly
        /// Somebody else holds the lock.
        case busy
        /// The file is not there, or cannot be opened.
        case cantOpen
        /// The system refuses access.
        case permission
        /// The device failed.
        case ioError
        /// A constraint of the schema does not hold.
        case constraint
        /// `interrupt()` was called.
        case interrupted
        /// A value or a statement above SQLite's limits.
        case tooBig
        case outOfMemory
        case other
    }

    /// Primary result code, for example `SQLITE_FULL` (13).
    public let code: Int32
    /// Extended result code, for example `SQLITE_IOERR_WRITE` (778).
    public let extendedCode: Int32
    /// `errno` behind it, 0 where there is none.
    public let systemError: Int32
    /// SQLite's words for it.
    public let message: String
    /// The statement, where there was one.
    public let sql: String?

    public init(extendedCode: Int32, systemError: Int32 = 0, message: String? = nil, sql: String? = nil) {
        self.code = extendedCode & 0xff
        self.extendedCode = extendedCode
        self.systemError = systemError
        self.message = message ?? String(cString: sqlite3_errstr(extendedCode))
        self.sql = sql
    }

    /// The newest error of an open connection.
    init(connection: OpaquePointer?, result: Int32, sql: String? = nil) {
        // After a misuse, or where there is no handle, the connection's own words are about something else.
        let extended = connection.map { sqlite3_extended_errcode($0) } ?? result
        let matches = extended & 0xff == result & 0xff
        self.init(
            extendedCode: matches ? extended : result,
            systemError: connection.map { sqlite3_system_errno($0) } ?? 0,
            message: matches ? connection.map { String(cString: sqlite3_errmsg($0)) } : nil,
            sql: sql)
    }

    public var kind: Kind {
        // SQLite says "I/O error" or "cannot open" where the system said precisely what is wrong.
        if code == SQLITE_IOERR || code == SQLITE_CANTOPEN {
            switch systemError {
            case ENOSPC, EDQUOT: return .full
            case EACCES, EPERM: return .permission
            case EROFS: return .readOnly
            default: break
            }
        }
        switch code {
        case SQLITE_FULL: return .full
        case SQLITE_CORRUPT: return .corrupt
        case SQLITE_NOTADB: return .notADatabase
        case SQLITE_READONLY: return .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
        case SQLITE_CANTOPEN: return .cantOpen
        case SQLITE_PERM, SQLITE_AUTH: return .permission
        case SQLITE_IOERR:
            // A file shorter than its header says is damage, not a failing device.
            return extendedCode == SQLITE_IOERR | (2 << 8) || extendedCode == SQLITE_IOERR | (33 << 8)
                ? .corrupt : .ioError
        case SQLITE_CONSTRAINT: return .constraint
        case SQLITE_INTERRUPT: return .interrupted
        case SQLITE_TOOBIG: return .tooBig
        case SQLITE_NOMEM: return .outOfMemory
        default: return .other
        }
    }

    public var isFull: Bool { kind == .full }
    /// Damaged, or not a database at all.
    public var isCorrupt: Bool { kind == .corrupt || kind == .notADatabase }
    /// The file is not there, not sound or cannot be read: what it held has to come from elsewhere.
    public var isUnusable: Bool { isCorrupt || kind == .cantOpen || kind == .ioError }
    public var isReadOnly: Bool { kind == .readOnly }
    public var isBusy: Bool { kind == .busy }

    public var description: String {
        var text = "SQLite \(extendedCode): \(message)"
        if systemError != 0, let words = strerror(systemError) { text += " (\(String(cString: words)))" }
        if let sql { text += " in \(sql)" }
        return text
    }
}
