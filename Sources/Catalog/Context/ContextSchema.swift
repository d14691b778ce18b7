/// Tables of version 3: what the person did, what apps say of the present, and the names of what was deleted.
///
/// - `interaction` has a row for each donated intent, `body` as it was donated; `interaction_entity` the entities of
///   the same bundle that it was with. They are named, not numbered by row: an entity that is deleted and donated
///   again is the same to the person.
/// - `statement` is what an app said of one subject: `purpose` 0 relevance, 1 annotation; `statement_entity` the
///   entities, in the app's order.
/// - `tombstone` names what a row of the journal with `kind` 1 deleted. One from before version 3 has none.
enum ContextSchema {
    static let sql = """
        CREATE TABLE interaction (
            id INTEGER PRIMARY KEY AUTOINCREMENT, bundle TEXT NOT NULL, intent TEXT NOT NULL, date REAL NOT NULL,
            body BLOB NOT NULL) STRICT;
        CREATE INDEX interaction_date ON interaction (date);
        CREATE INDEX interaction_bundle ON interaction (bundle, date);
        CREATE TABLE interaction_entity (
            interaction INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (interaction, type, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX interaction_entity_id ON interaction_entity (id, type);
        CREATE TABLE statement (
            id INTEGER PRIMARY KEY, purpose INTEGER NOT NULL, bundle TEXT NOT NULL, kind TEXT NOT NULL,
            detail TEXT NOT NULL, updated REAL NOT NULL, UNIQUE (purpose, bundle, kind, detail)) STRICT;
        CREATE TABLE statement_entity (
            statement INTEGER NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (statement, position)) STRICT, WITHOUT ROWID;
        CREATE TABLE tombstone (
            seq INTEGER PRIMARY KEY, bundle INTEGER NOT NULL, type INTEGER NOT NULL, id TEXT NOT NULL) STRICT;
        """
}
