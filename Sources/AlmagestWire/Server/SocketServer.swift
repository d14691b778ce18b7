import AlmagestEntities
import CSystem
import Glibc
import Synchronization

/// Listens at a Unix socket; each connection of the same user becomes a `Peer`.
///
/// A socket that a dead daemon left behind is taken over, one that answers is not. Under systemd's socket
/// activation the socket is the one that was passed.
public final class SocketServer: Sendable {
    /// The other side of a connection.
    public struct Client: Sendable {
        public let process: Int32
        public let user: UInt32
    }

    /// How many connections at a time; one beyond that gets the error `busy` and is closed.
    public let connectionLimit: Int
    /// The socket's path; of a socket that was passed, its own.
    public let path: String

    private struct State: ~Copyable {
        var peers: Set<Peer> = []
        var token: EventLoop.Token?
        var isStopped = false
        var lastActivity = ContinuousClock.now
        var refused = 0
    }

    private let limits: WireLimits
    let budgets: WireBudgets
    private let makeHandler: @Sendable (Client) -> any PeerHandler
    private let listener: ListeningSocket
    private let state = Mutex(State())

    /// Begins to accept connections.
    ///
    /// - Parameter makeHandler: makes what answers one connection; called on the event loop's thread, must not block.
    /// - Throws: `daemonAlreadyRunning`, `noPermission`, `tooLarge`.
    public init(
        at location: SocketLocation, connectionLimit: Int = 256, limits: WireLimits = .init(),
        makeHandler: @escaping @Sendable (Client) -> any PeerHandler
    ) throws(AlmagestError) {
        if let passed = try ListeningSocket.passed() {
            listener = passed
        } else {
            listener = try ListeningSocket(location)
        }
        path = listener.path
        self.connectionLimit = connectionLimit
        self.limits = limits
        budgets = WireBudgets(limits)
        self.makeHandler = makeHandler
        do {
            let token = try EventLoop.shared.add(listener.fd, .readable, self)
            state.withLock { $0.token = token }
        } catch {
            throw AlmagestError(.internalError, "The socket cannot be watched: \(error).")
        }
    }

    /// Connections now.
    public var connections: Int { state.withLock { $0.peers.count } }

    /// When the last connection came or went.
    public var lastActivity: ContinuousClock.Instant { state.withLock { $0.lastActivity } }

    /// The peers now, for notifications to all.
    public var peers: [Peer] { state.withLock { Array($0.peers) } }

    /// Accepts no more, lets requests in flight finish within `drain`, then closes every connection.
    public func stop(drain: Duration = .seconds(10)) async {
        let peers = state.withLock { state -> [Peer] in
            state.isStopped = true
            if let token = state.token { EventLoop.shared.remove(listener.fd, token) }
            state.token = nil
            return Array(state.peers)
        }
        await withCheckedContinuation { continuation in
            // On the loop's thread nobody is accepting just now.
            EventLoop.shared.perform { [listener] in
                listener.close()
                continuation.resume()
            }
        }
        EventLoop.shared.perform(at: .now + drain) { for peer in peers { peer.close() } }
        await withTaskGroup(of: Void.self) { group in
            for peer in peers { group.addTask { await peer.drain() } }
        }
    }

    private func accept(_ fd: Int32) {
        var credentials = almagest_credentials()
        guard almagest_peer(fd, &credentials) == 0, credentials.user == geteuid() else {
            refuse(fd, AlmagestError(.notAllowed, "This daemon serves only the user who started it."))
            return
        }
        let client = Client(process: credentials.process, user: credentials.user)
        let peer = Peer(
            reading: fd, writing: fd, limits: limits, budgets: budgets, handler: makeHandler(client), loop: .shared,
            onClose: { [weak self] peer in self?.forget(peer) })
        let isWelcome = state.withLock { state in
            state.lastActivity = .now
            guard !state.isStopped else { return false }
            state.peers.insert(peer)
            return true
        }
        if isWelcome { peer.start() } else { peer.close() }
    }

    private func refuse(_ fd: Int32, _ error: AlmagestError) {
        let line = Line.reply(id: .null, error: error)
        _ = line.withUnsafeBytes { bytes in
            bytes.baseAddress.map { almagest_write(fd, true, $0, bytes.count) }
        }
        close(fd)
    }

    private func forget(_ peer: Peer) {
        state.withLock { state in
            state.peers.remove(peer)
            state.lastActivity = .now
        }
    }
}

extension SocketServer: EventHandler {
    func ready(_ token: EventLoop.Token, _ interest: EventLoop.Interest) {
        // A few at a time, so that those who are connected are served in between.
        for _ in 0..<16 {
            let fd = almagest_accept(listener.fd)
            if fd == -EMFILE || fd == -ENFILE {
                listener.turnAway()
                return
            }
            guard fd >= 0 else { return }
            if connections >= connectionLimit {
                refuse(
                    fd,
                    AlmagestError(
                        .busy, "There are \(connectionLimit) connections already.",
                        hint: "Close one, or raise limits.connections."))
            } else {
                accept(fd)
            }
        }
    }
}
