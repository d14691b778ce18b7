import AlmagestEntities
import CSystem
import Glibc

/// A connection to the user's daemon, which is started if it isn't running.
public final class Client: Sendable {
    /// How to find or start the daemon.
    public struct Options: Sendable {
        public var socket: SocketLocation
        /// `--data` and `--config` for a daemon that has to be started; nil leaves it to the daemon.
        public var data: String?
        public var configuration: String?
        /// Whether a daemon that isn't running is started.
        public var startsDaemon = true
        /// How long a started daemon may take to answer.
        public var startTimeout: Duration = .seconds(15)
        /// The `almagestd` to start; nil looks beside this program, then in PATH.
        public var daemon: String?
        /// Where a started daemon writes its log.
        public var log = LogLocation.resolve()
        public var limits = WireLimits.client

        public init(socket: SocketLocation) { self.socket = socket }
    }

    public let peer: Peer

    /// The event loop as an executor. A task that prefers it goes on after a call without a change of threads, which
    /// saves some 20 µs a call; while it computes, no connection of this process is served.
    ///
    ///     try await withTaskExecutorPreference(Client.executor) { try await client.call("status") }
    public static var executor: any TaskExecutor { EventLoop.shared }

    /// A connection that is there already.
    package init(peer: Peer) { self.peer = peer }

    deinit { peer.close() }

    /// Connects, starting the daemon if need be.
    ///
    /// - Parameter handler: answers what the daemon calls, and takes its notifications.
    /// - Throws: `daemonNotRunning`, `noPermission`, `timedOut`, `busy`.
    public static func connect(
        _ options: Options, handler: any PeerHandler = NoHandler()
    ) async throws(AlmagestError) -> Client {
        try options.socket.checkFolder()
        if let fd = try open(options.socket) {
            return Client(peer: Peer(reading: fd, writing: fd, limits: options.limits, handler: handler))
        }
        guard options.startsDaemon else {
            throw AlmagestError(
                .daemonNotRunning, "No daemon listens at \(options.socket.path).", hint: "Start one: almagest serve")
        }
        let fd = try await DaemonStarter(options).start()
        let client = Client(peer: Peer(reading: fd, writing: fd, limits: options.limits, handler: handler))
        try await client.waitUntilReady(options)
        return client
    }

    /// Calls a method and waits for its result.
    ///
    /// - Parameter params: writes the members of the parameters' object.
    public func call(
        _ method: String, timeout: Duration? = nil, _ params: (inout JSONWriter) -> Void = { _ in }
    ) async throws(AlmagestError) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        params(&writer)
        writer.endObject()
        return try await peer.call(method, params: writer.bytes, timeout: timeout)
    }

    /// Calls a method and makes something of its result.
    public func call<Result>(
        _ method: String, timeout: Duration? = nil, _ params: (inout JSONWriter) -> Void = { _ in },
        decoding: (JSONValue) throws(AlmagestError) -> Result
    ) async throws(AlmagestError) -> Result {
        try decoding(await call(method, timeout: timeout, params).result)
    }

    public func close() { peer.close() }

    /// A socket may be there before the daemon has opened its store: any reply means that it serves.
    private func waitUntilReady(_ options: Options) async throws(AlmagestError) {
        do {
            _ = try await peer.call("hello", params: Array(#"{"protocol":1}"#.utf8), timeout: options.startTimeout)
        } catch {
            switch error.name {
            case .timedOut:
                throw AlmagestError(
                    .timedOut, "The daemon was started but does not answer.",
                    hint: "Its log is \(options.log.path).")
            case .connectionClosed, .cancelled, .busy, .notAllowed, .unavailable: throw error
            default: break
            }
        }
    }

    /// A connection to who listens there; nil if nobody does.
    static func open(_ socket: SocketLocation) throws(AlmagestError) -> Int32? {
        let fd = almagest_connect(socket.path)
        guard fd >= 0 else {
            switch -fd {
            case ENOENT, ECONNREFUSED: return nil
            case EAGAIN:
                throw AlmagestError(.busy, "The daemon at \(socket.path) has too many callers.", hint: "Try again.")
            default:
                throw AlmagestError(.noPermission, "The socket \(socket.path) cannot be used: \(Errno(-fd)).")
            }
        }
        var credentials = almagest_credentials()
        guard almagest_peer(fd, &credentials) == 0, credentials.user == geteuid() else {
            Glibc.close(fd)
            throw AlmagestError(
                .noPermission, "The daemon at \(socket.path) belongs to user \(credentials.user), not to you.",
                hint: "Name another socket with --socket.")
        }
        return fd
    }
}
