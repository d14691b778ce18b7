import AlmagestEntities
import Catalog
import Foundation
import Providers
import Threads

/// Asks apps for their content of the daemon's own accord: all of it after the catalog was lost, and a type's after its
/// schema changed in the manifest or an entity of it was found to be damaged. What is to be asked waits, on disk, for apps
/// that are away.
public actor StandingAsks {
    private struct Pause {
        var until: ContinuousClock.Instant
        var length: Duration
    }

    // The ledger is flushed, which may take a while.
    private let executor = ThreadExecutor(name: "asks")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let path: String
    private let catalog: Catalog
    private let reindexing: Reindexing
    private let providers: Providers
    private let log: @Sendable (String) -> Void
    private var ledger: AskLedger
    private var kept: AskLedger?
    private var hasComplained = false
    private var asking: [ExactName: Task<Void, Never>] = [:]
    private var pauses: [ExactName: Pause] = [:]
    private var alarm: Task<Void, Never>?
    private var isStopped = false

    /// So many apps at a time, which leaves processes for what people ask.
    private static let atOnce = 2
    /// After a failure an app is asked again this much later, and twice as much after each further one.
    private static let firstPause = Duration.seconds(10)
    private static let longestPause = Duration.seconds(3_600)

    /// - Parameters:
    ///   - directory: of the data; `asks.json` is in it.
    public init(
        directory: URL, catalog: Catalog, reindexing: Reindexing, providers: Providers,
        log: @escaping @Sendable (String) -> Void
    ) {
        path = directory.appending(path: "asks.json").path
        ledger = AskLedger(path: path, store: catalog.identity)
        self.catalog = catalog
        self.reindexing = reindexing
        self.providers = providers
        self.log = log
    }

    deinit { executor.stop() }

    /// Asks who can be asked now, and from here on whoever comes. Waits for no app.
    public func start() {
        keep()
        providers.observe { [weak self] bundle in
            Task { await self?.came(bundle) }
        }
        catalog.damage.observe { [weak self] row in
            Task { await self?.lost(row) }
        }
        Task { await check() }
    }

    /// Ends what is under way; it is asked again after the next start.
    public func stop() {
        isStopped = true
        alarm?.cancel()
        for task in asking.values { task.cancel() }
    }

    /// What was stored in a row cannot be read any more.
    private func lost(_ row: RowID) async {
        guard !isStopped, let (bundle, type) = catalog.rows.kind(row), ledger.lost(type, of: bundle) else { return }
        log("An entity of \(bundle)/\(type) is damaged in the store: the app is to tell the type anew")
        await check()
    }

    /// Somebody may be there who was not; the app that has just come need not wait.
    private func came(_ bundle: String?) async {
        if let bundle { pauses[ExactName(bundle)] = nil }
        await check()
    }

    /// Looks at the manifests, and asks whom there is to ask.
    public func check() async {
        for manifest in await providers.manifests() {
            let declared = manifest.types.map { (ExactName($0.type), manifest.kind(of: $0)) }
            ledger.note(Dictionary(declared) { first, _ in first }, of: manifest.bundle)
        }
        keep()
        guard !isStopped, ledger.asksEveryone || !ledger.types.isEmpty else { return }
        let bundles = await reindexing.bundles()
        for bundle in bundles where !isStopped && asking.count < Self.atOnce {
            let name = ExactName(bundle)
            guard asking[name] == nil, let wanted = ledger.wanted(of: bundle) else { continue }
            if let pause = pauses[name], pause.until > .now { continue }
            asking[name] = Task { await ask(bundle, wanted) }
        }
    }

    private func ask(_ bundle: String, _ wanted: Set<ExactName>) async {
        let name = ExactName(bundle)
        let scope = ReindexScope(
            bundle: bundle, index: nil, types: wanted.isEmpty ? nil : wanted.map(\.text).sorted(), identifiers: nil)
        do {
            _ = try await reindexing.run(scope) { _ in }
            ledger.met(wanted, by: bundle)
            pauses[name] = nil
            // What was found to be damaged when it had been told is to be told again.
            for row in catalog.damage.all {
                guard let kind = catalog.rows.kind(row), kind.bundle.hasSameBytes(as: bundle) else { continue }
                if ledger.lost(kind.type, of: bundle) {
                    pauses[name] = Pause(until: .now + Self.firstPause, length: Self.firstPause)
                }
            }
            keep()
        } catch {
            let length = pauses[name].map { min($0.length * 2, Self.longestPause) } ?? Self.firstPause
            pauses[name] = Pause(until: .now + length, length: length)
            if !isStopped { log("\(bundle) is to tell its content anew, and could not: \(error)") }
        }
        asking[name] = nil
        guard !isStopped else { return }
        wake()
        // Others may have waited for their turn.
        await check()
    }

    /// Looks again when the first pause is over.
    private func wake() {
        alarm?.cancel()
        let now = ContinuousClock.now
        guard let next = pauses.values.map(\.until).filter({ $0 > now }).min() else { return }
        alarm = Task {
            try? await Task.sleep(until: next, clock: .continuous)
            if !Task.isCancelled { await rested() }
        }
    }

    /// A pause is over; there may be a further one.
    private func rested() async {
        wake()
        await check()
    }

    /// Writes what has changed. A fault is told of once, until it is over.
    private func keep() {
        guard !isStopped, ledger != kept else { return }
        do {
            try ledger.write(to: path)
            kept = ledger
            hasComplained = false
        } catch {
            if !hasComplained { log("\(path) cannot be written: \(error)") }
            hasComplained = true
        }
    }
}
