import AlmagestEntities
import AlmagestWire
import Settings

/// One app that answers for its content: over the connections of its running instances, else by its executable, which is
/// started when it is needed and stopped when it is not.
actor ProviderHost {
    /// What all hosts share.
    struct Environment: Sendable {
        let settings: ProviderSettings
        let slots: ProcessSlots
        /// Makes what answers the calls of a started provider of that bundle.
        let makeHandler: @Sendable (_ bundle: String) -> any PeerHandler
        let log: @Sendable (String) -> Void
        /// Ends a provider that nobody uses; false when there is none.
        let makeRoom: @Sendable () async -> Bool
    }

    private struct App {
        let peer: Peer
        let calls: Set<ProviderCall>
    }

    private struct Running {
        let process: ProviderProcess
        let connection: ProviderConnection
    }

    nonisolated let bundle: String
    private let environment: Environment
    private var manifest: ProviderManifest?
    private var apps: [App] = []
    private var running: Running?
    private var starting: Task<Running, any Error>?
    private var inUse = 0
    private(set) var lastUse = ContinuousClock.now
    private var idleTimer: Task<Void, Never>?
    private var isStopped = false
    /// Ends in a row without an answer between them.
    private var failures = 0
    private var startsAgainAt = ContinuousClock.now
    private var lastFailure: String?
    private var starts = 0
    private let allowance: LogAllowance

    init(bundle: String, environment: Environment) {
        self.bundle = bundle
        self.environment = environment
        allowance = LogAllowance(bytesPerMinute: environment.settings.logBytesPerMinute)
    }

    // MARK: What there is

    func use(_ manifest: ProviderManifest?) {
        guard manifest != self.manifest else { return }
        self.manifest = manifest
        failures = 0
        startsAgainAt = .now
    }

    func attach(_ peer: Peer, _ calls: Set<ProviderCall>) {
        apps.removeAll { $0.peer == peer }
        if !calls.isEmpty { apps.append(App(peer: peer, calls: calls)) }
    }

    func detach(_ peer: Peer) { apps.removeAll { $0.peer == peer } }

    /// Whether somebody could be asked.
    func answers(_ call: ProviderCall) -> Bool { app(for: call) != nil || canStart(for: call) }

    private func app(for call: ProviderCall) -> Peer? {
        guard manifest?.targets.contains(.app) ?? true else { return nil }
        return apps.last { $0.calls.contains(call) && !$0.peer.isClosed }?.peer
    }

    private func canStart(for call: ProviderCall) -> Bool {
        guard let manifest else { return false }
        return manifest.calls.contains(call) && manifest.targets.contains(.extension) && !manifest.command.isEmpty
    }

    /// Whether a manifest or an app says that it is there, or its process still is.
    var isThere: Bool { manifest != nil || !apps.isEmpty || running != nil }

    var state: ProviderState {
        let calls = (manifest?.calls ?? []).union(apps.flatMap(\.calls))
        return ProviderState(
            bundle: bundle, name: manifest?.name ?? bundle, calls: calls.map(\.rawValue).sorted(),
            state: running != nil
                ? .running : !apps.isEmpty ? .attached : failures > 0 && startsAgainAt > .now ? .failing : .idle,
            process: running?.process.pid, starts: starts, failures: failures, lastFailure: lastFailure)
    }

    // MARK: Calling

    /// Asks the app. Everything that can go wrong is an error that names it.
    func call(
        _ call: ProviderCall, _ parameters: [UInt8], timeout: Duration?
    ) async throws(AlmagestError) -> JSONValue {
        guard !isStopped else { throw AlmagestError(.unavailable, "The daemon is about to stop.") }
        let deadline = timeout.map { ContinuousClock.now + $0 }
        inUse += 1
        idleTimer?.cancel()
        defer { ended() }
        if let app = app(for: call) {
            do {
                let reply = try await app.call(call.method, params: parameters, timeout: timeout)
                // What it sent before its answer is part of it.
                if call == .reindex { await app.settle() }
                return reply.result
            } catch {
                // One that is just going away is no loss where its executable can be asked.
                guard error.name == .connectionClosed, canStart(for: call) else {
                    throw explained(error, call, timeout, ending: "The app “\(bundle)” closed its connection")
                }
            }
        }
        let running = try await start(for: call, deadline)
        do {
            let left = deadline.map { max(.zero, $0 - .now) }
            let reply = try await running.process.peer.call(call.method, params: parameters, timeout: left)
            failures = 0
            if call == .reindex { await running.process.peer.settle() }
            return reply.result
        } catch {
            guard error.name == .connectionClosed else { throw explained(error, call, timeout, ending: "") }
            let reason = await end(of: running)
            throw reason.map { AlmagestError($0.name, "The provider of “\(bundle)” \($0.message)") }
                ?? AlmagestError(.unavailable, "The provider of “\(bundle)” ended before it answered \(call.method).")
        }
    }

    /// Ends calls that are under way and tells the provider why.
    func abandon(_ call: ProviderCall, _ error: AlmagestError, reason: String) {
        for peer in apps.map(\.peer) + [running?.process.peer].compactMap({ $0 }) {
            peer.abandonCalls(of: call.method, error, reason: reason)
        }
    }

    private func ended() {
        inUse -= 1
        lastUse = .now
        guard inUse == 0, running != nil else { return }
        let patience = Duration.seconds(environment.settings.idleSeconds)
        idleTimer = Task {
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { _ = await stopIfIdle() }
        }
    }

    /// Why a provider's connection ended, once its process has.
    private func end(of running: Running) async -> AlmagestError? {
        if let fault = running.connection.fault {
            await drop(running, because: "was stopped: \(fault.message)")
            return fault.name == .tooLarge
                ? AlmagestError(.tooLarge, "was stopped: \(fault.message)")
                : AlmagestError(.unavailable, "was stopped, for it sent what is no message: \(fault.message)")
        }
        // It may have closed its output and stay.
        let ended = await running.process.ends(within: .milliseconds(500))
        if !ended { running.process.kill() }
        let ending = await running.process.waitForEnd()
        await note(end: running, ended ? "\(ending)" : "closed its output")
        return AlmagestError(.unavailable, ended ? "\(ending) before it answered." : "closed its output.")
    }

    // MARK: The process

    private func start(
        for call: ProviderCall, _ deadline: ContinuousClock.Instant?
    ) async throws(AlmagestError) -> Running {
        guard canStart(for: call), let manifest else {
            throw AlmagestError(
                .unavailable, "Nobody answers \(call.method) for “\(bundle)” now.",
                hint: manifest == nil ? "Start the app, or install its manifest." : nil)
        }
        if let running, running.process.ending == nil, !running.process.peer.isClosed { return running }
        if let running { await note(end: running, running.process.ending.map { "\($0)" } ?? "closed its output") }
        if startsAgainAt > .now, failures > 0 {
            let wait = (startsAgainAt - .now).milliseconds
            throw AlmagestError(
                .unavailable,
                "The provider of “\(bundle)” failed \(failures) times in a row, the last time it "
                    + "\(lastFailure ?? "ended"); it is started again in \(wait) ms.",
                hint: "What it said on its standard error is in the daemon's log.")
        }
        let task: Task<Running, any Error>
        if let starting {
            task = starting
        } else {
            task = Task { try await launch(manifest, deadline ?? .now + .seconds(30)) }
            starting = task
        }
        do {
            return try await task.value
        } catch {
            throw error as? AlmagestError ?? AlmagestError(.internalError, "\(error)")
        }
    }

    private func launch(
        _ manifest: ProviderManifest, _ deadline: ContinuousClock.Instant
    ) async throws(AlmagestError) -> Running {
        defer { starting = nil }
        try await environment.slots.take(until: deadline, makeRoom: environment.makeRoom)
        guard !isStopped else {
            await environment.slots.giveBack()
            throw AlmagestError(.unavailable, "The daemon is about to stop.")
        }
        var limits = WireLimits()
        limits.messageBytes = environment.settings.messageBytes
        let connection = ProviderConnection(environment.makeHandler(bundle))
        let (bundle, allowance, log) = (bundle, allowance, environment.log)
        do throws(AlmagestError) {
            let process = try ProviderProcess(
                command: manifest.command, bundle: bundle, memory: environment.settings.memoryBytes, limits: limits,
                handler: connection
            ) { line in
                for line in allowance.lines(for: line) { log("\(bundle): \(line)") }
            }
            starts += 1
            let running = Running(process: process, connection: connection)
            self.running = running
            Task {
                let ending = await process.waitForEnd()
                await self.ended(running, ending)
            }
            return running
        } catch {
            await environment.slots.giveBack()
            failed("could not be started")
            throw AlmagestError(error.name, "The provider of “\(bundle)” cannot be asked: \(error.message)")
        }
    }

    /// A process has ended, whether anybody waits for it or not.
    private func ended(_ running: Running, _ ending: ProviderProcess.Ending) async {
        guard self.running?.process === running.process else { return }
        // What it had said before may still be on its way to somebody.
        if inUse == 0, ending.status == 0 {
            self.running = nil
            await environment.slots.giveBack()
        } else {
            await note(end: running, "\(ending)")
        }
    }

    private func drop(_ running: Running, because reason: String) async {
        running.process.kill()
        _ = await running.process.waitForEnd()
        await note(end: running, reason)
    }

    /// Counts a failure once a process.
    private func note(end running: Running, _ reason: String) async {
        guard self.running?.process === running.process else { return }
        self.running = nil
        failed(reason)
        environment.log("\(bundle): its provider \(reason)")
        await environment.slots.giveBack()
    }

    private func failed(_ reason: String) {
        failures += 1
        lastFailure = reason
        let pause = min(60_000, environment.settings.restartMilliseconds << min(failures - 1, 16))
        startsAgainAt = .now + .milliseconds(pause)
    }

    // MARK: Stopping

    /// Stops the process unless somebody uses it; false when there was none to stop.
    func stopIfIdle() async -> Bool {
        guard inUse == 0, let running else { return false }
        self.running = nil
        await running.process.stop(grace: .seconds(2))
        await environment.slots.giveBack()
        return true
    }

    /// Whether it has a process that nobody uses.
    var isIdle: Bool { inUse == 0 && running != nil }

    /// Tells everybody that the daemon ends, and ends the process.
    func stop() async {
        isStopped = true
        idleTimer?.cancel()
        let error = AlmagestError(.unavailable, "The daemon is about to stop.")
        for app in apps { app.peer.abandonCalls(error, reason: "shutdown") }
        guard let running else { return }
        running.process.peer.abandonCalls(error, reason: "shutdown")
        self.running = nil
        await running.process.stop(grace: .seconds(1))
        await environment.slots.giveBack()
    }
}
