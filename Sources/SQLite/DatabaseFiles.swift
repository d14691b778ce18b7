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

    /// Removes what is there, for a database that can be filled again. No connection may be open.
    public static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
}
