import AlmagestEntities
import Glibc

/// A folder that somebody named for the socket. Others may enter it, for the socket itself is closed to them; but nobody
/// else may put another socket in its place.
enum SharedFolder {
    /// Refuses a folder of another user than this one and root, and one that all may write to unless it keeps what is in
    /// it for its owner (the sticky bit, as `/tmp` has it). One that isn't there is fine.
    static func check(_ path: String) throws(AlmagestError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw AlmagestError(.noPermission, "The folder \(path) cannot be looked at: \(Errno(errno)).")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw AlmagestError(
                .noPermission, "\(path) is not a folder.", hint: "Name another place with --socket.")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw AlmagestError(
                .noPermission, "The folder \(path) belongs to user \(status.st_uid), who could replace the socket.",
                hint: "Name another place with --socket.")
        }
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            throw AlmagestError(
                .noPermission,
                "Everybody may write to the folder \(path), and could replace the socket: its mode is "
                    + "\(String(status.st_mode & 0o7777, radix: 8)).",
                hint: "chmod o-w \(path), or name another place with --socket.")
        }
    }
}
