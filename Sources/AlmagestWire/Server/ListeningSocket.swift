import AlmagestEntities
import CSystem
import Glibc
import Synchronization

/// A socket that listens, ours or passed by systemd.
final class ListeningSocket: Sendable {
    let path: String
    let fd: Int32
    /// Held as long as the socket is ours, so that two daemons never take over the same one at once.
    private let lock: Mutex<FileLock?>
    /// A descriptor to give up when there are none left, so that a connection can be accepted and closed.
    private let spare: Mutex<Int32>
    private let isClosed = Mutex(false)

    private init(path: String, fd: Int32, lock: FileLock?) {
        self.path = path
        self.fd = fd
        self.lock = Mutex(lock)
        spare = Mutex(open("/dev/null", O_RDONLY | O_CLOEXEC))
    }

    /// Binds, taking over a socket that nobody listens at.
    convenience init(_ location: SocketLocation) throws(AlmagestError) {
        try location.prepareFolder()
        let lock = try FileLock(path: location.path + ".lock")
        try ListeningSocket.clear(location.path)
        let fd = almagest_listen(location.path, 512)
        guard fd >= 0 else {
            throw AlmagestError(
                -fd == ENOSPC ? .diskFull : .noPermission,
                "No socket can be made at \(location.path): \(Errno(-fd)).", hint: "Name another place with --socket.")
        }
        self.init(path: location.path, fd: fd, lock: lock)
    }

    /// The socket that systemd passed (`LISTEN_FDS`), if it did.
    static func passed() throws(AlmagestError) -> ListeningSocket? {
        guard let process = getenv("LISTEN_PID"), Int32(String(cString: process)) == getpid(),
            let text = getenv("LISTEN_FDS"), let count = Int(String(cString: text)), count > 0
        else { return nil }
        // Not for the processes that we start.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard count == 1, almagest_is_listening(3) else {
            throw AlmagestError(
                .invalidParameter, "systemd passed \(count) descriptors; one listening Unix stream socket is expected.",
                hint: "See config/systemd/almagest.socket.")
        }
        _ = almagest_set_cloexec(3)
        _ = almagest_set_nonblocking(3)
        var name = [CChar](repeating: 0, count: 256)
        let length = almagest_bound_path(3, &name, name.count)
        let path = String(decoding: name.prefix(max(0, Int(length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return ListeningSocket(path: path, fd: 3, lock: nil)
    }

    /// Removes what a dead daemon left.
    private static func clear(_ path: String) throws(AlmagestError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw AlmagestError(
                .noPermission, "\(path) is there and is not a socket.",
                hint: "Remove it, or name another with --socket.")
        }
        let fd = almagest_connect(path)
        if fd >= 0 {
            Glibc.close(fd)
            throw alreadyRunning(path)
        }
        // Its queue is full, so somebody listens.
        if fd == -EAGAIN { throw alreadyRunning(path) }
        unlink(path)
    }

    private static func alreadyRunning(_ path: String) -> AlmagestError {
        AlmagestError(
            .daemonAlreadyRunning, "A daemon already listens at \(path).", hint: "Stop it with “almagest stop”.")
    }

    /// Out of descriptors: accepts one connection and closes it, so that it doesn't knock for ever.
    func turnAway() {
        spare.withLock { spare in
            if spare >= 0 { Glibc.close(spare) }
            let fd = almagest_accept(self.fd)
            if fd >= 0 { Glibc.close(fd) }
            spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }

    /// Stops listening and removes the socket, unless it is systemd's.
    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        lock.withLock { lock in
            if lock != nil { unlink(path) }
            Glibc.close(fd)
            lock = nil
        }
        spare.withLock { spare in
            if spare >= 0 { Glibc.close(spare) }
            spare = -1
        }
    }

    deinit { close() }
}
