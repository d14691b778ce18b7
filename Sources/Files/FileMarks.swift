import CSystem
import Glibc

/// What files look like from outside, to tell later whether somebody else has replaced, removed or written them.
///
///     marks = FileMarks(of: paths)          // after each write of one's own
///     if marks != FileMarks(of: paths) { }  // before the next: they are no longer what was written
///
/// It costs one `stat` a file; nothing is read.
public struct FileMarks: Sendable, Equatable {
    private struct Mark: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64
        var bytes: Int64
        /// Of the last change of content, in nanoseconds; 0 where it says nothing.
        var time: Int64
    }

    private var marks: [String: Mark] = [:]

    /// Files by their paths; what is missing is missing.
    public init(of paths: [String]) {
        for path in paths { marks[path] = Self.mark(path) }
    }

    /// The folder itself, and every file in it but those left out by name.
    public init(ofFolder folder: String, without names: Set<String> = []) {
        // Its own time and size change with every name in it.
        if var mark = Self.mark(folder) {
            mark.bytes = 0
            mark.time = 0
            marks[folder] = mark
        }
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." || names.contains(name) { continue }
            marks[name] = Self.mark(folder + "/" + name)
        }
    }

    private static func mark(_ path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        return Mark(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), bytes: Int64(status.st_size),
            time: almagest_sets_times_at_once(path) ? time : 0)
    }
}
