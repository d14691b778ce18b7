import AlmagestEntities
import Foundation
import Glibc
import Testing
import Threads

@testable import AlmagestWire

/// A folder that is gone when the test is.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/almagest-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Errno(errno) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func location(_ name: String = "s") throws -> SocketLocation {
        try SocketLocation(path: path + "/" + name, isPrivate: true)
    }
}

/// Answers by a closure.
struct Answer: PeerHandler {
    var lanes: [String: Lane] = [:]
    /// Methods whose requests may wait for somebody.
    var waits: Set<String> = []
    var onClose: @Sendable () -> Void = {}
    let body: @Sendable (Request, Peer) async throws -> [UInt8]

    init(
        lanes: [String: Lane] = [:], waits: Set<String> = [], onClose: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (Request, Peer) async throws -> [UInt8]
    ) {
        self.lanes = lanes
        self.waits = waits
        self.onClose = onClose
        self.body = body
    }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] { try await body(request, peer) }
    func lane(of request: Request) -> Lane { lanes[request.method] ?? .concurrent }
    func mayWait(_ request: Request) -> Bool { waits.contains(request.method) }
    func closed(_ peer: Peer) async { onClose() }

    /// Gives back the parameters.
    static let echo = Answer { request, _ in request.params?.encoded() ?? Array("null".utf8) }
}

/// The descriptors of a connected pair.
func socketPair() throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw Errno(errno) }
    return (pair[0], pair[1])
}

/// Two peers that talk to each other.
func connectedPeers(
    limits: WireLimits = .init(), left: any PeerHandler = NoHandler(), right: any PeerHandler
) throws -> (left: Peer, right: Peer) {
    let (a, b) = try socketPair()
    return (
        Peer(reading: a, writing: a, limits: limits, handler: left),
        Peer(reading: b, writing: b, limits: limits, handler: right)
    )
}

/// A bare client of a peer that answers so.
func rawClient(_ limits: WireLimits = .init(), of handler: any PeerHandler = Answer.echo) throws -> RawClient {
    let (a, b) = try socketPair()
    _ = Peer(reading: a, writing: a, limits: limits, handler: handler)
    return RawClient(fd: b)
}

/// A bare client that sends and reads exactly what a test wants; it blocks a thread of its own.
actor RawClient {
    private let executor = ThreadExecutor(name: "raw client")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var fd: Int32
    private var buffer: [UInt8] = []

    init(fd: Int32) {
        self.fd = fd
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    init(path: String) throws {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            Glibc.close(fd)
            throw Errno(errno)
        }
        self.init(fd: fd)
    }

    deinit {
        if fd >= 0 { Glibc.close(fd) }
        executor.stop()
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next line, nil at the end.
    func line() -> String? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let newline = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(newline + 1) }
                return String(decoding: buffer[..<newline], as: UTF8.self)
            }
            let count = read(fd, &chunk, chunk.count)
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    func reply() throws -> JSONValue {
        try JSONDocument(#require(line()), maximumDepth: 1_000).root
    }

    /// Expects that the connection is served: its handler echoes.
    func expectAlive() throws {
        send("{\"id\":\"alive\",\"method\":\"echo\",\"params\":{\"still\":true}}\n")
        let reply = try reply()
        #expect(reply["id"]?.string == "alive")
        #expect(reply["result"]?["still"]?.bool == true)
    }

    func finishSending() { shutdown(fd, Int32(SHUT_WR)) }

    func close() {
        if fd >= 0 { Glibc.close(fd) }
        fd = -1
    }
}

/// The error of a reply, by name.
func errorName(_ reply: JSONValue) -> String? { reply["error"]?["data"]?["name"]?.string }

/// Expects an error of that name.
func expectError<R>(
    _ name: AlmagestError.Name, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async {
    do {
        _ = try await body()
        Issue.record("no error", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? AlmagestError)?.name == name, sourceLocation: sourceLocation)
    }
}
