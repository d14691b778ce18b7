/// Tables of the store as version 2 has them; `ContextSchema` has those that came with version 3. Older files are brought
/// here by `CatalogMigrations`.
///
/// - `entity` holds the small columns, so that all of them are read in one quick scan at open;
///   `content` holds what is big.
/// - `journal` has one row an entity, its latest change: `kind` 0 put, 1 deleted at `at` (seconds since 1970).
/// - `state` has one row: the newest `seq` and the newest row ever given out, so that neither comes twice; `horizon`,
///   at or below which tombstones may be gone; the key of the content hash.
enum CatalogSchema {
    /// `PRAGMA application_id`: "Almg".
    static let applicationID: Int32 = 0x416c_6d67
    /// `PRAGMA user_version`.
    static let version = 3

    static let sql = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1), last_seq INTEGER NOT NULL, last_row INTEGER NOT NULL,
            horizon INTEGER NOT NULL, hash_key BLOB NOT NULL) STRICT;
        CREATE TABLE bundle (code INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE type (code INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE domain (code INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE named_index (
            code INTEGER PRIMARY KEY, bundle INTEGER NOT NULL, name TEXT NOT NULL, client_state BLOB,
            UNIQUE (bundle, name)) STRICT;
        CREATE TABLE entity (
            row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, bundle INTEGER NOT NULL, type INTEGER NOT NULL,
            named_index INTEGER NOT NULL, domain INTEGER NOT NULL, ownership INTEGER NOT NULL, hidden INTEGER NOT NULL,
            priority INTEGER NOT NULL, expires REAL, id TEXT NOT NULL) STRICT;
        CREATE UNIQUE INDEX entity_key ON entity (bundle, type, id);
        CREATE INDEX entity_domain ON entity (bundle, domain) WHERE domain <> 0;
        CREATE INDEX entity_expires ON entity (expires) WHERE expires IS NOT NULL;
        CREATE TABLE content (
            row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE TABLE journal (
            seq INTEGER PRIMARY KEY, row INTEGER NOT NULL, kind INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
        CREATE INDEX journal_tombstone ON journal (seq, row, at) WHERE kind = 1;
        """
}
