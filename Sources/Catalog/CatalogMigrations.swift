import AlmagestEntities
import SQLite

/// Brings the file of an older version to the newest one, step by step, in one transaction.
enum CatalogMigrations {
    /// Step `n` makes version `n + 1` out of version `n`.
    static let steps: [Int: @Sendable (Connection) throws -> Void] = [1: splitContent, 2: addContext]

    static func run(_ db: Connection) throws {
        try db.transaction {
            var version = try db.userVersion()
            while version < CatalogSchema.version {
                guard let step = steps[version] else {
                    throw AlmagestError(
                        .storeDamaged, "The store \(db.path) says version \(version), which never was.", path: db.path)
                }
                try step(db)
                version += 1
                try db.setUserVersion(version)
            }
        }
    }

    /// Version 2 knew nothing of the context, and not what its tombstones had stood for.
    private static func addContext(_ db: Connection) throws { try db.execute(ContextSchema.sql) }

    /// Version 1 kept content among the small columns, without a hash, domains as text, and tombstones without a date.
    private static func splitContent(_ db: Connection) throws {
        let key = ContentHash.Key.random()
        try db.execute(
            """
            ALTER TABLE state RENAME TO state_1;
            ALTER TABLE entity RENAME TO entity_1;
            ALTER TABLE journal RENAME TO journal_1;
            ALTER TABLE bundle RENAME TO bundle_1;
            ALTER TABLE type RENAME TO type_1;
            ALTER TABLE named_index RENAME TO named_index_1;
            """)
        try db.execute(CatalogSchema.sql)
        try db.execute(
            "INSERT INTO state SELECT id, last_seq, last_row, horizon, ? FROM state_1", [.blob(key.bytes)])
        try db.execute(
            """
            INSERT INTO bundle SELECT code, name FROM bundle_1;
            INSERT INTO type SELECT code, name FROM type_1;
            INSERT INTO named_index SELECT code, bundle, name, client_state FROM named_index_1;
            INSERT INTO domain (name) SELECT DISTINCT domain FROM entity_1 WHERE domain IS NOT NULL ORDER BY domain;
            INSERT INTO entity
                SELECT e.row, e.revision, e.bundle, e.type, e.named_index, coalesce(d.code, 0), e.ownership, e.hidden,
                    e.priority, e.expires, e.id
                FROM entity_1 e LEFT JOIN domain d ON d.name = e.domain ORDER BY e.row;
            INSERT INTO journal
                SELECT seq, row, kind, CASE kind WHEN 1 THEN unixepoch() ELSE 0 END FROM journal_1 ORDER BY seq;
            """)
        let read = try db.prepare("SELECT row, revision, content FROM entity_1 ORDER BY row")
        let write = try db.prepare("INSERT INTO content VALUES (?, ?, ?, ?)")
        while try read.step() {
            try write.bind(1, read.int64(0))
            try write.bind(2, read.int64(1))
            try read.withBlob(2) { body in
                try ContentHash(body, key: key).withBytes { try write.bind(3, bytes: $0) }
                try write.bind(4, bytes: body)
            }
            try write.run()
        }
        try db.execute(
            """
            DROP TABLE entity_1; DROP TABLE journal_1; DROP TABLE state_1;
            DROP TABLE bundle_1; DROP TABLE type_1; DROP TABLE named_index_1;
            """)
    }
}

extension ContentHash.Key {
    /// As it is stored: 16 bytes, little-endian.
    var bytes: [UInt8] { ContentHash(low: k0, high: k1).bytes }

    init?(_ bytes: [UInt8]) {
        guard let words = bytes.withUnsafeBytes({ ContentHash($0) }) else { return nil }
        self.init(k0: words.low, k1: words.high)
    }
}
