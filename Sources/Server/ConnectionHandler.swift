import AlmagestEntities
import AlmagestWire
import Catalog
import Providers

/// Answers the calls of one connection.
struct ConnectionHandler: PeerHandler {
    let dispatcher: Dispatcher
    let catalog: Catalog
    let activity: Activity
    let providers: Providers
    var session = Session()

    func lane(of request: Request) -> Lane { Dispatcher.writes.contains(request.method) ? .ordered : .concurrent }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        activity.note()
        return try await dispatcher.answer(request, session: session, peer: peer)
    }

    func answered(_ request: Request, from peer: Peer) {
        // What it is told comes after the reply that names the subscription.
        if request.method == "subscribe" { dispatcher.subscriptions.hub.start(of: session) }
    }

    func closed(_ peer: Peer) async {
        activity.note()
        dispatcher.subscriptions.hub.end(nil, of: session)
        catalog.context.forgetScreens(of: session.number)
        if let bundle = session.bundle { await providers.detach(peer, bundle: bundle) }
        for batch in session.takeBatches() { await catalog.abortBatch(batch) }
    }
}
