import AlmagestEntities
import Catalog
import Providers
import Synchronization

/// Has apps tell their content anew, one session a bundle at a time, bundles side by side.
///
/// A session that ends well removes what was not reported, in one step; one that fails, is cancelled or loses its
/// provider removes nothing.
public actor Reindexing {
    private struct Client {
        let progress: @Sendable (ReindexProgress) -> Void
        let continuation: CheckedContinuation<Result<ReindexOutcome, AlmagestError>, Never>
    }

    private struct Run {
        let scope: ReindexScope
        var clients: [Int: Client] = [:]
        var task: Task<Void, Never>?
    }

    private let catalog: Catalog
    private let indexer: Indexer
    private let providers: Providers
    private var runs: [ExactName: Run] = [:]
    private var nextClient = 0
    private nonisolated let open = Mutex<[String: ReindexSession]>([:])

    /// How often clients are told.
    private static let pace = Duration.milliseconds(200)

    public init(catalog: Catalog, indexer: Indexer, providers: Providers) {
        self.catalog = catalog
        self.indexer = indexer
        self.providers = providers
    }

    /// The session that an `index` call names; nil when it is not open, or another app's.
    public nonisolated func session(_ name: String, of bundle: String?) -> ReindexSession? {
        guard let session = open.withLock({ $0[name] }) else { return nil }
        return Reach(bundle: bundle).allows(session.scope.bundle) ? session : nil
    }

    private static func name(_ session: ReindexSession) -> String { "r\(session.id)" }

    /// Bundles that can be asked, sorted.
    public nonisolated func bundles() async -> [String] { await providers.bundles(answering: .reindex) }

    /// Asks an app for its content and waits for the end. Whoever asks for the same meanwhile waits for the same end.
    ///
    /// - Throws: `busy` while another session of the bundle is under way; `timedOut` when nothing was reported for
    ///   `providers.reindexIdleSeconds`; what became of the provider; `cancelled`.
    public func run(
        _ scope: ReindexScope, progress: @escaping @Sendable (ReindexProgress) -> Void
    ) async throws(AlmagestError) -> ReindexOutcome {
        if let run = runs[ExactName(scope.bundle)], run.scope != scope {
            throw AlmagestError(
                .busy, "“\(scope.bundle)” is being re-indexed already, with another scope.",
                hint: "Wait for its end, or cancel it.")
        }
        let id = nextClient
        nextClient += 1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFirst = runs[ExactName(scope.bundle)] == nil
                runs[ExactName(scope.bundle), default: Run(scope: scope)].clients[id] = Client(
                    progress: progress, continuation: continuation)
                if isFirst { runs[ExactName(scope.bundle)]?.task = Task { await self.start(scope) } }
                if Task.isCancelled { leave(scope.bundle, id) }
            }
        } onCancel: {
            Task { await self.leave(scope.bundle, id) }
        }
        return try result.get()
    }

    /// A client does not want it any more; when no other does, it ends.
    private func leave(_ bundle: String, _ id: Int) {
        guard let client = runs[ExactName(bundle)]?.clients.removeValue(forKey: id) else { return }
        client.continuation.resume(
            returning: .failure(AlmagestError(.cancelled, "The re-index of “\(bundle)” was cancelled.")))
        if runs[ExactName(bundle)]?.clients.isEmpty ?? false { runs[ExactName(bundle)]?.task?.cancel() }
    }

    // MARK: One session

    private func start(_ scope: ReindexScope) async {
        let result: Result<ReindexOutcome, AlmagestError>
        do {
            result = .success(try await perform(scope))
        } catch {
            result = .failure(error as? AlmagestError ?? AlmagestError(.internalError, "\(error)"))
        }
        let run = runs.removeValue(forKey: ExactName(scope.bundle))
        for (_, client) in run?.clients.sorted(by: { $0.key < $1.key }) ?? [] {
            client.continuation.resume(returning: result)
        }
    }

    private func perform(_ scope: ReindexScope) async throws -> ReindexOutcome {
        let session = try await catalog.beginSession(scope)
        let name = Self.name(session)
        open.withLock { $0[name] = session }
        let watch = Task { await self.watch(session, total: total(scope)) }
        defer {
            watch.cancel()
            _ = open.withLock { $0.removeValue(forKey: name) }
        }
        do {
            _ = try await providers.callWithoutDeadline(.reindex, of: scope.bundle, parameters(scope, session: name))
            try Task.checkCancellation()
            // Nothing is taken for this session from here on.
            _ = open.withLock { $0.removeValue(forKey: name) }
            tell(session, total: total(scope), since: nil)
            return try await indexer.end(session)
        } catch {
            await catalog.abortSession(session)
            throw error
        }
    }

    private func parameters(_ scope: ReindexScope, session: String) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        if let index = scope.index {
            json.key("index")
            json.string(index)
        }
        for (key, list) in [("types", scope.types), ("identifiers", scope.identifiers)] {
            guard let list else { continue }
            json.key(key)
            json.beginArray()
            for text in list { json.string(text) }
            json.endArray()
        }
        json.key("session")
        json.string(session)
        json.endObject()
        return json.bytes
    }

    /// Entities that are known in the scope: what is to be expected.
    private nonisolated func total(_ scope: ReindexScope) -> Int {
        if let identifiers = scope.identifiers { return identifiers.count }
        return catalog.counts().filter { count in
            count.bundle.hasSameBytes(as: scope.bundle) && scope.index?.hasSameBytes(as: count.index) ?? true
                && scope.types?.containsExactly(count.type) ?? true
        }.reduce(0) { $0 + $1.entities }
    }

    /// Tells how far it is, and ends what does not go on.
    private func watch(_ session: ReindexSession, total: Int) async {
        let started = ContinuousClock.now
        var last = -1
        var lastReport = started
        let patience = Duration.seconds(providers.settings.reindexIdleSeconds)
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.pace)
            guard !Task.isCancelled else { return }
            let progress = session.progress
            let reports = progress.reported + progress.failed
            if reports != last {
                last = reports
                lastReport = .now
                tell(session, total: total, since: started)
            } else if ContinuousClock.now - lastReport > patience {
                await providers.abandon(
                    .reindex, of: session.scope.bundle,
                    AlmagestError(
                        .timedOut,
                        "The provider of “\(session.scope.bundle)” reported nothing for \(patience.components.seconds) s."
                    ),
                    reason: "timeout")
                return
            }
        }
    }

    private func tell(_ session: ReindexSession, total: Int, since started: ContinuousClock.Instant?) {
        let done = session.progress.reported
        var report = ReindexProgress(bundle: session.scope.bundle, done: done, total: max(total, done))
        if let started {
            let seconds = Double((ContinuousClock.now - started).milliseconds) / 1_000
            report.rate = seconds > 0 ? Double(done) / seconds : 0
            if report.rate > 0 { report.secondsLeft = Double(report.total - done) / report.rate }
        }
        for client in runs[ExactName(session.scope.bundle)]?.clients.values.map({ $0 }) ?? [] {
            client.progress(report)
        }
    }
}

/// How far a re-index is.
public struct ReindexProgress: Sendable {
    public var bundle: String
    public var done: Int
    /// What the index knew before, or more once more was reported.
    public var total: Int
    /// Entities a second; 0 while that is not known.
    public var rate = 0.0
    public var secondsLeft: Double?
}
