package import AlmagestEntities
package import AlmagestWire
import Synchronization

/// A re-index that the daemon asks for.
package struct ReindexRequest: Sendable {
    /// The named index; nil for all.
    package var index: String?
    /// Entity types; nil for all.
    package var types: [String]?
    /// Identifiers within the types; nil for all.
    package var identifiers: [String]?
    /// Goes along with every donation that answers the request.
    package var session: String?

    package init(index: String?, types: [String]?, identifiers: [String]?, session: String?) {
        self.index = index
        self.types = types
        self.identifiers = identifiers
        self.session = session
    }
}

/// What the daemon may ask this process, over the connection that the process made.
///
/// Several parts of an app take part in a re-index side by side: index delegates for items, queries for entities. All
/// other calls are answered by whoever registered for them.
package final class AppProvider: PeerHandler {
    package typealias Answer = @Sendable (JSONValue?) async throws -> [UInt8]
    package typealias Reindex = @Sendable (ReindexRequest) async throws -> Void

    private struct Participant {
        let key: String
        /// Types that it knows; nil for all.
        let types: [String]?
        let reindex: Reindex
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var participants: [Participant] = []
        var onClose: @Sendable () -> Void = {}
    }

    let bundle: String
    private let state = Mutex(State())

    init(bundle: String) { self.bundle = bundle }

    /// The calls that are answered, in order.
    package var calls: [String] {
        state.withLock { state in
            var calls = Set(state.answers.keys)
            if !state.participants.isEmpty { calls.insert("provider.reindex") }
            return calls.sorted()
        }
    }

    /// Answers a call, such as `provider.entities`, from now on; a second one takes its place.
    package func answer(_ call: String, with answer: @escaping Answer) {
        state.withLock { $0.answers[call] = answer }
    }

    /// Takes part in re-indexes of those types; nil for all. A second one under the same key takes its place.
    package func takePart(_ key: String, types: [String]?, reindex: @escaping Reindex) {
        state.withLock { state in
            state.participants.removeAll { $0.key == key }
            state.participants.append(Participant(key: key, types: types, reindex: reindex))
        }
    }

    package func leave(_ key: String) { state.withLock { $0.participants.removeAll { $0.key == key } } }

    func onClose(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onClose = body } }

    package func closed(_ peer: Peer) async { state.withLock { $0.onClose }() }

    // MARK: Being asked

    package func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        switch request.method {
        case "provider.reindex":
            try await reindex(try read(request.params))
            return Array("{}".utf8)
        case "provider.shutdown": return Array("{}".utf8)
        default:
            guard let answer = state.withLock({ $0.answers[request.method] }) else {
                throw AlmagestError(.unknownMethod, "“\(bundle)” does not answer “\(request.method)”.")
            }
            return try await answer(request.params)
        }
    }

    private func read(_ params: JSONValue?) throws(AlmagestError) -> ReindexRequest {
        func optional<Value>(
            _ name: String, _ read: (JSONValue) throws(AlmagestError) -> Value
        ) throws(AlmagestError) -> Value? {
            guard let value = params?[name], !value.isNull else { return nil }
            return try read(value)
        }
        return ReindexRequest(
            index: try optional("index") { value throws(AlmagestError) in try value.string(at: "index") },
            types: try optional("types") { value throws(AlmagestError) in try value.strings(at: "types") },
            identifiers: try optional("identifiers") { value throws(AlmagestError) in
                try value.strings(at: "identifiers")
            },
            session: try optional("session") { value throws(AlmagestError) in try value.string(at: "session") })
    }

    /// Asks everybody whom the request concerns.
    ///
    /// - Throws: `unavailable` if nobody is concerned: a session that ends well would remove what nobody reported.
    func reindex(_ request: ReindexRequest) async throws {
        let concerned = state.withLock { state in
            state.participants.filter { participant in
                guard let asked = request.types, let known = participant.types else { return true }
                return !Set(asked).isDisjoint(with: known)
            }
        }
        guard !concerned.isEmpty else {
            throw AlmagestError(.unavailable, "Nothing in “\(bundle)” indexes these types again.", path: "types")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for participant in concerned { group.addTask { try await participant.reindex(request) } }
            try await group.waitForAll()
        }
    }
}
