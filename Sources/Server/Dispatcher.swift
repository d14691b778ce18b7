import AlmagestEntities
import AlmagestWire
import Catalog

/// Finds the code that answers a call.
struct Dispatcher: Sendable {
    let indexing: IndexCalls
    var searching: SearchCalls
    let reading: ReadCalls
    var valuing: ValueCalls
    let reindexing: ReindexCalls
    var telling: StatusCalls
    var schemas: SchemaCalls
    let context: ContextCalls
    var subscriptions: SubscriptionCalls

    /// Calls that change something; those of one connection run one after another, in the order they came.
    static let writes: Set<String> = [
        "hello", "index", "delete", "batch.begin", "batch.commit", "batch.abort", "donate", "donate.delete",
        "relevant.update", "relevant.remove", "screen.update", "annotate", "subscribe", "unsubscribe",
    ]

    /// Calls of which most are done in a millisecond or two: they do not stand in line behind donations that are being
    /// read, nor behind calls that compute for long.
    static let quick: Set<String> = ["search", "find", "suggest", "entities"]

    /// Calls whose replies may be large, see `Session.reading`; `entities` and `resolve` take their turns themselves.
    private static let reading: Set<String> = ["search", "find", "suggest"]
    /// Calls that wait for apps and have much to say, see `Session.asking`.
    private static let asking: Set<String> = ["values"]

    /// All calls that this version answers.
    static let methods = [
        "hello", "index", "delete", "batch.begin", "batch.commit", "batch.abort", "clientState", "search", "suggest",
        "find", "resolve", "values", "reindex", "entities", "open", "searchInApp", "donate", "donate.delete",
        "relevant.update",
        "relevant.remove", "screen.update", "annotate", "subscribe", "unsubscribe", "schemas", "status", "cancel",
    ]

    /// The same calls for somebody who sees what is within reach alone: every call that finds, counts or follows
    /// entities. Those that name entities, or change something, are checked against the session.
    private func limited(to reach: Reach) -> Dispatcher {
        var limited = self
        limited.searching.engine = searching.engine.limited(to: reach)
        limited.valuing.search = valuing.search.limited(to: reach)
        limited.subscriptions.engine = subscriptions.engine.limited(to: reach)
        limited.telling.reach = reach
        limited.schemas.reach = reach
        return limited
    }

    func answer(_ request: Request, session: Session, peer: Peer) async throws -> [UInt8] {
        let reach = session.reach
        let calls = reach == .all ? self : limited(to: reach)
        let turnstile =
            Self.reading.contains(request.method)
            ? session.reading : Self.asking.contains(request.method) ? session.asking : nil
        guard let turnstile else { return try await calls.answer(request, as: session, peer: peer) }
        return try await turnstile.pass { try await calls.answer(request, as: session, peer: peer) }
    }

    private func answer(_ request: Request, as session: Session, peer: Peer) async throws -> [UInt8] {
        let parameters = request.params
        switch request.method {
        case "search": return try await searching.search(parameters, room: request.room)
        case "suggest": return try await searching.suggest(parameters, room: request.room)
        case "find": return try await searching.find(parameters, room: request.room)
        case "values": return try await valuing.values(parameters, request: request, peer: peer)
        case "reindex":
            return try await reindexing.reindex(parameters, request: request, session: session, peer: peer)
        case "resolve": return try await searching.resolve(parameters, room: request.room, session: session)
        case "entities": return try await reading.entities(parameters, room: request.room, session: session)
        case "open": return try await reading.open(parameters, session: session)
        case "searchInApp": return try await reading.searchInApp(parameters, session: session)
        case "schemas": return try await schemas.schemas(parameters)
        case "status": return try await telling.status(parameters)
        case "clientState": return try await indexing.clientState(parameters, session: session)
        case "hello":
            return try await request.inOrder {
                try await telling.hello(parameters, session: session, peer: peer)
            }
        case "index":
            return try await request.inOrder {
                let call = try await indexing.prepareIndex(parameters, faults: request.faults, session: session)
                return try await indexing.index(call, interactive: session.isInteractive(call.size))
            }
        case "delete":
            return try await request.inOrder {
                let call = try await indexing.prepareDelete(parameters, session: session)
                let size = call.scope.identifiers?.count ?? 1
                return try await indexing.delete(call, interactive: session.isInteractive(size))
            }
        case "donate":
            return try await request.inOrder {
                try await context.donate(parameters, size: request.size, session: session)
            }
        case "donate.delete":
            return try await request.inOrder { try await context.deleteDonations(parameters, session: session) }
        case "relevant.update":
            return try await request.inOrder { try await context.updateRelevant(parameters, session: session) }
        case "relevant.remove":
            return try await request.inOrder { try await context.removeRelevant(parameters, session: session) }
        case "annotate":
            return try await request.inOrder { try await context.annotate(parameters, session: session) }
        case "screen.update":
            return try await request.inOrder { try context.updateScreen(parameters, session: session) }
        case "subscribe":
            return try await request.inOrder {
                try await subscriptions.subscribe(parameters, session: session, peer: peer)
            }
        case "unsubscribe":
            return try await request.inOrder { try subscriptions.unsubscribe(parameters, session: session) }
        case "batch.begin":
            return try await request.inOrder { try await indexing.beginBatch(parameters, session: session) }
        case "batch.commit":
            return try await request.inOrder { try await indexing.commitBatch(parameters, session: session) }
        case "batch.abort":
            return try await request.inOrder { try await indexing.abortBatch(parameters, session: session) }
        default:
            throw AlmagestError(
                .unknownMethod, "There is no method “\(request.method)”.",
                hint: "Methods are: \(Self.methods.joined(separator: ", ")).")
        }
    }
}
