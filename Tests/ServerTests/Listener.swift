import AlmagestEntities
import AlmagestWire
import Testing

/// A connection that hears what the daemon tells of its own accord.
final class Listener: Sendable {
    struct Handler: PeerHandler {
        let continuation: AsyncStream<(method: String, params: JSONValue)>.Continuation

        /// In the order of arrival.
        func lane(of request: Request) -> Lane { .immediate }

        func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
            if let params = request.params { continuation.yield((request.method, params)) }
            return Array("{}".utf8)
        }

        func closed(_ peer: Peer) async { continuation.finish() }
    }

    let client: Client
    private let notices: AsyncStream<(method: String, params: JSONValue)>

    init(_ daemon: RunningDaemon) async throws {
        // Waits until it serves.
        _ = try await daemon.connect()
        let (notices, continuation) = AsyncStream.makeStream(of: (method: String, params: JSONValue).self)
        var options = Client.Options(socket: daemon.socket)
        options.startsDaemon = false
        client = try await Client.connect(options, handler: Handler(continuation: continuation))
        self.notices = notices
    }

    /// The next notification of that name.
    func next(_ method: String = "changed") async throws -> JSONValue {
        for await notice in notices where notice.method == method { return notice.params }
        throw Fault("The connection ended before \(method)")
    }

    /// What changed until `seq`, all notifications together: kind and identifier, in order.
    func changes(through seq: Int64) async throws -> [String] {
        var told: [String] = []
        while true {
            let notice = try await next()
            for kind in ["added", "updated", "removed"] { told += notice.ids(kind).map { "\(kind) \($0)" } }
            if notice["seq"]?.integer ?? 0 >= seq { return told }
        }
    }
}
