import Files

/// A derived database as its one writer holds it, that notices when the files are no longer those that it wrote.
public struct WatchedDatabase {
    public let path: String
    private let database: DerivedDatabase
    private var marks: FileMarks?
    private var isClosed = false
    /// Nil when it was closed, or could not begin anew.
    public private(set) var connection: Connection?
    /// What was in it is gone, and whoever fills it does not know yet.
    public var isLost = false

    public init(_ database: DerivedDatabase, path: String) {
        self.database = database
        self.path = path
    }

    /// Opens what is there and has it read; false where it cannot be used.
    public mutating func open(reading: (Connection) throws -> Bool) throws -> Bool {
        guard let found = try database.open(path: path) else { return false }
        do {
            guard try reading(found) else { return false }
        } catch let error as SQLiteError where error.isUnusable {
            return false
        }
        connection = found
        noteWrite()
        return true
    }

    /// An empty one in the place of whatever is there; nil once it is closed.
    public mutating func beginAnew() throws -> Connection? {
        connection = nil
        guard !isClosed else { return nil }
        connection = try database.make(path: path)
        noteWrite()
        return connection
    }

    /// To be called after each write: the files as they are now are its own.
    public mutating func noteWrite() { marks = DatabaseFiles.marks(path) }

    /// Whether somebody else has touched the files since its last write.
    public var isTouched: Bool { connection != nil && marks != DatabaseFiles.marks(path) }

    /// Whether the error means that the content is gone; a query may have other errors as well.
    public func meansLoss(_ error: SQLiteError) -> Bool { error.isUnusable || (error.kind == .other && isTouched) }

    public mutating func close() {
        if !isTouched { _ = try? connection?.checkpoint(.truncate) }
        connection = nil
        isClosed = true
    }
}
