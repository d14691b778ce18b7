import Synchronization

/// A loaded model and the threads that use it; the model goes from memory when they have been idle.
final class EmbeddingLane: Sendable {
    let source: EncoderSource
    let workers: [EmbeddingWorker]
    private let idle: Duration
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var watch: Task<Void, Never>?
    }

    init(source: EncoderSource, names: [String], niceness: Int32, idle: Duration) {
        self.source = source
        self.idle = idle
        workers = names.map { EmbeddingWorker(name: $0, niceness: niceness, source: source) }
        // Loading may take longer than the model may be idle: the watch that began with the use has ended then.
        source.whenLoaded { [weak self] in try? self?.begin() }
    }

    /// To be called before each use. Refuses when closed.
    func begin() throws(SemanticError) {
        let isClosed = state.withLock { state in
            if state.watch == nil, !state.isClosed {
                state.watch = Task { [weak self, source, idle] in
                    await Self.waitUntilIdle(source, idle: idle)
                    if !Task.isCancelled { await self?.endWatch() }
                }
            }
            return state.isClosed
        }
        if isClosed { throw .closed }
    }

    /// Loads the model ahead of its first use, without waiting for it, and keeps it for now.
    func keepReady() throws(SemanticError) {
        if source.used() != nil { return }
        try begin()
        guard let worker = workers.last else { return }
        // What goes wrong here is met and reported by the first use.
        Task { _ = try? await worker.vector(of: "ready") }
    }

    /// Lets the model go from memory, at once where it isn't being used.
    func unload() async {
        source.release()
        for worker in workers { await worker.release() }
    }

    /// `begin` refuses from now on.
    func refuse() { state.withLock { $0.isClosed = true } }

    func close() async {
        let watch = state.withLock { state in
            state.isClosed = true
            defer { state.watch = nil }
            return state.watch
        }
        watch?.cancel()
        await unload()
    }

    private func endWatch() async {
        state.withLock { $0.watch = nil }
        await unload()
    }

    private static func waitUntilIdle(_ source: EncoderSource, idle: Duration) async {
        var deadline = ContinuousClock.now + idle
        while deadline > .now {
            do { try await Task.sleep(until: deadline) } catch { return }
            guard let latest = source.deadline(idle: idle) else { return }
            deadline = latest
        }
    }
}
