import AlmagestEntities
import Glibc
import Testing
import Threads

/// A socket with nothing above it, for messages that no client would send. It blocks on a thread of its own.
actor RawConnection {
    private let executor = ThreadExecutor(name: "raw")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ daemon: RunningDaemon) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: daemon.socket.path.utf8) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Fault("connect: \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(descriptor)
        executor.stop()
    }

    /// Sends a message, or part of one.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Fault("send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// The next message.
    func reply() throws -> JSONValue {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let newline = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(newline + 1) }
                return try JSONDocument(Array(buffer[..<newline])).root
            }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw Fault("The connection ended") }
            buffer += chunk[..<count]
        }
    }

    func exchange(_ line: [UInt8]) throws -> JSONValue {
        try send(line + [0x0A])
        return try reply()
    }
}
