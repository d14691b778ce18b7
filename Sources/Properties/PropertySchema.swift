import SQLite
import Text

/// The tables of `properties.sqlite`.
///
/// `vals` is clustered by column, value and row, so an equality or a range reads one stretch of it and nothing else;
/// the values of one row are listed in its record in `entities`, so no second index is kept up to date.
enum PropertySchema {
    /// `Alpr` in ASCII.
    private static let applicationID: Int32 = 0x416c_7072
    /// Raised whenever the tables or the meaning of what is in them change: an older file is emptied and filled again
    /// from the catalog.
    private static let version = 3

    private static let tables = """
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

    /// `analysis` is the version of the folding of what is in the tables.
    static func database(analysis: Int = TextVersion.analysis) -> DerivedDatabase {
        DerivedDatabase(
            applicationID: applicationID, version: version * 1000 + analysis, tables: tables, cacheKilobytes: 16384,
            checkedBytes: 256 << 20)
    }

    /// A reader's connection; the file is there already.
    static func openReader(path: String) throws -> Connection {
        try Connection(path: path, mode: .readOnly, isAlone: true, cacheKilobytes: 4096)
    }
}
