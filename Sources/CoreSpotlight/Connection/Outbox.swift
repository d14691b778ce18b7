internal import AlmagestEntities
internal import AlmagestWire
import Synchronization

/// What the app has written, in the order it wrote it, until the daemon has said that it is stored.
///
/// Several writes are under way at once. When the connection breaks, what has no reply is sent again, once, over a new
/// one and in the same order, so that nothing is lost. Nothing is doubled either: a donation that is stored already
/// is found unchanged. A write that has its reply is kept, and sent again too, as long as an earlier one has none, or
/// an old state of an entity could end up on top of a newer one.
final class Outbox: Sendable {
    /// One thing to do for the app, as a whole.
    enum Job: Sendable {
        case call(String, [UInt8])
        /// Several calls that belong together; nothing else is sent meanwhile.
        case transaction(@Sendable (Client, _ again: Bool) async throws(AlmagestError) -> JSONValue)
    }

    private final class Write: Sendable {
        let job: Job
        let reply = PendingReply()
        init(_ job: Job) { self.job = job }
    }

    private enum Phase { case waiting, sent, done }

    private struct Entry {
        let write: Write
        var phase = Phase.waiting
        var attempts = 0
    }

    private struct State {
        /// In order; what is done leaves once everything before it has.
        var entries: [Entry] = []
        var isPumping = false
        /// The connection that what is under way went over.
        var client: Client?
        var drained: CheckedContinuation<Void, Never>?

        var underWay: Int { entries.count { $0.phase == .sent } }
    }

    /// Writes that may be without a reply.
    private static let mostUnderWay = 4

    private let state = Mutex(State())
    private let connect: @Sendable () async throws(AlmagestError) -> Client
    /// Told of a connection that broke, before another is asked for.
    private let lost: @Sendable (Client) -> Void

    init(
        connect: @escaping @Sendable () async throws(AlmagestError) -> Client,
        lost: @escaping @Sendable (Client) -> Void
    ) {
        self.connect = connect
        self.lost = lost
    }

    /// Takes a write; those that were taken first are sent first.
    func submit(_ job: Job) -> PendingReply {
        let write = Write(job)
        let starts = state.withLock { state in
            state.entries.append(Entry(write: write))
            defer { state.isPumping = true }
            return !state.isPumping
        }
        if starts { Task { await pump() } }
        return write.reply
    }

    /// Returns when everything taken so far has its reply.
    func drain() async {
        let last = state.withLock { $0.entries.last { $0.phase != .done }?.write.reply }
        _ = try? await last?.value
    }

    // MARK: Sending

    /// Sends what waits, one after another, until there is nothing more.
    private func pump() async {
        while true {
            guard let next = nextWaiting() else { return }
            let client: Client
            do throws(AlmagestError) {
                client = try await connect()
            } catch {
                failWaiting(error)
                continue
            }
            if await changes(to: client) { continue }
            switch next.job {
            case .call(let method, let params):
                guard begin(next) != nil else { continue }
                // Begun here and now: the order of the calls is the order of the writes.
                Task.immediate {
                    let result = await Self.result(of: client, method, params)
                    self.ended(next, result, over: client)
                }
                await waitForRoom(below: Self.mostUnderWay)
            case .transaction(let body):
                await waitForRoom(below: 1)
                guard let again = begin(next) else { continue }
                do throws(AlmagestError) {
                    ended(next, .success(try await body(client, again)), over: client)
                } catch {
                    ended(next, .failure(error), over: client)
                }
            }
        }
    }

    private static func result(
        of client: Client, _ method: String, _ params: [UInt8]
    ) async -> Result<JSONValue, AlmagestError> {
        do throws(AlmagestError) {
            return .success(try await client.peer.call(method, params: params).result)
        } catch {
            return .failure(error)
        }
    }

    private func nextWaiting() -> Write? {
        state.withLock { state in
            if let entry = state.entries.first(where: { $0.phase == .waiting }) { return entry.write }
            state.isPumping = false
            return nil
        }
    }

    /// Whether the connection is another than before: then what went over the old one has to come back first, for it
    /// goes ahead of what waits.
    private func changes(to client: Client) async -> Bool {
        let isOther = state.withLock { state in
            defer { state.client = client }
            return state.client.map { $0 !== client } ?? false
        }
        guard isOther else { return false }
        await waitForRoom(below: 1)
        return true
    }

    /// Marks a write as sent; says whether it was sent before. Nil if it has ended meanwhile.
    private func begin(_ write: Write) -> Bool? {
        state.withLock { state in
            guard let place = state.entries.firstIndex(where: { $0.write === write && $0.phase == .waiting }) else {
                return nil
            }
            state.entries[place].phase = .sent
            state.entries[place].attempts += 1
            return state.entries[place].attempts > 1
        }
    }

    private func waitForRoom(below limit: Int) async {
        while true {
            let hasRoom = state.withLock { $0.underWay < limit }
            if hasRoom { return }
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    if state.underWay < limit { return true }
                    state.drained = continuation
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        }
    }

    // MARK: Ending

    private func ended(_ write: Write, _ result: Result<JSONValue, AlmagestError>, over client: Client) {
        if case .failure(let error) = result, error.name == .connectionClosed { lost(client) }
        var starts = false
        let (waiter, isDone) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
            guard let place = state.entries.firstIndex(where: { $0.write === write }) else { return (nil, false) }
            var isDone = true
            if case .failure(let error) = result, error.name == .connectionClosed, state.entries[place].attempts < 2 {
                isDone = false
                state.entries[place].phase = .waiting
                // Later ones with a reply may have been stored before this one: they are sent again after it.
                for later in state.entries.indices.dropFirst(place + 1) where state.entries[later].phase == .done {
                    state.entries[later].phase = .waiting
                }
                starts = !state.isPumping
                state.isPumping = true
            } else {
                state.entries[place].phase = .done
                while state.entries.first?.phase == .done { state.entries.removeFirst() }
            }
            defer { state.drained = nil }
            return (state.drained, isDone)
        }
        if isDone { write.reply.finish(result) }
        waiter?.resume()
        if starts { Task { await pump() } }
    }

    /// There is no daemon to be had: everything that waits is told so.
    private func failWaiting(_ error: AlmagestError) {
        let (failed, waiter) = state.withLock { state in
            let failed = state.entries.filter { $0.phase == .waiting }.map(\.write)
            state.entries.removeAll { $0.phase != .sent }
            defer { state.drained = nil }
            return (failed, state.drained)
        }
        for write in failed { write.reply.finish(.failure(error)) }
        waiter?.resume()
    }
}
