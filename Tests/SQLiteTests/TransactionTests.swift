import TestSupport
import Testing

@testable import SQLite

@Suite("Transactions")
struct TransactionTests {
    private struct Refusal: Error {}

    private func connection() throws -> Connection {
        let connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT")
        return connection
    }

    private func count(_ db: Connection) throws -> Int64? { try db.int64("SELECT count(*) FROM t") }

    @Test("a transaction that throws leaves nothing behind")
    func rollback() throws {
        let db = try connection()
        #expect(throws: Refusal.self) {
            try db.transaction {
                try db.execute("INSERT INTO t VALUES (1)")
                throw Refusal()
            }
        }
        #expect(try count(db) == 0 && !db.isInTransaction)
        try db.transaction { try db.execute("INSERT INTO t VALUES (1)") }
        #expect(try count(db) == 1)
    }

    /// Inserts the numbers within a savepoint, then perhaps refuses; false when it was undone.
    private func attempt(_ db: Connection, _ numbers: [Int], refuse: Bool = false) -> Bool {
        do {
            try db.savepoint {
                for number in numbers { try db.execute("INSERT INTO t VALUES (\(number))") }
                if refuse { throw Refusal() }
            }
            return true
        } catch {
            return false
        }
    }

    @Test("a savepoint that throws undoes itself alone, nested ones too")
    func savepoints() throws {
        let db = try connection()
        let outcomes = try db.transaction {
            let outer = attempt(db, [1])
            let inner = try db.savepoint { [attempt(db, [2]), attempt(db, [3, 1])] }
            return [outer] + inner + [attempt(db, [4], refuse: true)]
        }
        #expect(outcomes == [true, true, false, false])
        #expect(try db.text("SELECT group_concat(a) FROM t") == "1,2")
    }

    @Test("a full database loses the whole transaction, says full, and works again when there is room")
    func full() throws {
        let scratch = try ScratchFolder()
        let db = try Connection(path: scratch.path("full.sqlite"))
        try db.useWriteAheadLog(fullSync: true)
        try db.execute("CREATE TABLE b (x BLOB) STRICT")
        try db.setPragma("max_page_count", "20")
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction {
                for _ in 0..<100 {
                    try db.savepoint { try db.execute("INSERT INTO b VALUES (zeroblob(4000))") }
                }
            }
        }
        #expect(error?.isFull == true)
        #expect(!db.isInTransaction)
        #expect(try db.int64("SELECT count(*) FROM b") == 0)
        try db.setPragma("max_page_count", "2000")
        try db.transaction { try db.execute("INSERT INTO b VALUES (zeroblob(90000))") }
        #expect(try db.integrityFaults(quick: false).isEmpty)
    }
}
