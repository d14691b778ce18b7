import SQLite
import Text

/// The tables of `suggest.sqlite`.
///
/// `recent` has the names that are in no stored segment yet; the segments' arrays lie in `blocks`. `gone` remembers
/// rows that were deleted while a stored segment still has their names.
enum SuggestSchema {
    /// `Alsg` in ASCII.
    private static let applicationID: Int32 = 0x416c_7367
    /// Raised whenever the tables or the words of names change.
    private static let version = 3

    private static let tables = """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE recent(row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, priority INTEGER NOT NULL,
            names BLOB NOT NULL) STRICT;
        CREATE TABLE gone(row INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
        CREATE TABLE segments(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL) STRICT;
        CREATE TABLE blocks(segment INTEGER NOT NULL, part INTEGER NOT NULL, number INTEGER NOT NULL,
            bytes BLOB NOT NULL, PRIMARY KEY(segment, part, number)) STRICT;
        INSERT INTO meta VALUES('seq', 0);
        """

    /// `analysis` is the version of the folding by which names were compared.
    static func database(analysis: Int = TextVersion.analysis) -> DerivedDatabase {
        DerivedDatabase(
            applicationID: applicationID, version: version * 1000 + analysis, tables: tables, cacheKilobytes: 4096)
    }
}
