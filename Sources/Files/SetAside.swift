import Glibc

/// Makes room where a store keeps its files: what stands in the way is renamed, so that nothing of anybody's is lost.
///
/// A name becomes `aside-<name>` in the same folder, with a number behind it if that is taken. A symbolic link that leads
/// to what is wanted stays.
public enum SetAside {
    /// Moves away what is no file that can be read and written: a folder, a pipe, a link to nothing, a file that the
    /// system refuses. Returns where to; nil where nothing had to go, or could.
    @discardableResult
    public static func allButFile(at path: String) -> String? { move(path, unless: S_IFREG, R_OK | W_OK) }

    /// Moves away what is no file, be it a link to one; a file that is refused stays, since somebody may hold it.
    @discardableResult
    public static func whatIsNoFile(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
        return move(path)
    }

    /// Moves away what is no folder that can be entered and written.
    @discardableResult
    public static func allButFolder(at path: String) -> String? { move(path, unless: S_IFDIR, R_OK | W_OK | X_OK) }

    private static func move(_ path: String, unless kind: mode_t, _ rights: Int32) -> String? {
        var status = stat()
        // With a slash at its end it would be a folder or an error.
        let path = String(path.reversed().drop { $0 == "/" }.reversed())
        guard lstat(path, &status) == 0 else { return nil }
        if stat(path, &status) == 0, status.st_mode & S_IFMT == kind, access(path, rights) == 0 { return nil }
        return move(path)
    }

    private static func move(_ path: String) -> String? {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let base = "\(path[..<start])aside-\(path[start...])"
        var status = stat()
        for number in 1...1000 {
            let target = number == 1 ? base : "\(base)-\(number)"
            guard lstat(target, &status) != 0 else { continue }
            return rename(path, target) == 0 ? target : nil
        }
        return nil
    }
}
