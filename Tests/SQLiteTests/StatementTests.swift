import Testing

@testable import SQLite

@Suite("Statement")
struct StatementTests {
    private func connection() throws -> Connection {
        let connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE t (a INTEGER, b REAL, c TEXT, d BLOB) STRICT")
        return connection
    }

    @Test("values of every kind come back as they went in")
    func roundTrip() throws {
        let db = try connection()
        let insert = try db.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
        try insert.bind(1, Int64.min)
        try insert.bind(2, 0.1)
        try insert.bind(3, "Ptolemäus\u{0}🌟")
        try insert.bind(4, [0, 1, 255])
        try insert.run()
        let select = try db.prepare("SELECT * FROM t")
        #expect(try select.step())
        #expect(select.int64(0) == .min)
        #expect(select.double(1) == 0.1)
        #expect(select.text(2) == "Ptolemäus\u{0}🌟")
        #expect(select.blob(3) == [0, 1, 255])
        #expect(select.withBlob(3) { $0.count } == 3)
        #expect(select.value(2) == .text("Ptolemäus\u{0}🌟"))
        #expect(try !select.step())
    }

    @Test("empty text and empty blobs are not NULL, and NULL is neither")
    func emptiness() throws {
        let db = try connection()
        try db.execute("INSERT INTO t VALUES (?, ?, ?, ?)", [nil, nil, "", .blob([])])
        let select = try db.prepare("SELECT * FROM t")
        #expect(try select.step())
        #expect(select.isNull(0) && select.isNull(1))
        #expect(select.optionalText(2) == "")
        #expect(select.optionalBlob(3) == [])
        #expect(select.optionalInt64(0) == nil && select.optionalDouble(1) == nil)
    }

    @Test("a cached statement is compiled once, comes without bindings, and a running one is left alone")
    func caching() throws {
        let db = try connection()
        let first = try db.cached("SELECT ?")
        try first.bind(1, 7)
        #expect(try first.step() && first.int64(0) == 7)
        let second = try db.cached("SELECT ?")
        #expect(second !== first)
        first.reset()
        let third = try db.cached("SELECT ?")
        #expect(third === first)
        #expect(try third.step() && third.isNull(0))
    }

    @Test("text without a statement, a faulty one and a missing parameter are errors that carry the text")
    func faults() throws {
        let db = try connection()
        for sql in ["", "-- nothing", "SELEC 1", "SELECT * FROM nowhere"] {
            let error = #expect(throws: SQLiteError.self) { _ = try db.prepare(sql) }
            #expect(error?.sql == sql)
        }
        let statement = try db.prepare("SELECT ?")
        let error = #expect(throws: SQLiteError.self) { try statement.bind(2, 1) }
        #expect(error?.code == 25)
    }

    @Test("a statement outlives the name of its connection")
    func lifetime() throws {
        var db: Connection? = try connection()
        let statement = try #require(try db?.prepare("SELECT 1"))
        db = nil
        #expect(try statement.step() && statement.int64(0) == 1)
    }
}
