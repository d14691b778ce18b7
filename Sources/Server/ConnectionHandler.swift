import AlmagestEntities
import AlmagestWire
import Catalog
import Providers
import Threads

/// Answers the calls of one connection.
struct ConnectionHandler: PeerHandler {
    let dispatcher: Dispatcher
    let catalog: Catalog
    let activity: Activity
    let providers: Providers
    let log: Log
    var session = Session()

    var bulk: (any TaskExecutor)? { RequestThreads.bulk }

    func lane(of request: Request) -> Lane { Dispatcher.writes.contains(request.method) ? .ordered : .concurrent }

    func executor(for request: Request) -> (any TaskExecutor)? {
        Dispatcher.quick.contains(request.method) ? RequestThreads.shared : nil
    }

    func mayWait(_ request: Request) -> Bool { !Dispatcher.writes.contains(request.method) }

    /// One bad entity does not spoil the others.
    func list(of method: String) -> String? { method == "index" ? "entities" : nil }

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        activity.note()
        let began = ContinuousClock.now
        let number = session.nextRequest()
        do {
            let result = try await dispatcher.answer(request, session: session, peer: peer)
            // What has been written is told; what was only read is no longer wanted.
            if !Dispatcher.writes.contains(request.method) { try Task.checkCancellation() }
            log.debug(told(request, number, "ok, \(result.count) bytes", since: began))
            return result
        } catch {
            let name = (error as? AlmagestError)?.name ?? (error is CancellationError ? .cancelled : .internalError)
            log.debug(told(request, number, name.rawValue, since: began))
            throw error
        }
    }

    /// A request for the log, nothing of its content: what a client calls a method that there isn't, and what it takes
    /// for an identifier, may be anything. So requests are counted.
    private func told(_ request: Request, _ number: UInt64, _ outcome: String, since began: ContinuousClock.Instant)
        -> String
    {
        let method = Dispatcher.methods.contains(request.method) ? request.method : "an unknown method"
        let (seconds, attoseconds) = (ContinuousClock.now - began).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return "connection \(session.number), request \(number): \(method): \(outcome), \(request.size) bytes in, "
            + "\(microseconds) µs"
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
