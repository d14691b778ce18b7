import AlmagestEntities
import SQLite

extension AlmagestError {
    /// What a fault of SQLite means to whoever called; `path` is the file.
    public init(_ error: SQLiteError, path: String) {
        switch error.kind {
        case .full:
            self.init(
                .diskFull, "There is no space left for \(path).", path: path,
                hint: "Free some space and try again; nothing that was acknowledged is lost.")
        case .corrupt, .notADatabase:
            self.init(
                .storeDamaged, "The store \(path) is damaged: \(error.message).", path: path,
                hint: "Restore a backup, or move the file away: apps are asked to tell their content anew.")
        case .readOnly:
            self.init(
                .readOnly, "The store \(path) cannot be written.", path: path,
                hint: "Make the file, its folder and its file system writable.")
        case .permission:
            self.init(
                .noPermission, "The system refuses access to \(path).", path: path,
                hint: "The folder and its files must belong to you.")
        case .busy:
            self.init(.busy, "Another process holds \(path).", path: path, hint: "Stop it, or wait.")
        case .cantOpen:
            self.init(.unavailable, "The store \(path) cannot be opened: \(error.message).", path: path)
        case .ioError:
            self.init(.unavailable, "The device failed under \(path): \(error.description).", path: path)
        case .interrupted:
            self.init(.cancelled, "The read was stopped.")
        case .tooBig:
            self.init(.tooLarge, "A value is above SQLite's limits.", path: path)
        case .constraint, .outOfMemory, .other:
            self.init(.internalError, error.description, path: path)
        }
    }

    /// The same for an error of unknown kind.
    public init(any error: any Error, path: String) {
        switch error {
        case let error as AlmagestError: self = error
        case let error as SQLiteError: self.init(error, path: path)
        default: self.init(.internalError, "\(error)", path: path)
        }
    }
}
