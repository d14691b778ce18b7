import AlmagestEntities
import AlmagestWire
import Catalog
import Search
import Synchronization

/// One follower of the changes: reads the journal at its own pace and tells what comes into its filter and goes.
///
/// Nothing waits in memory for it: a follower that is slow only reads later, and one that does not read for long is cut
/// off with the `seq` to resume from.
final class Subscription: Sendable {
    let number: UInt64
    /// The connection's number.
    let owner: UInt64
    let wantsFaults: Bool
    private let peer: Peer
    private let filter: WatchFilter
    /// Sees what the connection may see.
    private let engine: SearchEngine
    /// The catalog's `seq` when it began.
    private let joined: Seq
    /// Where it goes on; nil begins with what comes next.
    private let after: Seq?
    private let hub: SubscriptionHub
    private let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
        number: UInt64, owner: UInt64, peer: Peer, filter: WatchFilter, engine: SearchEngine, joined: Seq, after: Seq?,
        wantsFaults: Bool, hub: SubscriptionHub
    ) {
        self.number = number
        self.owner = owner
        self.peer = peer
        self.filter = filter
        self.engine = engine
        self.joined = joined
        self.after = after
        self.wantsFaults = wantsFaults
        self.hub = hub
    }

    /// As the wire names it.
    var name: String { "s\(number)" }
    /// From where changes are told.
    var origin: Seq { after ?? joined }

    func start() {
        task.withLock { task in
            if task == nil { task = Task { await run() } }
        }
    }

    func stop() {
        signal.continuation.finish()
        task.withLock { $0?.cancel() }
    }

    func wake() { signal.continuation.yield() }

    /// Tells of faulty donations within the filter. They are told once, and not at all to one who does not read.
    func tell(_ faults: [DonationFault]) {
        let told = faults.filter { filter.allows(bundle: $0.bundle ?? "", type: $0.type ?? "") }
        guard !told.isEmpty, peer.waitingBytes < hub.limits.waitingBytes else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("subscription")
        json.string(name)
        json.key("faults")
        json.beginArray()
        for fault in told { fault.write(to: &json) }
        json.endArray()
        json.endObject()
        peer.notify("faults", params: json.bytes)
    }

    // MARK: Following

    private func run() async {
        var position = origin
        do {
            try await follow(&position)
        } catch is CancellationError {
            // Whoever ended it knows.
        } catch {
            let error = error as? AlmagestError ?? AlmagestError(.internalError, "\(error)")
            sendEnd(error, at: position)
        }
        hub.forget(self)
    }

    private func follow(_ position: inout Seq) async throws {
        var members = try await membersAtStart()
        while !Task.isCancelled {
            while position < hub.catalog.lastSeq {
                try await waitForRoom(position)
                let entries = try await hub.catalog.journal(after: position, limit: Self.chunk)
                guard let last = entries.last else { break }
                try await tell(entries, &members, &position)
                position = last.seq
            }
            // One signal stands for any number of commits.
            for await _ in signal.stream { break }
            if peer.isClosed { return }
        }
        throw CancellationError()
    }

    private static let chunk = 256
    /// Bytes after which a notification is sent.
    private static let notificationBytes = 256 << 10

    /// What was in the filter when it began.
    private func membersAtStart() async throws -> RowSet {
        var members = try await matching(nil, at: joined)
        // What was put since then will come by as added.
        let joined = joined
        hub.catalog.rows.withColumns { columns in
            for row in members.rows where Int(row) < columns.count && columns.revision[Int(row)] > joined {
                members.remove(row)
            }
        }
        return members
    }

    /// The rows in the filter, of those given or of all, once it can see what was written at `seq`.
    private func matching(_ rows: RowSet?, at seq: Seq) async throws -> RowSet {
        while true {
            try await applied(seq)
            do {
                return try await engine.rows(matching: filter, among: rows)
            } catch let error as AlmagestError {
                // What has begun anew is waited for.
                guard error.name == .storeDamaged else { throw error }
                await hub.indexer.noteLoss()
            }
        }
    }

    /// Waits until the filter can see what was written at `seq`.
    private func applied(_ seq: Seq) async throws {
        let names = engine.projections(for: filter)
        guard !names.isEmpty else { return }
        while await !hub.indexer.wait(for: seq, in: names, until: .now + .seconds(1)).isEmpty {
            try Task.checkCancellation()
        }
    }

    /// Waits while too much is unread; throws when that lasts.
    private func waitForRoom(_ position: Seq) async throws {
        guard peer.waitingBytes >= hub.limits.waitingBytes else { return }
        let deadline = ContinuousClock.now + hub.limits.patience
        while peer.waitingBytes >= hub.limits.waitingBytes {
            if peer.isClosed { throw CancellationError() }
            guard ContinuousClock.now < deadline else {
                throw AlmagestError(
                    .timedOut, "This subscriber has not read what was sent for \(hub.limits.patience).",
                    hint: "Subscribe again with “after”: \(position).")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        let oldest = try await hub.catalog.horizon()
        guard position >= oldest else {
            throw AlmagestError(
                .seqTooOld, "Changes are only known since \(oldest).",
                hint: "Read everything anew, and subscribe from there.")
        }
    }

    private func tell(_ entries: [JournalEntry], _ members: inout RowSet, _ position: inout Seq) async throws {
        let put = entries.filter { $0.kind == .put }.map(\.row)
        let matching = try await self.matching(RowSet(put), at: entries.last?.seq ?? 0)
        // What has gone out of the filter is told by its name, which only the content knows.
        let read = put.filter {
            matching.contains($0) || members.contains($0) || (after ?? 0 > 0 && filter.looksAtContent)
        }
        var entities: [RowID: Entity] = [:]
        for stored in try await hub.catalog.entities(rows: read) { entities[stored.row] = stored.entity }
        var notice = ChangeNotice(subscription: name)
        for entry in entries {
            let isPast = entry.seq <= joined
            switch entry.kind {
            case .put:
                guard let entity = entities[entry.row] else { break }
                if matching.contains(entry.row) {
                    // Of the past it is known what came, not whether it had been there before.
                    let isNew = isPast ? after == 0 : !members.contains(entry.row)
                    notice.add(entity, isNew: isNew)
                    members.insert(entry.row)
                } else if members.contains(entry.row) || isPast {
                    if filter.allows(bundle: entity.key.bundle, type: entity.key.type) { notice.remove(entity.key) }
                    members.remove(entry.row)
                }
            case .delete(let id):
                guard let id, filter.allows(bundle: id.bundle, type: id.type) else { break }
                if members.contains(entry.row) || (isPast && after ?? 0 > 0) { notice.remove(id) }
                members.remove(entry.row)
            }
            if notice.bytes > Self.notificationBytes {
                peer.notify("changed", params: notice.written(seq: entry.seq))
                position = entry.seq
                notice = ChangeNotice(subscription: name)
            }
        }
        if let last = entries.last, !notice.isEmpty { peer.notify("changed", params: notice.written(seq: last.seq)) }
    }

    private func sendEnd(_ error: AlmagestError, at position: Seq) {
        var json = JSONWriter()
        json.beginObject()
        json.key("subscription")
        json.string(name)
        json.key("seq")
        json.integer(position)
        json.key("error")
        error.write(to: &json)
        json.endObject()
        peer.notify("unsubscribed", params: json.bytes)
    }
}
