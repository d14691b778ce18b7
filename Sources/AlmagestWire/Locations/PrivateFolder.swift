import AlmagestEntities
import Glibc

/// A folder that belongs to the user alone.
enum PrivateFolder {
    /// Makes it with mode 0700, and its parents, or checks the one that is there.
    static func make(_ path: String) throws(AlmagestError) {
        try makeParents(of: path)
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw AlmagestError(
                errno == ENOSPC ? .diskFull : .noPermission,
                "The folder \(path) cannot be made: \(Errno(errno)).")
        }
        try check(path)
    }

    /// Refuses a symbolic link, a folder of somebody else, and one that others may enter. One that isn't there is fine.
    static func check(_ path: String) throws(AlmagestError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw AlmagestError(.noPermission, "The folder \(path) cannot be looked at: \(Errno(errno)).")
        }
        if status.st_mode & S_IFMT == S_IFLNK {
            throw AlmagestError(
                .noPermission, "\(path) is a symbolic link, which could lead anywhere.", hint: "Remove it.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw AlmagestError(.noPermission, "\(path) is not a folder.", hint: "Remove it.")
        }
        guard status.st_uid == geteuid() else {
            throw AlmagestError(
                .noPermission, "The folder \(path) belongs to user \(status.st_uid), not to you.",
                hint: "Name another place with --socket.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw AlmagestError(
                .noPermission,
                "Others may enter the folder \(path): its mode is \(String(status.st_mode & 0o777, radix: 8)).",
                hint: "chmod 700 \(path)")
        }
    }

    private static func makeParents(of path: String) throws(AlmagestError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let parent = String(path[..<slash])
        guard access(parent, F_OK) != 0 else { return }
        try makeParents(of: parent)
        if mkdir(parent, 0o700) != 0 && errno != EEXIST {
            throw AlmagestError(.noPermission, "The folder \(parent) cannot be made: \(Errno(errno)).")
        }
    }
}
