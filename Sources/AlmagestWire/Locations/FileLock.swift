import AlmagestEntities
import CSystem
import Files
import Glibc

/// A file that one process has at a time; the lock goes with the process, however it ends.
public final class FileLock: Sendable {
    public let path: String
    private let fd: Int32

    /// Takes the lock, making the file if it is missing; what stands there without being one is set aside.
    ///
    /// - Throws: `daemonAlreadyRunning` if another has it; the message names its process.
    public init(path: String) throws(AlmagestError) {
        SetAside.whatIsNoFile(at: path)
        let fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard fd >= 0 else {
            throw AlmagestError(
                errno == ENOSPC ? .diskFull : .noPermission, "The lock \(path) cannot be opened: \(Errno(errno)).")
        }
        guard almagest_lock(fd) == 0 else {
            var bytes = [UInt8](repeating: 0, count: 20)
            let count = max(0, read(fd, &bytes, bytes.count))
            close(fd)
            let holder = String(decoding: bytes.prefix(count).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
            throw AlmagestError(
                .daemonAlreadyRunning,
                holder.isEmpty
                    ? "Another daemon has \(path)." : "Another daemon, process \(holder), has \(path).",
                hint: "Stop it with “almagest stop”.")
        }
        self.path = path
        self.fd = fd
        let text = "\(getpid())\n"
        if ftruncate(fd, 0) == 0 { _ = pwrite(fd, text, text.utf8.count, 0) }
    }

    // The file stays: were it removed, two could lock two files of the same name.
    deinit { close(fd) }
}
