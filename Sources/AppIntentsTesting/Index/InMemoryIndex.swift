import AlmagestEntities
import AlmagestWire
import CoreSpotlight
import Foundation
import Glibc
import Synchronization

/// An index in the memory of the test, in place of the daemon: an app donates to it and searches it by the same calls.
///
/// It holds what it is given exactly as the daemon would, its checks of schemas included. It finds by the beginnings of
/// words alone, and what it ranks first says nothing about the daemon, which also knows meaning, inflection, typing
/// errors, dates and use. It answers no conditions (`CSSearchQuery`), no structured values and no resolving: test those
/// against a daemon.
public final class InMemoryIndex: Sendable {
    let content = Mutex(InMemoryContent())
    private let servers = Mutex<[Peer]>([])

    public init() {}

    /// Everything that was indexed, as `bundle/type/id`, in order.
    public var identifiers: [String] {
        content.withLock { $0.entities.keys.map(\.text).sorted() }
    }

    /// Names of the intents that were donated, in the order of their donation.
    public var donatedIntents: [String] { content.withLock { $0.donations.map(\.intentType) } }

    /// Identifiers of the entities that are relevant, by the kind of context.
    public var relevantEntities: [String: [String]] {
        content.withLock { $0.relevant.mapValues { $0.map(\.id) } }
    }

    /// Identifiers of the entities that views are annotated with, the activity's first.
    public var annotatedEntities: [String] { content.withLock { $0.screen.map(\.id) } }

    /// Forgets everything.
    public func removeAll() { content.withLock { $0 = InMemoryContent() } }

    /// A link of the app to this index.
    func link(bundle: String) throws -> DaemonLink {
        let socket = try SocketLocation.resolve(flag: "/nonexistent/almagest")
        return DaemonLink(bundle: bundle, options: Client.Options(socket: socket)) { provider throws(AlmagestError) in
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
                throw AlmagestError(.unavailable, "No connection can be made: \(String(cString: strerror(errno))).")
            }
            let server = InMemoryServer(index: self)
            let peer = Peer(reading: ends[0], writing: ends[0], limits: .client, handler: server)
            self.servers.withLock { servers in
                servers.removeAll { $0.isClosed }
                servers.append(peer)
            }
            return Client(peer: Peer(reading: ends[1], writing: ends[1], limits: .client, handler: provider))
        }
    }
}

/// Answers the calls of the app.
private final class InMemoryServer: PeerHandler {
    private let index: InMemoryIndex

    init(index: InMemoryIndex) { self.index = index }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        try index.content.withLock { content throws(AlmagestError) in
            var call = InMemoryCall(params: request.params, content: content)
            let reply = try call.answer(request.method)
            content = call.content
            return reply
        }
    }

    /// In order of arrival, as the daemon applies writes.
    func lane(of request: Request) -> Lane { .immediate }
}
