import AlmagestEntities
import CXapian
import Synchronization

/// The engine's index, shared by writer, urgent lane and readers.
///
/// Unchecked: the pointer never changes, and the engine locks what is shared; calls for the writer alone are made by
/// `LexicalWriter` only.
final class LexicalStore: @unchecked Sendable {
    let index: OpaquePointer
    /// Why the database was begun anew at the last start or since; nil if it wasn't.
    let damage: Mutex<String?>

    /// Opens the folder's index; one whose terms were made by another version of the analysis is begun anew.
    init(folder: String, analysis: Int) throws(AlmagestError) {
        var rebuilt = false
        var error = axp_error()
        guard let index = axp_open(folder, UInt32(analysis), &rebuilt, &error) else { throw AlmagestError(error) }
        self.index = index
        damage = Mutex(rebuilt ? AlmagestError(error).message : nil)
    }

    /// Readers hold the store, so they are gone by now.
    deinit { axp_close(index) }
}
