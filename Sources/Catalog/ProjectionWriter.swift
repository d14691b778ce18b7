import AlmagestEntities
import SQLite

/// The one writer of a projection that lives in a database. Where the files are no longer what it wrote, it begins anew
/// as at a start, and whoever drives it learns so before the next change is applied.
public protocol ProjectionWriter: Actor {
    var file: WatchedDatabase { get set }

    /// Makes what is in memory agree with a file that has begun anew; nil where it could not.
    func begin(with fresh: Connection?) throws
}

extension ProjectionWriter {
    /// Empties it.
    public func reset() throws {
        file.isLost = false
        _ = try beginAnew()
    }

    /// Looks at the files; whether the content is gone and whoever fills it has not been told.
    public func isLost() -> Bool {
        if file.isTouched { file.isLost = true }
        return file.isLost
    }

    /// Begins anew if the content is gone and that has not been done yet: whoever fills it knows now.
    public func tellLoss() throws {
        if file.isTouched { _ = try beginAnew() }
        file.isLost = false
    }

    /// The connection for a change.
    ///
    /// - Throws: `storeDamaged` if the content is gone; `unavailable` once it is closed.
    public func connectionForChange() throws -> Connection {
        if isLost() { throw damage }
        guard let connection = try file.connection ?? beginAnew() else {
            throw AlmagestError(.unavailable, "\(file.path) is closed.")
        }
        return connection
    }

    /// What an error of a write means; a file that cannot be used any more begins anew.
    public func failed(_ error: SQLiteError) -> AlmagestError {
        if file.meansLoss(error) {
            lose()
            if file.connection != nil { return damage }
        }
        // What it had begun to write is its own.
        file.noteWrite()
        return AlmagestError(error, path: file.path)
    }

    /// The content is gone. Where it cannot begin anew now, it tries again with the next change.
    public func lose() {
        file.isLost = true
        _ = try? beginAnew()
    }

    private func beginAnew() throws -> Connection? {
        do {
            let fresh = try file.beginAnew()
            try begin(with: fresh)
            return fresh
        } catch {
            try begin(with: nil)
            throw error
        }
    }

    public var damage: AlmagestError {
        AlmagestError(
            .storeDamaged, "\(file.path) is no longer what was written and is being filled again.", path: file.path,
            hint: "Nothing is lost: it is made from the catalog.")
    }
}
