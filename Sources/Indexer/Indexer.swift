import AlmagestEntities
import AlmagestSchemas
import Catalog
import Foundation

/// The way in: validates donations, writes them to the catalog and sees that the projections follow.
public final class Indexer: Sendable {
    private let catalog: Catalog
    private let drivers: [ProjectionDriver]
    private let limits: EntityLimits
    private let schemas: AppSchemas

    /// A write of at most this many entities may be somebody waiting to see it.
    public static let interactiveSize = 16

    /// - Parameters:
    ///   - schemas: those that apps bring.
    ///   - processorShare: above 0 to 1, how much of the time the projections work on a backlog.
    public init(
        catalog: Catalog, projections: [any Projection], limits: EntityLimits = EntityLimits(),
        schemas: AppSchemas = AppSchemas(), processorShare: Double = 1
    ) {
        self.catalog = catalog
        self.limits = limits
        self.schemas = schemas
        drivers = projections.map { ProjectionDriver($0, catalog: catalog, processorShare: processorShare) }
    }

    /// Starts the projections, each from where it stopped. With `rebuild` they begin anew: the catalog is
    /// not the one they were made from.
    public func start(rebuild: Bool = false) async throws {
        for driver in drivers { try await driver.start(rebuild: rebuild) }
    }

    /// What came of an `index` call.
    public struct Outcome: Sendable {
        public var seq: Seq
        public var stored: Int
        public var unchanged: Int
        public var rejected: [Rejection]
        public var warnings: [Rejection]
    }

    /// Donations read and checked, not yet written.
    public struct Prepared: Sendable {
        fileprivate let donations: DonationReader.Donations
    }

    /// Reads and checks donated JSON. `bundle` is what the connection said it is, nil for the user's own; `faults` are
    /// of entities that were found to be no JSON, by their position.
    public func prepare(
        _ entities: JSONValue, faults: [Int: AlmagestError] = [:], from bundle: String?
    ) throws(AlmagestError) -> Prepared {
        Prepared(
            donations: try DonationReader(limits: limits, allowedBundle: bundle, schemas: schemas)
                .read(entities, faults: faults))
    }

    /// What an update makes of a stored entity must agree with its schema as a whole donation must: values in their bare
    /// forms become what is declared.
    ///
    /// - Throws: `invalidEntity` with the path of the first fault; the others are in the hint.
    public static func mergeCheck(_ schemas: AppSchemas) -> MergeCheck {
        { (entity) throws(AlmagestError) in
            let (normalized, faults) = schemas.normalized(entity)
            let errors = faults.filter { $0.severity == .error }
            guard let first = errors.first else { return normalized }
            let others = errors.dropFirst().prefix(8).map { "\($0.path): \($0.message)" }
            var error = AlmagestError(first)
            if !others.isEmpty { error.hint = "Also: " + others.joined(separator: " ") }
            throw error
        }
    }

    /// Writes what was prepared. Durable when it returns.
    ///
    /// With `interactive` a small write goes ahead of bulk work into the projections.
    public func write(
        _ prepared: Prepared, atomic: Bool, batch: BatchID?, session: ReindexSession? = nil, interactive: Bool
    ) async throws -> Outcome {
        let donations = prepared.donations
        if donations.entries.isEmpty || (atomic && !donations.rejected.isEmpty) {
            session?.count(failed: Set(donations.rejected.map(\.index)).count)
        }
        if donations.entries.isEmpty || (atomic && !donations.rejected.isEmpty) {
            return Outcome(
                seq: catalog.lastSeq, stored: 0, unchanged: 0, rejected: donations.rejected,
                warnings: donations.warnings)
        }
        let written = try await catalog.write(
            WriteRequest(donations.entries, atomic: atomic, batch: batch, session: session))
        var rejected = donations.rejected
        for (index, error) in written.rejected {
            rejected.append(Rejection(index: donations.positions[index], fault: error))
        }
        rejected.sort { $0.index < $1.index }
        session?.count(failed: Set(rejected.map(\.index)).count)
        if batch == nil { await tell(written.rows, through: written.seq, interactive: interactive) }
        return Outcome(
            seq: written.seq, stored: written.stored, unchanged: written.unchanged, rejected: rejected,
            warnings: donations.warnings + omissions(of: donations))
    }

    /// Deletes what `scope` names. Nothing of it is shown from the moment this returns.
    public func delete(_ scope: DeleteScope, batch: BatchID?, interactive: Bool) async throws -> DeleteOutcome {
        let outcome = try await catalog.delete(scope, batch: batch)
        if batch == nil { await tell(outcome.rows, through: outcome.seq, interactive: interactive) }
        return outcome
    }

    /// Applies a batch in one transaction with its client state.
    public func commit(
        _ batch: BatchID, expectedClientState: [UInt8]??, clientState: [UInt8]?
    ) async throws -> Seq {
        let seq = try await catalog.commitBatch(
            batch, expectedClientState: expectedClientState, clientState: clientState)
        for driver in drivers { await driver.bulk(through: seq) }
        return seq
    }

    /// Ends a re-index session: removes what was not reported.
    public func end(_ session: ReindexSession) async throws -> ReindexOutcome {
        let outcome = try await catalog.endSession(session)
        if !outcome.rows.isEmpty { for driver in drivers { await driver.bulk(through: outcome.seq) } }
        return outcome
    }

    /// Removes what has expired; returns how many went.
    public func expire(now: Date) async throws -> Int {
        let outcome = try await catalog.expire(now: now.timeIntervalSince1970)
        if outcome.deleted > 0 { for driver in drivers { await driver.bulk(through: outcome.seq) } }
        return outcome.deleted
    }

    /// What the projections leave out of what was donated.
    private func omissions(of donations: DonationReader.Donations) -> [Rejection] {
        var warnings: [Rejection] = []
        for (entry, position) in zip(donations.entries, donations.positions) {
            guard case .put(let entity) = entry else { continue }
            for driver in drivers {
                for omission in driver.projection.omissions(of: entity) {
                    warnings.append(
                        Rejection(
                            index: position, fault: AlmagestError(.tooLarge, omission.message, path: omission.path)))
                }
            }
        }
        return warnings
    }

    private func tell(_ rows: [RowID], through seq: Seq, interactive: Bool) async {
        if rows.isEmpty { return }
        if interactive, rows.count <= Self.interactiveSize {
            // One `seq` a changed row; the reply's is the last.
            let seqs = (seq - Int64(rows.count) + 1)...seq
            for driver in drivers { await driver.urgent(rows: rows, seqs: seqs) }
        } else {
            for driver in drivers { await driver.bulk(through: seq) }
        }
    }

    // MARK: How far the projections are

    public var states: [ProjectionState] { drivers.map(\.state) }

    /// Waits until what was written at `seq` can be found in the projections named; returns those that were late.
    public func wait(for seq: Seq, in names: [String], until deadline: ContinuousClock.Instant) async -> [String] {
        var late: [String] = []
        for driver in drivers where names.contains(driver.projection.name) {
            if await !driver.wait(for: seq, until: deadline) { late.append(driver.projection.name) }
        }
        return late
    }

    /// Whether everything that was written up to `seq` can be found in all projections named.
    public func hasApplied(_ seq: Seq, in names: [String]) -> Bool {
        drivers.allSatisfy { !names.contains($0.projection.name) || $0.state.complete >= seq }
    }

    /// Everything that was written up to here can be found in the projection; all, in one that nobody drives.
    public func applied(in name: String) -> Seq {
        drivers.first { $0.projection.name == name }?.state.complete ?? .max
    }

    /// What of the apps within reach was written up to `seq` and cannot be found in the projection: how much (of all apps
    /// an upper bound), and the newest.
    public func missing(in name: String, through seq: Seq, within reach: Reach) -> (count: Int, newest: Seq) {
        guard let state = drivers.first(where: { $0.projection.name == name })?.state, state.complete < seq else {
            return (0, 0)
        }
        if reach == .all { return (Int(clamping: seq - state.complete), seq) }
        return catalog.rows.changes(within: reach, after: state.seq) { $0 <= seq && !state.has($0) }
    }

    /// Projections into which content of the apps within reach is still on its way in bulk.
    public func behind(within reach: Reach) -> [String] {
        drivers.filter { driver in
            let state = driver.state
            guard state.isBehind, reach != .all else { return state.isBehind }
            return catalog.rows.changes(within: reach, after: state.seq) { $0 <= state.target && !state.has($0) }.count
                > 0
        }.map { $0.projection.name }
    }

    /// Looks at a projection in which a search failed; one that found itself damaged is filled again.
    public func failed(in name: String) {
        for driver in drivers where driver.projection.name == name { Task { await driver.look() } }
    }

    /// Some projection said that it has begun anew: until it is known which, all count as behind.
    public func noteLoss() async {
        for driver in drivers { await driver.noteLoss() }
    }

    /// Looks whether the files of the projections still are their own; those that are not are filled again.
    public func lookAtFiles() async {
        await withTaskGroup(of: Void.self) { group in
            for driver in drivers { group.addTask { await driver.look() } }
        }
    }

    public func sizesOnDisk() async -> [String: Int64] {
        var sizes: [String: Int64] = [:]
        for driver in drivers { sizes[driver.projection.name] = await driver.projection.sizeOnDisk() }
        return sizes
    }

    /// Closes the projections. What they have in hand they finish, but for texts to be embedded: those come after the next start.
    public func close() async {
        await withTaskGroup(of: Void.self) { group in
            for driver in drivers { group.addTask { await driver.close() } }
        }
    }
}
