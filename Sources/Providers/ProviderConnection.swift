import AlmagestEntities
import AlmagestWire
import Synchronization

/// Answers what a started provider calls, and ends it when it does not speak the protocol.
final class ProviderConnection: PeerHandler {
    private let inner: any PeerHandler
    private let found = Mutex<AlmagestError?>(nil)

    init(_ inner: any PeerHandler) { self.inner = inner }

    /// Why it was cut off.
    var fault: AlmagestError? { found.withLock { $0 } }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        try await inner.handle(request, from: peer)
    }

    func lane(of request: Request) -> Lane { inner.lane(of: request) }

    func executor(for request: Request) -> (any TaskExecutor)? { inner.executor(for: request) }

    func received(faulty error: AlmagestError, from peer: Peer) -> Bool {
        found.withLock { if $0 == nil { $0 = error } }
        peer.close()
        return true
    }

    func closed(_ peer: Peer) async { await inner.closed(peer) }
}
