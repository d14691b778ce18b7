internal import AlmagestEntities
internal import AlmagestWire
import Foundation

/// The batch of one index object.
enum BatchState: Sendable {
    case none
    case open([IndexStep])
    /// Begun where it may not be: told at every step until its end.
    case refused(CSIndexError)
}

/// Batches: many changes and the client state that goes with them, stored in one step.
///
///     index.beginBatch()
///     try await index.indexSearchableItems(items)
///     try await index.endBatch(withClientState: Data("42".utf8))
///
/// What is in a batch is kept by this process until the batch ends; then all of it is applied with one change, or
/// none of it. Batches are for named indexes and do not nest: a batch that is begun elsewhere or within another is
/// refused as a whole, and every step of it, its end too, says so.
extension CSSearchableIndex {
    /// Most bytes of a client state.
    public static let maximumClientStateLength = 250

    /// Begins a batch.
    public func beginBatch() {
        let refusal: CSIndexError? =
            isDefault
            ? CSIndexError(
                .invalidClientStateError,
                "The default index has no batches. Use a named one: CSSearchableIndex(name: \"Notes\").") : nil
        let isNew = batch.withLock { state -> Bool in
            let isNew = if case .none = state { true } else { false }
            switch state {
            case .none: state = refusal.map { .refused($0) } ?? .open([])
            case .open:
                state = .refused(
                    CSIndexError(
                        .invalidClientStateError,
                        "A batch was begun within another on index “\(name)”. Nothing of it is stored; end it and begin again."
                    ))
            case .refused: break
            }
            return isNew
        }
        if isNew, let link = try? link { link.activity.batchBegan(on: name) }
    }

    /// Ends the batch: stores what is in it, and the client state with it.
    ///
    /// - Throws: `CSIndexError`: `invalidClientStateError` over 250 bytes, where the batch stays open, and for a batch
    ///   that was refused or not begun; `invalidItemError` if an item cannot be stored, where nothing is.
    nonisolated(nonsending) public func endBatch(withClientState clientState: Data) async throws {
        try await end(expected: nil, clientState).value()
    }

    /// Ends the batch; the handler is called when it is stored.
    public func endBatch(
        withClientState clientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let ending = end(expected: nil, clientState)
        finish(completionHandler) { try await ending.value() }
    }

    /// Ends the batch if the client state in the index is the expected one; nil expects none.
    ///
    /// - Throws: `CSIndexError.mismatchedClientState`, where nothing is stored.
    nonisolated(nonsending) public func endIndexBatch(expectedClientState: Data?, newClientState: Data) async throws {
        try await end(expected: .some(expectedClientState), newClientState).value()
    }

    /// Ends the batch if the client state in the index is the expected one; nil expects none.
    public func endIndexBatch(
        expectedClientState: Data?, newClientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let ending = end(expected: .some(expectedClientState), newClientState)
        finish(completionHandler) { try await ending.value() }
    }

    /// The client state that was stored last; empty if there is none.
    nonisolated(nonsending) public func fetchLastClientState() async throws -> Data {
        try await lastClientState() ?? Data()
    }

    /// The client state that was stored last; nil if there is none.
    public func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        Task {
            do { completionHandler(try await lastClientState(), nil) } catch { completionHandler(nil, error) }
        }
    }

    // MARK: Parts

    /// Takes steps into the open batch; false if there is none.
    func keepForBatch(_ steps: [IndexStep]) throws(CSIndexError) -> Bool {
        let refusal = batch.withLock { state -> (isOpen: Bool, error: CSIndexError?) in
            switch state {
            case .none: return (false, nil)
            case .refused(let error): return (false, error)
            case .open(let earlier):
                state = .open(earlier + steps)
                return (true, nil)
            }
        }
        if let error = refusal.error { throw error }
        return refusal.isOpen
    }

    private func lastClientState() async throws -> Data? {
        if isDefault {
            throw CSIndexError(
                .invalidClientStateError, "The default index has no client state. Use a named one.")
        }
        let link = try link
        do throws(AlmagestError) {
            return try await Self.clientState(link, name)
        } catch {
            throw CSIndexError(error)
        }
    }

    private static func clientState(_ link: DaemonLink, _ index: String) async throws(AlmagestError) -> Data? {
        let reply = try await link.read("clientState") { writer in
            writer.key("bundle")
            writer.string(link.bundle)
            writer.key("index")
            writer.string(index)
        }
        return reply["clientState"]?.string.flatMap { Data(base64Encoded: $0) }
    }

    /// A batch on its way to the daemon.
    struct Ending: Sendable {
        var link: DaemonLink?
        var reply: PendingReply?
        var error: CSIndexError?

        func value() async throws {
            if let error { throw error }
            guard let reply else { return }
            do throws(AlmagestError) { link?.noteSeq(of: try await reply.value) } catch {
                // Items that cannot be stored were made an error on the way.
                throw error.name == .invalidEntity && error.path == nil
                    ? CSIndexError(.invalidItemError, error.message) : CSIndexError(error)
            }
        }
    }

    /// Takes the batch and hands it over, in the order of everything else that was written.
    private func end(expected: Data??, _ clientState: Data) -> Ending {
        guard clientState.count <= Self.maximumClientStateLength else {
            return Ending(
                error: CSIndexError(
                    .invalidClientStateError,
                    "Client state has at most \(Self.maximumClientStateLength) bytes, these are \(clientState.count). "
                        + "The batch is still open."))
        }
        let (steps, refusal, wasBegun) = batch.withLock { state -> ([IndexStep], CSIndexError?, Bool) in
            defer { state = .none }
            switch state {
            case .open(let steps): return (steps, nil, true)
            case .refused(let error): return ([], error, true)
            case .none:
                return ([], CSIndexError(.invalidClientStateError, "No batch was begun on index “\(name)”."), false)
            }
        }
        defer { if wasBegun, let link = try? link { link.activity.batchEnded(on: name) } }
        if let refusal { return Ending(error: refusal) }
        do {
            let link = try link
            let plan = BatchPlan(
                bundle: link.bundle, index: name, session: session, steps: steps,
                expected: expected.map { $0?.base64EncodedString() }, state: clientState.base64EncodedString())
            return Ending(
                link: link,
                reply: link.transaction { (client, again) async throws(AlmagestError) -> JSONValue in
                    try await plan.run(over: client, again: again)
                })
        } catch {
            return Ending(error: error)
        }
    }
}

/// The calls of a batch, which may be made again from the beginning: what was staged over a lost connection is gone.
private struct BatchPlan: Sendable {
    let bundle: String
    let index: String
    let session: String?
    let steps: [IndexStep]
    /// Base64; nil does not compare, nil within expects none.
    let expected: String??
    let state: String

    func run(over client: Client, again: Bool) async throws(AlmagestError) -> JSONValue {
        let begun = try await client.call("batch.begin") { writer in
            writer.key("bundle")
            writer.string(bundle)
            writer.key("index")
            writer.string(index)
        }.result
        guard let batch = begun["batch"]?.string else {
            throw AlmagestError(.internalError, "The daemon gave no name for the batch.")
        }
        do throws(AlmagestError) {
            for step in steps {
                let params = step.parameters(bundle: bundle, session: session, batch: batch)
                let reply = try await client.peer.call(step.method, params: params).result
                if let fault = step.fault(in: reply) { throw AlmagestError(.invalidEntity, fault.message) }
            }
            return try await commit(batch, over: client)
        } catch {
            if error.name == .clientStateMismatch, again, let stored = try await storedState(client), stored == state {
                // The first attempt was stored after all, only its reply was lost.
                return begun
            }
            if error.name != .connectionClosed { try await abort(batch, over: client) }
            throw error
        }
    }

    private func commit(_ batch: String, over client: Client) async throws(AlmagestError) -> JSONValue {
        try await client.call("batch.commit") { writer in
            writer.key("batch")
            writer.string(batch)
            if let expected {
                writer.key("expectedClientState")
                if let expected { writer.string(expected) } else { writer.null() }
            }
            writer.key("clientState")
            writer.string(state)
        }.result
    }

    private func abort(_ batch: String, over client: Client) async throws(AlmagestError) {
        do throws(AlmagestError) {
            _ = try await client.call("batch.abort") { writer in
                writer.key("batch")
                writer.string(batch)
            }
        } catch  where error.name == .noSuchBatch {
            // A commit that fails takes its batch with it.
        }
    }

    private func storedState(_ client: Client) async throws(AlmagestError) -> String? {
        try await client.call("clientState") { writer in
            writer.key("bundle")
            writer.string(bundle)
            writer.key("index")
            writer.string(index)
        }.result["clientState"]?.string
    }
}
