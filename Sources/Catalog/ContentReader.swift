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

    func damaged(_ row: RowID) -> AlmagestError {
        damage.note(row)
        return AlmagestError(
            .storeDamaged, "The store \(path) is damaged: the content of row \(row) is not what was stored.",
            path: path, hint: "Its app is asked to tell it anew.")
    }
}
