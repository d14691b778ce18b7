import AlmagestEntities
import Synchronization

extension RowTable {
    /// The rows that a search may show.
    ///
    /// - Parameters:
    ///   - bundles: only these apps; nil for all. An empty list allows nothing, here and below.
    ///   - types: only these types.
    ///   - domains: only these domains and what is below them by dots.
    ///   - includeHidden: whether entities that are kept out of sight are in.
    ///   - now: seconds since 1970; what has expired by then is out.
    /// - Returns: nil when every entity is in, so that there is nothing to filter by.
    public func rowSet(
        bundles: [String]?, types: [String]?, domains: [String]?, includeHidden: Bool, now: Double
    ) -> RowSet? {
        let filter = RowFilter(bundles: bundles, types: types, domains: domains, includeHidden: includeHidden)
        return filtering { columns, names, facts in
            if filter.isOpen && (includeHidden || facts.hidden == 0) && now < facts.earliestExpiry { return nil }
            if let cached = cache.find(filter, generation: facts.generation, now: now) { return cached }
            let made = filter.rows(columns, names, now: now)
            cache.keep(made, for: filter, generation: facts.generation)
            return made.rows
        }
    }
}

/// A filter over the columns.
struct RowFilter: Equatable, Sendable {
    var bundles: [String]?
    var types: [String]?
    var domains: [String]?
    var includeHidden: Bool

    static func == (a: RowFilter, b: RowFilter) -> Bool {
        func same(_ x: [String]?, _ y: [String]?) -> Bool { x?.map(ExactName.init) == y?.map(ExactName.init) }
        return same(a.bundles, b.bundles) && same(a.types, b.types) && same(a.domains, b.domains)
            && a.includeHidden == b.includeHidden
    }

    /// Whether it lets everything through that is not hidden.
    var isOpen: Bool { bundles == nil && types == nil && domains == nil }

    /// Rows with the span of time in which they are right.
    struct Result {
        var rows: RowSet
        var validFrom: Double
        var validUntil: Double
    }

    func rows(_ columns: borrowing RowTable.Columns, _ names: RowTable.Names, now: Double) -> Result {
        let bundles = Self.mask(names.bundles, bundles) { ExactName($0) == ExactName($1) }
        let types = Self.mask(names.types, types) { ExactName($0) == ExactName($1) }
        let domains = Self.mask(names.domains, domains) { isDomain($0, within: $1) }
        var builder = RowSetBuilder(count: columns.count)
        var from = -Double.infinity
        var until = Double.infinity
        let (revision, bundle, type, domain) = (columns.revision, columns.bundle, columns.type, columns.domain)
        let (hidden, expires, hiddenAllowed) = (columns.hidden, columns.expires, includeHidden ? UInt8(1) : 0)
        bundles.withUnsafeBufferPointer { bundles in
            types.withUnsafeBufferPointer { types in
                domains.withUnsafeBufferPointer { domains in
                    builder.fill { row in
                        guard
                            revision[row] != 0, hidden[row] <= hiddenAllowed, bundles[Int(bundle[row])],
                            types[Int(type[row])], domains[Int(domain[row])]
                        else { return false }
                        let end = expires[row]
                        if end > now {
                            if end < until { until = end }
                            return true
                        }
                        if end > from { from = end }
                        return false
                    }
                }
            }
        }
        return Result(rows: builder.finish(), validFrom: from, validUntil: until)
    }

    /// Which codes are let through.
    private static func mask(
        _ names: [String], _ allowed: [String]?, _ matches: (String, String) -> Bool
    ) -> [Bool] {
        guard let allowed else { return [Bool](repeating: true, count: names.count) }
        return names.enumerated().map { code, name in code != 0 && allowed.contains { matches(name, $0) } }
    }
}

/// Whether a dotted domain is the other one or below it.
func isDomain(_ domain: String, within prefix: String) -> Bool {
    let (domain, prefix) = (domain.utf8, prefix.utf8)
    guard domain.starts(with: prefix) else { return false }
    return domain.count == prefix.count || domain.dropFirst(prefix.count).first == UInt8(ascii: ".")
}

/// The newest row sets, as long as no commit came after them.
final class RowSetCache: Sendable {
    private struct Entry: Sendable {
        var filter: RowFilter
        var generation: UInt64
        var result: RowFilter.Result
    }

    private let entries = Mutex<[Entry]>([])
    private static let limit = 16

    func find(_ filter: RowFilter, generation: UInt64, now: Double) -> RowSet? {
        entries.withLock { entries in
            entries.removeAll { $0.generation != generation }
            guard let at = entries.firstIndex(where: { $0.filter == filter }) else { return nil }
            let result = entries[at].result
            return now >= result.validFrom && now < result.validUntil ? result.rows : nil
        }
    }

    func keep(_ result: RowFilter.Result, for filter: RowFilter, generation: UInt64) {
        entries.withLock { entries in
            entries.removeAll { $0.filter == filter }
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(Entry(filter: filter, generation: generation, result: result))
        }
    }
}

extension RowFilter.Result: Sendable {}

extension RowTable {
    /// Every row that a search may show.
    public func visibleRows(now: Double) -> RowSet {
        filtering { columns, names, _ in
            RowFilter(bundles: nil, types: nil, domains: nil, includeHidden: false).rows(columns, names, now: now).rows
        }
    }
}
