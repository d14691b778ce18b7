import Foundation

/// A database that is derived from something else and can be filled again, so that what is missing, damaged, or of another
/// program or version is replaced by an empty one.
public struct DerivedDatabase: Sendable {
    /// Four letters of ASCII that tell whose it is.
    public var applicationID: Int32
    /// Raised whenever the tables, or the meaning of what is in them, change.
    public var version: Int
    /// The statements that make its tables.
    public var tables: String
    /// Kilobytes of pages that a connection keeps.
    public var cacheKilobytes: Int
    /// Files up to this size are looked through when they are opened, some 2 ms a megabyte; in larger ones damage shows
    /// when it is read.
    public var checkedBytes: Int64

    public init(applicationID: Int32, version: Int, tables: String, cacheKilobytes: Int, checkedBytes: Int64 = 0) {
        self.applicationID = applicationID
        self.version = version
        self.tables = tables
        self.cacheKilobytes = cacheKilobytes
        self.checkedBytes = checkedBytes
    }

    /// Opens the file; nil where it is missing, damaged, or of another program or version. What is no file at all is set
    /// aside.
    public func open(path: String) throws -> Connection? {
        DatabaseFiles.makeRoom(path)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let connection = try connect(path: path, mode: .readWrite)
            return try isThis(connection) ? connection : nil
        } catch let error as SQLiteError where error.isUnusable {
            return nil
        }
    }

    /// A new, empty file in the place of whatever is there. No connection to that may be open.
    public func make(path: String) throws -> Connection {
        DatabaseFiles.remove(path)
        let connection = try connect(path: path, mode: .readWriteCreate)
        try connection.transaction {
            try connection.execute(tables)
            try connection.setApplicationID(applicationID)
            try connection.setUserVersion(version)
        }
        return connection
    }

    private func connect(path: String, mode: Connection.Mode) throws -> Connection {
        let connection = try Connection(path: path, mode: mode, isAlone: true, cacheKilobytes: cacheKilobytes)
        try connection.useWriteAheadLog(fullSync: false)
        return connection
    }

    private func isThis(_ connection: Connection) throws -> Bool {
        guard try connection.applicationID() == applicationID, try connection.userVersion() == version else {
            return false
        }
        guard checkedBytes > 0 else { return true }
        let bytes = try (connection.pragma("page_count") ?? 0) * (connection.pragma("page_size") ?? 0)
        return try bytes > checkedBytes || connection.integrityFaults(quick: true, limit: 1).isEmpty
    }
}
