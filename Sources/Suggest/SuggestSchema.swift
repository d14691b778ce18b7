import Foundation
import SQLite

/// The tables of `suggest.sqlite`.
///
/// `recent` has the names that are in no stored segment yet; the segments' arrays lie in `blocks`. `gone` remembers
/// rows that were deleted while a stored segment still has their names.
enum SuggestSchema {
    /// Raised whenever the tables or the way names are compared change.
    static let version = 1
    /// `Alsg` in ASCII.
    static let applicationID: Int32 = 0x416c_7367

    static let create = """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE recent(row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, priority INTEGER NOT NULL,
            names BLOB NOT NULL) STRICT;
        CREATE TABLE gone(row INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
        CREATE TABLE segments(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL) STRICT;
        CREATE TABLE blocks(segment INTEGER NOT NULL, part INTEGER NOT NULL, number INTEGER NOT NULL,
            bytes BLOB NOT NULL, PRIMARY KEY(segment, part, number)) STRICT;
        INSERT INTO meta VALUES('seq', 0);
        """

    /// Opens the file; nil where it is missing, damaged or of another version.
    static func open(path: String) throws -> Connection? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let connection = try connect(path: path, mode: .readWrite)
            let isOurs = try connection.applicationID() == applicationID && connection.userVersion() == version
            return isOurs ? connection : nil
        } catch let error as SQLiteError where error.isCorrupt || error.kind == .cantOpen {
            return nil
        }
    }

    /// A new, empty file in the place of whatever is there.
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
        let connection = try Connection(path: path, mode: mode, cacheKilobytes: 4096)
        try connection.useWriteAheadLog(fullSync: false)
        return connection
    }
}
