import AlmagestEntities
import CXapian
import Files
import Synchronization

/// The engine's index, shared by writer, urgent lane and readers.
///
/// Unchecked: the pointer never changes, and the engine locks what is shared; calls for the writer alone are made by
/// `LexicalWriter` only.
final class LexicalStore: @unchecked Sendable {
    let index: OpaquePointer
    private let folder: String
    /// Why the database was begun anew at the last start or since; nil if it wasn't.
    let damage: Mutex<String?>

    /// Opens the folder's index; one whose terms were made by another version of the analysis is begun anew.
    init(folder: String, analysis: Int) throws(AlmagestError) {
        Self.makeRoom(folder)
        self.folder = folder
        var rebuilt = false
        var error = axp_error()
        guard let index = axp_open(folder, UInt32(analysis), &rebuilt, &error) else { throw AlmagestError(error) }
        self.index = index
        damage = Mutex(rebuilt ? AlmagestError(error).message : nil)
    }

    /// Empties it, also where the folder is gone.
    func reset() throws(AlmagestError) {
        Self.makeRoom(folder)
        var error = axp_error()
        guard axp_reset(index, &error) else { throw AlmagestError(error) }
    }

    /// What the database's files look like now; the lock is nobody's content.
    var marks: FileMarks { FileMarks(ofFolder: folder + "/main", without: ["flintlock"]) }

    /// Sets aside what stands in the place of a folder or a file without being one.
    private static func makeRoom(_ folder: String) {
        SetAside.allButFolder(at: folder)
        SetAside.allButFolder(at: folder + "/main")
        for name in ["main.mark", "main.mark.new", "opening", "main/flintlock"] {
            SetAside.allButFile(at: folder + "/" + name)
        }
    }

    /// Readers hold the store, so they are gone by now.
    deinit { axp_close(index) }
}
