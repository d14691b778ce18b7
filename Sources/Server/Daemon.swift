import AlmagestEntities
import AlmagestWire
import Dispatch
import Foundation
import Indexer
import Providers
import Search
import Settings

/// The daemon: opens the store, listens, and ends cleanly when it is told to.
public struct Daemon: Sendable {
    /// Where things are and how it was started.
    public struct Options: Sendable {
        public var socket: SocketLocation
        public var data: DataLocation
        /// Started by a command and not by a person or systemd: it ends by itself when nobody wants it.
        public var isOnDemand = false
        /// The configuration file; `providers.d` is beside it.
        public var configuration: URL?

        public init(socket: SocketLocation, data: DataLocation) {
            self.socket = socket
            self.data = data
        }
    }

    private let options: Options
    private let settings: Settings
    private let log: Log

    public init(options: Options, settings: Settings) {
        self.options = options
        self.settings = settings
        log = Log(level: settings.daemon.logLevel)
    }

    /// Runs until SIGTERM, SIGINT or, started on demand, until it has been idle for long enough.
    public func run() async throws {
        let startedAt = Date()
        let activity = Activity()
        let told = signals()
        let store = try await Store(at: options.data, settings: settings)
        let counter = ConnectionCounter()
        let hub = SubscriptionHub(
            catalog: store.catalog, indexer: store.indexer,
            limits: SubscriptionLimits(
                perConnection: settings.limits.subscriptions,
                patience: .seconds(settings.limits.subscriberSeconds)))
        let expiry = ExpiryAlarm(catalog: store.catalog, indexer: store.indexer, log: log)
        let link = DispatcherLink()
        let providers = Providers(
            folders: .resolve(configuration: options.configuration ?? ConfigurationLocation.resolve(flag: nil).url),
            settings: settings.providers, schemas: store.schemas,
            makeHandler: { link.handler(for: $0) }, log: { [log] in log.warning($0) })
        let reindexing = Reindexing(catalog: store.catalog, indexer: store.indexer, providers: providers)
        let asks = StandingAsks(
            directory: options.data.url, catalog: store.catalog, reindexing: reindexing,
            providers: providers, log: { [log] in log.warning($0) })
        let failures = DonationFailures()
        let dispatcher = Dispatcher(
            indexing: IndexCalls(
                indexer: store.indexer, catalog: store.catalog, reindexing: reindexing, providers: providers,
                limits: settings.limits, hub: hub, failures: failures),
            searching: SearchCalls(
                engine: store.engine, providers: providers, limits: settings.limits,
                budgetMilliseconds: settings.search.budgetMilliseconds),
            reading: ReadCalls(
                catalog: store.catalog, providers: providers, limits: settings.limits),
            valuing: ValueCalls(
                search: ValueSearch(engine: store.engine, providers: providers), limits: settings.limits),
            reindexing: ReindexCalls(reindexing: reindexing, catalog: store.catalog),
            telling: StatusCalls(
                catalog: store.catalog, indexer: store.indexer, semantic: store.semantic, providers: providers,
                settings: settings, failures: failures, startedAt: startedAt, connections: { counter.count },
                subscriptions: { hub.count }),
            schemas: SchemaCalls(catalog: .shared, apps: store.schemas, providers: providers),
            context: ContextCalls(catalog: store.catalog, limits: settings.limits),
            subscriptions: SubscriptionCalls(hub: hub, engine: store.engine, limits: settings.limits))
        link.make = { [log] bundle in
            ConnectionHandler(
                dispatcher: dispatcher, catalog: store.catalog, activity: activity, providers: providers, log: log,
                session: Session(bundle: bundle))
        }
        var limits = WireLimits()
        limits.messageBytes = settings.limits.messageBytes
        limits.bytesInFlight = settings.limits.bytesInFlight
        limits.readAheadBytes = settings.limits.readAheadBytes
        limits.nesting = settings.limits.nesting
        limits.requestsInFlight = settings.limits.requestsInFlight
        limits.outgoingBytes = settings.limits.outgoingBytes
        limits.readerSeconds = settings.limits.subscriberSeconds
        limits.allArrivingBytes = settings.limits.allArrivingBytes
        limits.allOutgoingBytes = settings.limits.allOutgoingBytes
        limits.allWorkingBytes = settings.limits.allWorkingBytes
        limits.allWaitingBytes = settings.limits.allWaitingBytes
        limits.allReplyBytes = settings.limits.allReplyBytes
        let server: SocketServer
        do {
            server = try SocketServer(
                at: options.socket, connectionLimit: settings.limits.connections, limits: limits
            ) { [log] _ in
                ConnectionHandler(
                    dispatcher: dispatcher, catalog: store.catalog, activity: activity, providers: providers, log: log)
            }
        } catch {
            await store.close()
            throw error
        }
        counter.server = server
        log.info("almagestd \(Version.text) listens at \(server.path), data in \(options.data.path)")
        for state in store.indexer.states where state.failure != nil {
            log.warning("\(state.name): \(state.failure?.description ?? "")")
        }
        let semantic = store.semantic.current
        if !semantic.isAvailable, !semantic.isSwitchedOff {
            log.warning("No model is there: search goes by words alone")
        }
        ServiceNotifier.ready(status: "Serving at \(server.path)")
        expiry.start()
        await asks.start()
        let housekeeping = Task {
            // Before anybody asks: the first search by meaning would wait for the model otherwise.
            await store.semantic.current.warm()
            await keepHouse(store, asks)
        }
        let reason = await waitForEnd(told, server, activity)
        log.info("Stopping: \(reason)")
        ServiceNotifier.stopping()
        housekeeping.cancel()
        expiry.stop()
        await asks.stop()
        async let stopped: Void = providers.stop()
        await server.stop(drain: .seconds(settings.daemon.drainSeconds))
        await stopped
        await store.close()
        log.info("Stopped")
    }

    /// Lets go of what is old.
    private func keepHouse(_ store: Store, _ asks: StandingAsks) async {
        while !Task.isCancelled {
            await store.indexer.lookAtFiles()
            await asks.check()
            do {
                try await store.catalog.expireContext(now: Date().timeIntervalSince1970)
                try await store.catalog.idle()
            } catch {
                log.warning("Housekeeping: \(error)")
            }
            try? await Task.sleep(for: .seconds(60))
        }
    }

    /// Returns why it is to end.
    private func waitForEnd(_ told: AsyncStream<String>, _ server: SocketServer, _ activity: Activity) async -> String {
        await withTaskGroup(of: String?.self) { group in
            group.addTask {
                for await reason in told { return reason }
                return nil
            }
            if options.isOnDemand {
                let patience = Duration.seconds(settings.daemon.idleExitMinutes * 60)
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(5))
                        if server.connections == 0, activity.idle >= patience { return "nobody wanted anything" }
                    }
                    return nil
                }
            }
            defer { group.cancelAll() }
            return await group.next().flatMap { $0 } ?? "its signals ended"
        }
    }

    /// SIGTERM and SIGINT from here on, in words. One that comes before the daemon serves is waited for until it does.
    private func signals() -> AsyncStream<String> {
        AsyncStream { continuation in
            let sources = [SIGTERM, SIGINT].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler {
                    continuation.yield(number == SIGTERM ? "told by SIGTERM" : "told by SIGINT")
                }
                source.resume()
                return SignalSource(source)
            }
            continuation.onTermination = { _ in sources.forEach { $0.source.cancel() } }
        }
    }

    /// Dispatch's sources may be used from any thread, but are not declared so.
    private struct SignalSource: @unchecked Sendable {
        let source: any DispatchSourceSignal
        init(_ source: any DispatchSourceSignal) { self.source = source }
    }
}
