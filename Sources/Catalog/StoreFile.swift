import AlmagestEntities
import Files
import Foundation
import SQLite
import Settings

/// Opens the catalog's file: makes it, checks that it is ours and sound, migrates it.
struct StoreFile: Sendable {
    let path: String
    let cacheKilobytes: Int
    let walBytes: Int

    init(directory: URL, settings: CatalogSettings) {
        path = directory.appending(path: "catalog.sqlite").path
        walBytes = settings.walBytes
        cacheKilobytes = max(64, settings.cacheBytes >> 10)
    }

    /// A connection that writes. Throws an `AlmagestError` for every fault.
    func openForWriting() throws(AlmagestError) -> Connection {
        do {
            try makeFolder()
            try refuseWhatIsNoFile()
            if access(path, F_OK) != 0 { try create() }
            let db = try Connection(path: path, mode: .readWrite, cacheKilobytes: cacheKilobytes)
            try identify(db)
            try prepare(db)
            if try db.userVersion() < CatalogSchema.version { try CatalogMigrations.run(db) }
            return db
        } catch {
            throw AlmagestError(any: error, path: path)
        }
    }

    /// A connection that reads, to a file that `openForWriting` has opened before.
    func openForReading(cacheKilobytes: Int? = nil) throws(AlmagestError) -> Connection {
        do throws(SQLiteError) {
            // Not opened as read-only: a reader of a write-ahead log takes locks in its shared memory file.
            let db = try Connection(
                path: path, mode: .readWrite, cacheKilobytes: cacheKilobytes ?? max(64, self.cacheKilobytes / 2))
            try db.setPragma("query_only", "1")
            try db.setPragma("temp_store", "MEMORY")
            return db
        } catch {
            throw AlmagestError(error, path: path)
        }
    }

    private func makeFolder() throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard access(folder, F_OK) != 0 else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw AlmagestError(
                .noPermission, "The folder \(folder) cannot be made: \(error.localizedDescription)", path: folder)
        }
    }

    /// What stands in the catalog's place is never replaced: a link to nothing may lead to a disk that is not there yet.
    private func refuseWhatIsNoFile() throws(AlmagestError) {
        for file in [path, path + "-wal", path + "-shm"] {
            var status = stat()
            guard lstat(file, &status) == 0 else { continue }
            let found: String
            switch stat(file, &status) == 0 ? status.st_mode & S_IFMT : S_IFLNK {
            case S_IFREG: continue
            case S_IFDIR: found = "is a folder"
            case S_IFLNK: found = "is a symbolic link that leads nowhere"
            default: found = "is no file"
            }
            throw AlmagestError(
                .storeDamaged, "\(file) \(found); the catalog should be there.", path: file,
                hint: "Move it away and put the catalog back, or let the apps donate again.")
        }
    }

    /// Makes the file beside its place and moves it there when it is whole, so that an empty file means damage.
    private func create() throws {
        let fresh = path + ".new"
        let folder = (path as NSString).deletingLastPathComponent
        SetAside.allButFile(at: fresh)
        // SQLite would say no more than that it cannot open the file.
        guard access(folder, W_OK | X_OK) == 0 else {
            throw SQLiteError(extendedCode: 14, systemError: errno, message: "the folder cannot be written")
        }
        // A log left by a file that is gone would be taken for the new one's.
        for leftover in [fresh, fresh + "-journal", path + "-wal", path + "-shm"] { unlink(leftover) }
        do {
            let db = try Connection(path: fresh)
            try db.setPragma("synchronous", "FULL")
            try db.transaction {
                try db.setApplicationID(CatalogSchema.applicationID)
                try db.setUserVersion(CatalogSchema.version)
                try db.execute(CatalogSchema.sql)
                try db.execute(ContextSchema.sql)
                try db.execute(
                    "INSERT INTO state VALUES (1, 0, 0, 0, ?)", [.blob(ContentHash.Key.random().bytes)])
            }
        }
        guard rename(fresh, path) == 0 else {
            throw SQLiteError(extendedCode: 10, systemError: errno, message: "rename")
        }
        let opened = Glibc.open(folder, O_RDONLY | O_DIRECTORY)
        guard opened >= 0 else { return }
        fsync(opened)
        Glibc.close(opened)
    }

    /// Refuses what is not ours, empty, or newer than we know, before anything is written.
    private func identify(_ db: Connection) throws {
        let application = try db.applicationID()
        let version = try db.userVersion()
        guard application == CatalogSchema.applicationID, version > 0 else {
            throw AlmagestError(
                .storeDamaged, "\(path) is no catalog of Almagest.", path: path,
                hint: "Move it away and let the apps donate again, or restore a backup.")
        }
        guard version <= CatalogSchema.version else {
            throw AlmagestError(
                .storeTooNew,
                "The store \(path) has version \(version); this Almagest knows up to \(CatalogSchema.version).",
                path: path, hint: "Update Almagest.")
        }
    }

    private func prepare(_ db: Connection) throws {
        try db.useWriteAheadLog(fullSync: true)
        // The log is moved by CatalogLogKeeper, away from the writer's thread.
        db.watchLog()
        try db.setPragma("journal_size_limit", String(walBytes))
        try db.setPragma("temp_store", "MEMORY")
        try db.setPragma("cell_size_check", "1")
        // Zeroes what is deleted, where that costs no write more.
        try db.setPragma("secure_delete", "FAST")
        try db.setPragma("foreign_keys", "0")
    }
}
