import AlmagestEntities
import Catalog
import Foundation
import SQLite
import Synchronization

/// Typed values by property path: turns any predicate into a set of rows, sorts, counts facets.
///
///     let rows = try await index.rows(matching: predicate, context: DateContext(), within: nil)
///     let first = try await index.sorted(rows, by: [SortKey(property: "startDate")], limit: 20)
///
/// It lives in `properties.sqlite` in the data directory and can always be filled again from the catalog: a missing,
/// damaged or older file is replaced by an empty one whose `appliedSeq` is 0.
public final class PropertyIndex: Projection {
    public let name = "properties"
    public let journalChunk = 2048

    private let path: String
    private let state = IndexState()
    private let liveness: Liveness
    private let writer: PropertyWriter
    private let readers: [PropertyReader]
    private let turn = Atomic<Int>(0)
    private let cache = RowSetCache()

    /// Opens `properties.sqlite` in the data directory. `liveness` says whether a row's indexed revision still is
    /// the catalog's.
    public init(directory: URL, liveness: Liveness) async throws {
        path = directory.appendingPathComponent("properties.sqlite").path
        self.liveness = liveness
        writer = PropertyWriter(path: path, state: state)
        readers = (0..<2).map { [path, state] _ in PropertyReader(path: path, state: state, liveness: liveness) }
        do {
            try await writer.open()
        } catch let error as SQLiteError {
            throw AlmagestError(error, path: path)
        }
    }

    // MARK: Reading

    /// The rows that the predicate is true of, whose indexed content is the catalog's present one.
    ///
    /// Whole days and floating times are read in the context's zone; paths lead through references within `reach` alone.
    /// - Throws: `invalidPredicate` or `invalidDate` with the path within the predicate (`all[1].value`).
    public func rows(
        matching predicate: AlmagestEntities.Predicate, context: DateContext, within: RowSet?, reach: Reach = .all
    ) async throws -> RowSet {
        let key = RowSetCache.Key(predicate: predicate, zone: context.timeZone.identifier, reach: reach)
        let generation = state.generation
        var rows: RowSet
        if let known = cache.rows(key, generation: generation) {
            rows = known
        } else {
            let plan = try compiled(predicate, context)
            rows = try await reading { try await $0.rows(plan, reach: reach) }
            cache.insert(rows, key, generation: generation)
            loadWanted()
        }
        if let within { rows.formIntersection(within) }
        keepLive(&rows)
        return rows
    }

    /// The rows in the order of the keys: missing values last, ties by row. At most `limit`, `offset` left out before.
    ///
    /// `after` is the place behind which the list begins, from `position(of:by:context:)`. Whole days and floating
    /// times have their place among instants in the context's zone.
    public func sorted(
        _ rows: RowSet, by keys: [SortKey], context: DateContext = DateContext(), after: SortPosition? = nil,
        limit: Int, offset: Int = 0, reach: Reach = .all
    ) async throws -> [RowID] {
        let (count, overflow) = max(limit, 0).addingReportingOverflow(max(offset, 0))
        let wanted = overflow ? Int.max : count
        let all = try await reading {
            try await $0.sorted(rows, by: keys, context: context, after: after, count: wanted, reach: reach)
        }
        return Array(all.dropFirst(max(offset, 0)))
    }

    /// The place of a row in a list sorted by the keys, for a cursor.
    public func position(
        of row: RowID, by keys: [SortKey], context: DateContext = DateContext(), reach: Reach = .all
    ) async throws -> SortPosition {
        try await reading { try await $0.position(of: row, by: keys, context: context, reach: reach) }
    }

    /// How many of the rows have each value of each of the properties, in their order: the most frequent first, at most `limit` each.
    ///
    /// Spellings that differ in case or diacritics alone count together. Rows whose indexed content is no longer the
    /// catalog's are left out.
    public func facets(
        _ rows: RowSet, properties: [String], limit: Int, reach: Reach = .all
    ) async throws -> [[(value: PropertyValue, count: Int)]] {
        var rows = rows
        keepLive(&rows)
        return try await reading { [rows] in
            try await $0.facets(rows, properties: properties, limit: limit, reach: reach)
        }
    }

    /// For each of the moments, which are in ascending order, the row of `rows` that has the latest date (or greatest number)
    /// at the path before it, and that value; nil where none has. Of rows with several values the least counts.
    public func latest(
        before moments: [Double], of rows: RowSet, at path: String
    ) async throws -> [(row: RowID, value: Double)?] {
        try await reading { try await $0.latest(before: moments, of: rows, at: path) }
    }

    /// What SQLite says it would do for the predicate, a line a step.
    public func queryPlan(for predicate: AlmagestEntities.Predicate) async throws -> String {
        let plan = try compiled(predicate, DateContext())
        return try await reading { try await $0.queryPlan(plan) }
    }

    /// Paths at which dates stand, those of the entity itself before those within, sorted.
    public var datePaths: [String] { paths { $0 == .instant || $0 == .local } }

    /// Paths at which references stand.
    public var referencePaths: [String] { paths { $0 == .reference } }

    /// Paths of places whose coordinates are known.
    public var placePaths: [String] {
        paths { $0 == .number }.filter { $0.hasSuffix(".latitude") }.map { String($0.dropLast(".latitude".count)) }
    }

    /// Paths of people.
    public var personPaths: [String] {
        paths { $0 == .bool }.filter { $0.hasSuffix(".isMe") }.map { String($0.dropLast(".isMe".count)) }
    }

    private func paths(_ isWanted: (ColumnKind) -> Bool) -> [String] {
        let wanted = state.columns.columns.values.filter { isWanted($0.kind) && $0.path != "expires" }
        return Set(wanted.map(\.path)).sorted { a, b in
            (a.count { $0 == "." }, a) < (b.count { $0 == "." }, b)
        }
    }

    /// Entities whose own link has that key.
    public func rows(linked key: String) async throws -> RowSet { try await rows(BuiltIn.link, .equal, .text(key)) }

    /// Entities whose texts carry a link with that key.
    public func rows(mentioning key: String) async throws -> RowSet {
        try await rows(BuiltIn.mention, .equal, .text(key))
    }

    /// What is true of every entity whose texts carry a link.
    public static var carriesLinks: AlmagestEntities.Predicate {
        .comparison(.init(property: BuiltIn.mention, op: .exists, value: .bool(true)))
    }

    private func rows(
        _ path: String, _ op: AlmagestEntities.Predicate.Comparator, _ value: PropertyValue
    ) async throws -> RowSet {
        try await rows(
            matching: .comparison(.init(property: path, op: op, value: value)), context: DateContext(), within: nil)
    }

    private func compiled(
        _ predicate: AlmagestEntities.Predicate, _ context: DateContext
    ) throws(AlmagestError) -> Plan {
        let (columns, groups) = state.with { ($0.columns, $0.groups) }
        var compiler = PredicateCompiler(columns: columns, groups: groups, context: context)
        return try compiler.compile(predicate)
    }

    private func keepLive(_ rows: inout RowSet) {
        state.with { contents in
            contents.revisions.withUnsafeBufferPointer { liveness.filter(&rows, $0) }
        }
    }

    /// Asks the readers in turn; a damaged file is replaced, to be filled again.
    private func reading<R: Sendable>(_ body: @Sendable (PropertyReader) async throws -> R) async throws -> R {
        let number = turn.wrappingAdd(1, ordering: .relaxed).newValue
        let epoch = state.epoch
        do {
            return try await body(readers[abs(number % readers.count)])
        } catch let error as SQLiteError {
            throw await writer.failed(error, reading: epoch)
        }
    }

    /// Brings columns into memory that wide ranges keep asking for.
    private func loadWanted() {
        let wanted = state.takeWanted()
        guard !wanted.isEmpty else { return }
        Task { [readers] in
            // A column that cannot be loaded is read from the file the next time too.
            try? await readers[0].load(wanted)
        }
    }

    // MARK: Projection

    public func appliedSeq() async throws -> Seq {
        do {
            return try await writer.appliedSeq()
        } catch let error as SQLiteError {
            throw AlmagestError(error, path: path)
        }
    }

    public func isLost() async -> Bool { await writer.isLost() }

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        try await writer.apply(changes, through: seq)
    }

    public func applyUrgent(_ changes: [Change]) async throws { try await writer.apply(changes, through: nil) }

    /// Nothing to do: what was applied is stored and seen at once.
    public func flush() async throws {}

    public func idle() async throws { try await writer.idle() }

    public func reset() async throws { try await writer.reset() }

    public func sizeOnDisk() async -> Int64 { DatabaseFiles.bytes(path) }

    public func close() async {
        for reader in readers { await reader.close() }
        await writer.close()
    }
}

extension PropertyIndex {
    /// How many sets of rows of one value are in memory.
    var valueSets: Int { state.with { $0.sets.count } }

    /// Brings the numeric columns of the paths into memory, as sorting large sets does.
    func loadColumns(_ paths: [String]) async throws {
        let columns = state.columns
        let numbers = paths.flatMap { columns.columns(at: $0) }.filter { !$0.kind.isText }.map(\.id)
        for reader in readers { try await reader.load(numbers) }
    }
}
