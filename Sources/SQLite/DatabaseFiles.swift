import Files
import Glibc

/// The files of a database: itself, its write-ahead log and that log's shared memory.
public enum DatabaseFiles {
    /// Bytes on disk, the log included; what is not there counts nothing.
    public static func bytes(_ path: String) -> Int64 {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }

    /// Removes what is there, for a database that can be filled again. No connection may be writing.
    public static func remove(_ path: String) {
        makeRoom(path)
        for suffix in suffixes { unlink(path + suffix) }
    }

    /// Sets aside what stands in a file's place without being one.
    public static func makeRoom(_ path: String) {
        for suffix in suffixes { SetAside.allButFile(at: path + suffix) }
    }

    /// What the files look like now; somebody else has had them when it is not what the last write left.
    public static func marks(_ path: String) -> FileMarks { FileMarks(of: [path, path + "-wal"]) }

    private static let suffixes = ["", "-wal", "-shm", "-journal"]
}
