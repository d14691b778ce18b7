import AlmagestEntities
import AlmagestSchemas
import AlmagestWire
import Foundation
import Settings
import Synchronization

/// Apps as processes: finds who answers for a bundle, asks, and keeps what goes wrong there from everybody else.
///
///     let result = try await providers.call(.open, of: "org.example.CometCal", parameters)
public final class Providers: Sendable {
    private struct State {
        var hosts: [ExactName: ProviderHost] = [:]
        var manifests: [ExactName: ProviderManifest] = [:]
        var faults: [(file: String, error: AlmagestError)] = []
        var signature: Int?
        /// Files that the manifests name.
        var named: [String] = []
        var lookedAt: ContinuousClock.Instant?
        /// The folders are being read.
        var reading: Task<Void, Never>?
        var isStopped = false
        var observer: (@Sendable (String?) -> Void)?
    }

    public let settings: ProviderSettings
    /// The schemas that their manifests bring.
    private let schemas: AppSchemas
    private let folders: ManifestFolders
    private let slots: ProcessSlots
    private let makeHandler: @Sendable (String) -> any PeerHandler
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Folders are looked at again after this long.
    private static let freshness = Duration.seconds(1)

    /// - Parameters:
    ///   - makeHandler: makes what answers the calls of a started provider, which may touch only that bundle.
    ///   - log: takes what providers say on standard error, and how they ended.
    public init(
        folders: ManifestFolders, settings: ProviderSettings, schemas: AppSchemas,
        makeHandler: @escaping @Sendable (_ bundle: String) -> any PeerHandler,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.folders = folders
        self.settings = settings
        self.schemas = schemas
        self.makeHandler = makeHandler
        self.log = log
        slots = ProcessSlots(limit: settings.processes)
    }

    /// Tells `observer` when somebody else may be asked than before: the bundle of an app that has connected, or nil
    /// when manifests have changed. In place of the observer before.
    public func observe(_ observer: @escaping @Sendable (_ bundle: String?) -> Void) {
        state.withLock { $0.observer = observer }
    }

    // MARK: Who there is

    /// Sees to it that what the folders have now is known, at most once a second.
    public func look() async { await refresh() }

    /// The manifests by bundle, as the folders have them now.
    public func manifests() async -> [ProviderManifest] {
        await refresh()
        return state.withLock { $0.manifests.values.sorted { $0.bundle < $1.bundle } }
    }

    /// Bundles that can be asked that, sorted.
    public func bundles(answering call: ProviderCall) async -> [String] {
        await refresh()
        var found: [String] = []
        for host in state.withLock({ Array($0.hosts.values) }) where await host.answers(call) {
            found.append(host.bundle)
        }
        return found.sorted()
    }

    public func answers(_ call: ProviderCall, of bundle: String) async -> Bool {
        await refresh()
        return await state.withLock { $0.hosts[ExactName(bundle)] }?.answers(call) ?? false
    }

    /// The manifest of a bundle; nil when it has none.
    public func manifest(of bundle: String) async -> ProviderManifest? {
        await refresh()
        return state.withLock { $0.manifests[ExactName(bundle)] }
    }

    /// The entity that a link leads to, by the templates of the manifests.
    public func entity(for link: Link) async -> EntityID? {
        for manifest in await manifests() {
            if let id = manifest.entity(for: link) { return id }
        }
        return nil
    }

    /// How each provider is, and which manifests are wrong.
    public func states() async -> (providers: [ProviderState], faults: [(file: String, error: AlmagestError)]) {
        await refresh()
        let (hosts, faults) = state.withLock { (Array($0.hosts.values), $0.faults) }
        var states: [ProviderState] = []
        // One whose manifest is gone, or wrong now, and that nothing is left of, is no provider any more.
        for host in hosts where await host.isThere { states.append(await host.state) }
        return (states.sorted { $0.bundle < $1.bundle }, faults)
    }

    // MARK: Running apps

    /// A running app answers these calls over its connection, until that ends.
    public func attach(_ peer: Peer, bundle: String, calls: Set<ProviderCall>) async {
        await host(bundle).attach(peer, calls)
        // It may have gone before it was written down.
        if peer.isClosed { await detach(peer, bundle: bundle) }
        if !calls.isEmpty { state.withLock { $0.observer }?(bundle) }
    }

    public func detach(_ peer: Peer, bundle: String) async {
        await state.withLock { $0.hosts[ExactName(bundle)] }?.detach(peer)
    }

    // MARK: Calling

    /// Asks the app of a bundle and waits for its result.
    ///
    /// - Parameters:
    ///   - parameters: a JSON object.
    ///   - timeout: nil is the time of the settings.
    /// - Throws: `timedOut`; `unavailable` when nobody can be asked or the provider ended; `tooLarge`, `busy`, `cancelled`;
    ///   whatever the provider answered.
    public func call(
        _ call: ProviderCall, of bundle: String, _ parameters: [UInt8], timeout: Duration? = nil
    ) async throws(AlmagestError) -> JSONValue {
        await refresh()
        guard let host = state.withLock({ $0.hosts[ExactName(bundle)] }) else { throw Self.nobody(call, bundle) }
        return try await host.call(
            call, parameters, timeout: timeout ?? .milliseconds(settings.callMilliseconds))
    }

    /// The same without a limit of time, for what tells of its progress otherwise.
    public func callWithoutDeadline(
        _ call: ProviderCall, of bundle: String, _ parameters: [UInt8]
    ) async throws(AlmagestError) -> JSONValue {
        await refresh()
        guard let host = state.withLock({ $0.hosts[ExactName(bundle)] }) else { throw Self.nobody(call, bundle) }
        return try await host.call(call, parameters, timeout: nil)
    }

    /// Ends the calls of that kind that are under way, and tells the provider why: `user`, `timeout` or `shutdown`.
    public func abandon(_ call: ProviderCall, of bundle: String, _ error: AlmagestError, reason: String) async {
        await state.withLock { $0.hosts[ExactName(bundle)] }?.abandon(call, error, reason: reason)
    }

    private static func nobody(_ call: ProviderCall, _ bundle: String) -> AlmagestError {
        AlmagestError(
            .unavailable, "Nobody answers \(call.method) for “\(bundle)” now.",
            hint: "Start the app, or install its manifest.")
    }

    /// Ends every process; returns when they are gone.
    public func stop() async {
        let hosts = state.withLock { state in
            state.isStopped = true
            return Array(state.hosts.values)
        }
        await withTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { await host.stop() } }
        }
    }

    // MARK: Parts

    private func host(_ bundle: String) -> ProviderHost {
        state.withLock { state in
            if let host = state.hosts[ExactName(bundle)] { return host }
            let host = ProviderHost(
                bundle: bundle,
                environment: ProviderHost.Environment(
                    settings: settings, slots: slots, makeHandler: makeHandler, log: log,
                    makeRoom: { [weak self] in await self?.stopIdlest() ?? false }))
            state.hosts[ExactName(bundle)] = host
            return host
        }
    }

    /// Stops the provider that nobody has used for longest.
    private func stopIdlest() async -> Bool {
        var idlest: (host: ProviderHost, since: ContinuousClock.Instant)?
        for host in state.withLock({ Array($0.hosts.values) }) where await host.isIdle {
            let since = await host.lastUse
            if let current = idlest, current.since <= since { continue }
            idlest = (host, since)
        }
        return await idlest?.host.stopIfIdle() ?? false
    }

    /// Reads the folders again when something in them may have changed; whoever comes meanwhile waits for that too, since
    /// nobody may be known before the first time.
    private func refresh() async {
        let reading = state.withLock { state -> Task<Void, Never>? in
            if state.isStopped { return nil }
            if let reading = state.reading { return reading }
            let now = ContinuousClock.now
            if let last = state.lookedAt, now - last < Self.freshness { return nil }
            state.lookedAt = now
            let reading = Task {
                await self.readFolders()
                self.state.withLock { $0.reading = nil }
            }
            state.reading = reading
            return reading
        }
        await reading?.value
    }

    private func readFolders() async {
        let (before, named) = state.withLock { ($0.signature, $0.named) }
        // From before they are read: files that change meanwhile are read again the next time.
        let fresh = folders.signature(with: named)
        guard before != fresh else { return }
        let contents = folders.read()
        let signature = contents.named == named ? fresh : folders.signature(with: contents.named)
        schemas.replace(
            with: contents.manifests.map {
                AppSchemas.App(bundle: $0.bundle, domain: $0.schemas?.domain, types: $0.declaredSchemas)
            })
        let gone = state.withLock { state in
            state.signature = signature
            state.named = contents.named
            let old = Set(state.manifests.keys)
            state.manifests = Dictionary(contents.manifests.map { (ExactName($0.bundle), $0) }) { first, _ in first }
            state.faults = contents.faults
            return old.subtracting(state.manifests.keys)
        }
        for fault in contents.faults { log("\(fault.file): \(fault.error.description)") }
        for manifest in contents.manifests { await host(manifest.bundle).use(manifest) }
        for bundle in gone { await host(bundle.text).use(nil) }
        state.withLock { $0.observer }?(nil)
    }
}
