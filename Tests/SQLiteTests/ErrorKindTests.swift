import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite("Kinds of errors")
struct ErrorKindTests {
    private func kind(of path: String, mode: Connection.Mode = .readWriteCreate) -> SQLiteError.Kind? {
        do throws(SQLiteError) {
            let db = try Connection(path: path, mode: mode, busyMilliseconds: 0)
            try db.execute("CREATE TABLE t (a)")
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("a file that is not there cannot be opened for reading, nor a folder at all")
    func missing() throws {
        let scratch = try ScratchFolder()
        #expect(kind(of: scratch.path("none.sqlite"), mode: .readOnly) == .cantOpen)
        #expect(kind(of: scratch.path("none/none.sqlite")) == .cantOpen)
        #expect(kind(of: scratch.url.path) == .cantOpen)
    }

    @Test("text is not a database, and a cut or scrambled file is corrupt")
    func damage() throws {
        let scratch = try ScratchFolder()
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: scratch.path("text")))
        #expect(kind(of: scratch.path("text")) == .notADatabase)

        let path = scratch.path("store")
        do {
            let db = try Connection(path: path)
            try db.execute("CREATE TABLE b (x BLOB); INSERT INTO b VALUES (randomblob(200000))")
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        for i in 100..<4096 { bytes[i] = 0xA5 }
        try bytes.write(to: URL(filePath: path))
        #expect(kind(of: path) == .corrupt)
    }

    @Test("a locked database is busy")
    func busy() throws {
        let scratch = try ScratchFolder()
        let db = try Connection(path: scratch.path("store"))
        try db.execute("CREATE TABLE a (x)")
        try db.transaction { #expect(kind(of: scratch.path("store")) == .busy) }
    }

    @Test("a file opened for reading is read-only")
    func readOnly() throws {
        let scratch = try ScratchFolder()
        try Connection(path: scratch.path("store")).execute("CREATE TABLE a (x)")
        #expect(kind(of: scratch.path("store"), mode: .readOnly) == .readOnly)
    }

    @Test("running another connection's statement can be stopped from a different thread")
    func interruption() async throws {
        let db = try Connection(path: ":memory:")
        let interrupter = db.interrupter
        let statement = try db.prepare(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        #expect(try statement.step())
        let thread = Thread { while true { interrupter.interrupt(); if Thread.current.isCancelled { break } } }
        thread.start()
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        thread.cancel()
        #expect(error?.kind == .interrupted)
    }
}
