import Foundation
import SQLite

/// The tables of `properties.sqlite`.
///
/// `vals` is clustered by column, value and row, so an equality or a range reads one stretch of it and nothing else;
/// the values of one row are listed in its record in `entities`, so no second index is kept up to date.
enum PropertySchema {
    /// Raised whenever the tables or the meaning of what is in them (folding included) change: an older file is
    /// emptied and filled again from the catalog.
    static let version = 2
    /// `Alpr` in ASCII.
    static let applicationID: Int32 = 0x416c_7072

    /// Files up to this size are looked through when they are opened, some 2 ms a megabyte; in larger ones damage
    /// shows when it is read.
    static let checkedBytes: Int64 = 256 << 20

    static let create = """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE columns(id INTEGER PRIMARY KEY, path TEXT NOT NULL, kind INTEGER NOT NULL) STRICT;
        CREATE TABLE groups(
            id INTEGER PRIMARY KEY, bundle TEXT NOT NULL, type TEXT NOT NULL, "index" TEXT NOT NULL, schema TEXT,
            domain TEXT, language TEXT, priority INTEGER NOT NULL, ownership INTEGER NOT NULL) STRICT;
        CREATE TABLE entities(
            row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, grp INTEGER NOT NULL, id TEXT NOT NULL,
            record BLOB NOT NULL) STRICT;
        CREATE INDEX entities_id ON entities(id, grp);
        CREATE TABLE vals(
            col INTEGER NOT NULL, value ANY NOT NULL, row INTEGER NOT NULL, rest TEXT,
            PRIMARY KEY(col, value, row)) STRICT, WITHOUT ROWID;
        INSERT INTO meta VALUES('seq', 0);
        """

    /// Opens the file, or makes a new one where it is missing, damaged, or of another version.
    static func open(path: String) throws -> Connection {
        do {
            if FileManager.default.fileExists(atPath: path) {
                let connection = try connect(path: path, mode: .readWrite)
                if try isOurs(connection) { return connection }
            }
        } catch let error as SQLiteError where error.isCorrupt || error.kind == .cantOpen {
            // Falls through: whatever is there is replaced.
        }
        return try make(path: path)
    }

    /// A reader's connection; the file is there already.
    static func openReader(path: String) throws -> Connection {
        try Connection(path: path, mode: .readOnly, cacheKilobytes: 4096)
    }

    static func make(path: String) throws -> Connection {
        DatabaseFiles.remove(path)
        let connection = try connect(path: path, mode: .readWriteCreate)
        try connection.transaction {
            try connection.execute(create)
            try connection.setApplicationID(applicationID)
            try connection.setUserVersion(version)
        }
        return connection
    }

    private static func connect(path: String, mode: Connection.Mode) throws -> Connection {
        let connection = try Connection(path: path, mode: mode, cacheKilobytes: 16384)
        try connection.useWriteAheadLog(fullSync: false)
        return connection
    }

    private static func isOurs(_ connection: Connection) throws -> Bool {
        guard try connection.applicationID() == applicationID, try connection.userVersion() == version else {
            return false
        }
        let bytes = try (connection.pragma("page_count") ?? 0) * (connection.pragma("page_size") ?? 0)
        guard bytes <= checkedBytes else { return true }
        return try connection.integrityFaults(quick: true, limit: 1).isEmpty
    }
}
