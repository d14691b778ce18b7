import AlmagestEntities
import SQLite

/// Turns stored bytes into entities, and notices bytes that are not what was stored.
struct ContentReader: Sendable {
    let path: String
    let key: ContentHash.Key
    /// Those that are found to be damaged are noted here.
    let damage: DamagedRows

    /// The entity in the present row of a statement. Throws `storeDamaged` when hash and bytes disagree.
    func entity(_ statement: Statement, hash: Int32, body: Int32, row: RowID) throws(AlmagestError) -> Entity {
        let expected = statement.withBlob(hash) { ContentHash($0) }
        return try statement.withBlob(body) { bytes throws(AlmagestError) in
            guard ContentHash(bytes, key: key) == expected else { throw damaged(row) }
            do throws(AlmagestError) {
                return try Entity(decoding: bytes)
            } catch {
                throw damaged(row)
            }
        }
    }

    /// The same as JSON text, without the parts that are not wanted.
    func json(
        _ statement: Statement, hash: Int32, body: Int32, row: RowID, _ components: EntityComponents
    ) throws(AlmagestError) -> [UInt8] {
        let expected = statement.withBlob(hash) { ContentHash($0) }
        let json = statement.withBlob(body) { bytes in
            ContentHash(bytes, key: key) == expected ? Entity.reduced(bytes, to: components) : nil
        }
        if let json { return json }
        return try entity(statement, hash: hash, body: body, row: row).reduced(to: components).encoded()
    }

    /// Takes note of a row that cannot be read because it, or the page that it is on, is damaged; throws every other error.
    func pass(_ error: any Error, _ row: RowID) throws {
        if let error = error as? SQLiteError, error.isCorrupt {
            damage.note(row, isLost: true)
        } else if (error as? AlmagestError)?.name != .storeDamaged {
            throw error
        }
    }

    func damaged(_ row: RowID) -> AlmagestError {
        damage.note(row)
        return AlmagestError(
            .storeDamaged, "The store \(path) is damaged: the content of row \(row) is not what was stored.",
            path: path, hint: "Its app is asked to tell it anew.")
    }
}
