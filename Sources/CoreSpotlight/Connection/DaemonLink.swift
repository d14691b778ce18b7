package import AlmagestEntities
package import AlmagestWire
import Foundation
import Synchronization

/// This process's connection to the daemon under the name of one bundle.
///
/// It is made when it is first needed, and again, once for each call, when it was lost. The app becomes a provider
/// over it as soon as something is registered that the daemon may ask for.
package final class DaemonLink: Sendable {
    package let bundle: String
    private let options: Client.Options
    /// Makes connections to something else than the daemon's socket.
    private let connecting: (@Sendable (AppProvider) throws(AlmagestError) -> Client)?
    /// What the daemon may ask this process.
    package let provider: AppProvider
    let activity = IndexActivity()

    private struct State {
        var client: Client?
        var connecting: Task<Result<Client, AlmagestError>, Never>?
        /// What the daemon was told that we answer.
        var provided: [String] = []
        var lastSeq: Int64 = 0
        var isClosed = false
    }
    private let state = Mutex(State())
    private let outboxBox = Mutex<Outbox?>(nil)

    package init(
        bundle: String, options: Client.Options,
        connecting: (@Sendable (AppProvider) throws(AlmagestError) -> Client)? = nil
    ) {
        self.bundle = bundle
        self.options = options
        self.connecting = connecting
        provider = AppProvider(bundle: bundle)
        provider.onClose { [weak self] in
            guard let self, !self.provider.calls.isEmpty else { return }
            Task { await self.attachAgain() }
        }
    }

    /// The link that this task uses instead of the shared one: that of a test.
    @TaskLocal package static var current: DaemonLink?

    /// The link of the app's own bundle to the user's daemon.
    package static func shared() throws(AlmagestError) -> DaemonLink {
        if let current { return current }
        return try shared(bundle: AppBundle.identifier())
    }

    /// The app's own bundle, which needs no connection.
    package static func sharedBundle() throws(AlmagestError) -> String {
        if let current { return current.bundle }
        return try AppBundle.identifier()
    }

    /// The link of a bundle to the user's daemon; the same one every time.
    package static func shared(bundle: String) throws(AlmagestError) -> DaemonLink {
        let socket = try SocketLocation.resolve(
            environment: EnvironmentVariables.values("ALMAGEST_SOCKET", "XDG_RUNTIME_DIR"))
        return links.withLock { links in
            let key = Key(bundle: ExactName(bundle), socket: socket)
            if let link = links[key] { return link }
            let link = DaemonLink(bundle: bundle, options: Client.Options(socket: socket))
            links[key] = link
            return link
        }
    }

    private struct Key: Hashable {
        var bundle: ExactName
        var socket: SocketLocation
    }
    private static let links = Mutex<[Key: DaemonLink]>([:])

    private var outbox: Outbox {
        outboxBox.withLock { box in
            if let box { return box }
            let made = Outbox(
                connect: { [weak self] () async throws(AlmagestError) -> Client in
                    guard let self else { throw AlmagestError(.cancelled, "The connection is no longer used.") }
                    return try await self.connection()
                }, lost: { [weak self] in self?.discard($0) })
            box = made
            return made
        }
    }

    // MARK: Calls

    /// Hands over a call that changes something. Those handed over first are applied first.
    package func write(_ method: String, _ params: [UInt8]) -> PendingReply { outbox.submit(.call(method, params)) }

    /// Hands over several calls that belong together. The body may run a second time, over a new connection, when the
    /// first was lost.
    package func transaction(
        _ body: @escaping @Sendable (Client, _ again: Bool) async throws(AlmagestError) -> JSONValue
    ) -> PendingReply {
        outbox.submit(.transaction(body))
    }

    /// Asks something; once more if the connection was lost meanwhile.
    package func read(
        _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) async throws(AlmagestError) -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        params(&writer)
        writer.endObject()
        let client = try await connection()
        do throws(AlmagestError) {
            return try await client.peer.call(method, params: writer.bytes).result
        } catch {
            guard error.name == .connectionClosed else { throw error }
        }
        discard(client)
        return try await connection().peer.call(method, params: writer.bytes).result
    }

    /// Returns when everything that was handed over so far has its reply.
    package func drain() async { await outbox.drain() }

    /// The last change that this process knows to be stored.
    package var lastSeq: Int64 { state.withLock { $0.lastSeq } }

    package func noteSeq(of reply: JSONValue) {
        guard let seq = reply["seq"]?.integer else { return }
        state.withLock { $0.lastSeq = max($0.lastSeq, seq) }
    }

    // MARK: The connection

    /// The connection that is there, or a new one.
    package func connection() async throws(AlmagestError) -> Client {
        let (open, connecting) = state.withLock { state -> (Client?, Task<Result<Client, AlmagestError>, Never>?) in
            if let client = state.client, !client.peer.isClosed { return (client, nil) }
            if let connecting = state.connecting { return (nil, connecting) }
            let task = Task { await self.connected(starting: true) }
            state.connecting = task
            return (nil, task)
        }
        if let open { return open }
        guard let connecting else { throw AlmagestError(.connectionClosed, "There is no connection.") }
        return try await connecting.value.get()
    }

    /// Forgets a connection that has broken; it may take a moment until it says so itself.
    private func discard(_ client: Client) {
        state.withLock { if $0.client === client { $0.client = nil } }
        client.close()
    }

    private func connected(starting: Bool) async -> Result<Client, AlmagestError> {
        let result: Result<Client, AlmagestError>
        do throws(AlmagestError) { result = .success(try await connect(starting: starting)) } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.connecting = nil
            if case .success(let client) = result {
                state.client = client
                state.isClosed = false
            }
        }
        return result
    }

    /// A provider is asked by the daemon, and so comes back when its connection was lost; it starts no daemon for it.
    private func attachAgain() async {
        var pause = Duration.milliseconds(250)
        while !provider.calls.isEmpty {
            do { try await Task.sleep(for: pause) } catch { return }
            let task = state.withLock { state -> Task<Result<Client, AlmagestError>, Never>? in
                guard state.client?.peer.isClosed ?? true, state.connecting == nil, !state.isClosed else { return nil }
                let task = Task { await self.connected(starting: false) }
                state.connecting = task
                return task
            }
            guard let task else { return }
            if case .success = await task.value { return }
            pause = min(pause * 2, .seconds(60))
        }
    }

    private func connect(starting: Bool) async throws(AlmagestError) -> Client {
        var options = options
        options.startsDaemon = starting && options.startsDaemon
        // A daemon that is just ending may still take a caller, or none for a moment.
        let deadline = ContinuousClock.now + .seconds(5)
        while true {
            do throws(AlmagestError) {
                let client =
                    if let connecting {
                        try connecting(provider)
                    } else {
                        try await Client.connect(options, handler: provider)
                    }
                try await hello(client)
                return client
            } catch {
                let mayPass = error.name == .busy || error.name == .connectionClosed
                guard mayPass, ContinuousClock.now < deadline else { throw error }
            }
            do { try await Task.sleep(for: .milliseconds(10)) } catch {
                throw AlmagestError(.cancelled, "Connecting was cancelled.")
            }
        }
    }

    /// Says who we are and what we answer. A daemon that asks no running apps is used without that.
    private func hello(_ client: Client) async throws(AlmagestError) {
        let calls = provider.calls
        do throws(AlmagestError) {
            do throws(AlmagestError) {
                try await hello(client, providing: calls)
            } catch  where error.name == .unavailable && error.path == "provides" {
                try await hello(client, providing: [])
            }
        } catch {
            client.close()
            throw error
        }
        state.withLock { $0.provided = calls }
    }

    private func hello(_ client: Client, providing calls: [String]) async throws(AlmagestError) {
        let hasProvided = state.withLock { !$0.provided.isEmpty }
        _ = try await client.call("hello") { write in
            write.key("protocol")
            write.integer(1)
            write.key("bundle")
            write.string(bundle)
            guard hasProvided || !calls.isEmpty else { return }
            write.key("provides")
            write.beginArray()
            for call in calls { write.string(call) }
            write.endArray()
        }
    }

    /// Tells the daemon what this process answers by now, connecting if need be.
    package func announceProvider() async throws(AlmagestError) {
        let client = try await connection()
        let isKnown = state.withLock { $0.provided == provider.calls }
        if !isKnown { try await hello(client) }
    }

    /// Whether somebody listens, or could be started.
    package var canConnect: Bool {
        connecting != nil || FileManager.default.fileExists(atPath: options.socket.path)
            || (try? options.daemonProgram()) != nil
    }

    /// Speaks over a connection that is there already: that on which a started provider is asked.
    package func adopt(reading: Int32, writing: Int32) -> Peer {
        state.withLock { state in
            // Made behind the lock: a call that comes at once, and writes, is not to look for another connection.
            let peer = Peer(reading: reading, writing: writing, handler: provider)
            state.client = Client(peer: peer)
            state.provided = provider.calls
            // Its end is that of the provider.
            state.isClosed = true
            return peer
        }
    }

    /// Ends the connection; the next call makes a new one.
    package func close() {
        let client = state.withLock { state in
            defer { state.client = nil }
            state.isClosed = true
            return state.client
        }
        client?.close()
    }

    deinit { state.withLock { $0.client }?.close() }
}
