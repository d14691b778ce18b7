import AlmagestEntities
import AlmagestWire
import Catalog

/// Answers the calls of one connection.
struct ConnectionHandler: PeerHandler {
    let dispatcher: Dispatcher
    let catalog: Catalog
    let activity: Activity
    let session = Session()

    func lane(of request: Request) -> Lane { Dispatcher.writes.contains(request.method) ? .ordered : .concurrent }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        activity.note()
        return try await dispatcher.answer(request, session: session)
    }

    func closed(_ peer: Peer) async {
        activity.note()
        for batch in session.takeBatches() { await catalog.abortBatch(batch) }
    }
}
