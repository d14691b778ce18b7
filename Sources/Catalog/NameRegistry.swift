import AlmagestEntities
import SQLite

/// Small numbers for the names that every entity repeats: bundles, types, domains and named indexes.
///
/// It belongs to the writer and may be ahead of what is committed; `undo(to:)` takes names back.
struct NameRegistry {
    /// Names by code, as they are appended to the tables of `RowTable`.
    struct Additions: Sendable {
        var bundles: [String] = []
        var types: [String] = []
        var domains: [String] = []

        var isEmpty: Bool { bundles.isEmpty && types.isEmpty && domains.isEmpty }
    }

    /// A named index of a bundle.
    struct IndexKey: Hashable, Sendable {
        var bundle: Int64
        private var exact: ExactName
        var name: String { exact.text }

        init(bundle: Int64, name: String) {
            self.bundle = bundle
            exact = ExactName(name)
        }
    }

    private(set) var bundles = Table(column: "bundle", limit: Int64(UInt16.max))
    private(set) var types = Table(column: "type", limit: Int64(UInt16.max))
    private(set) var domains = Table(column: "domain", limit: Int64(UInt32.max))
    private(set) var indexes: [IndexKey: Int64] = [:]
    private var indexLog: [IndexKey] = []
    private(set) var indexesByCode: [Int64: IndexKey] = [:]
    private var nextIndex: Int64 = 1

    /// One kind of name, code = place in `names`; code 0 is none.
    struct Table {
        let column: String
        let limit: Int64
        private(set) var names = [""]
        private var codes: [ExactName: Int64] = [:]
        /// How many are committed.
        private(set) var committed = 1

        init(column: String, limit: Int64) {
            self.column = column
            self.limit = limit
        }

        func find(_ name: String) -> Int64? { codes[ExactName(name)] }

        mutating func add(_ name: String) throws(AlmagestError) -> Int64 {
            let code = Int64(names.count)
            guard code <= limit else {
                throw AlmagestError(.tooLarge, "There are \(limit) different names of a \(column) already.")
            }
            names.append(name)
            codes[ExactName(name)] = code
            return code
        }

        mutating func undo(to count: Int) {
            while names.count > count { codes[ExactName(names.removeLast())] = nil }
        }

        mutating func takeAdditions() -> [String] {
            let added = Array(names[committed...])
            committed = names.count
            return added
        }
    }

    /// A moment to go back to.
    struct Mark {
        var bundles: Int
        var types: Int
        var domains: Int
        var indexes: Int
    }

    var mark: Mark {
        Mark(
            bundles: bundles.names.count, types: types.names.count, domains: domains.names.count,
            indexes: indexLog.count)
    }

    mutating func undo(to mark: Mark) {
        bundles.undo(to: mark.bundles)
        types.undo(to: mark.types)
        domains.undo(to: mark.domains)
        while indexLog.count > mark.indexes {
            let key = indexLog.removeLast()
            if let code = indexes.removeValue(forKey: key) { indexesByCode[code] = nil }
            nextIndex -= 1
        }
    }

    /// What was committed since the last time.
    mutating func takeAdditions() -> Additions {
        Additions(
            bundles: bundles.takeAdditions(), types: types.takeAdditions(), domains: domains.takeAdditions())
    }

    // MARK: In the store

    /// Reads all names. Throws `storeDamaged` when the codes have gaps.
    mutating func load(_ db: Connection, path: String) throws {
        for (sql, table) in [
            ("SELECT code, name FROM bundle ORDER BY code", \NameRegistry.bundles),
            ("SELECT code, name FROM type ORDER BY code", \NameRegistry.types),
            ("SELECT code, name FROM domain ORDER BY code", \NameRegistry.domains),
        ] as [(String, WritableKeyPath<NameRegistry, Table>)] {
            let statement = try db.prepare(sql)
            while try statement.step() {
                guard try self[keyPath: table].add(statement.text(1)) == statement.int64(0) else {
                    throw AlmagestError(.storeDamaged, "Names are missing in \(path).", path: path)
                }
            }
        }
        let statement = try db.prepare("SELECT code, bundle, name FROM named_index ORDER BY code")
        while try statement.step() {
            register(IndexKey(bundle: statement.int64(1), name: statement.text(2)), statement.int64(0))
        }
    }

    private mutating func register(_ key: IndexKey, _ code: Int64) {
        indexes[key] = code
        indexesByCode[code] = key
        indexLog.append(key)
        nextIndex = code + 1
    }

    mutating func bundle(_ name: String, _ db: Connection) throws -> Int64 {
        if let code = bundles.find(name) { return code }
        let code = try bundles.add(name)
        try db.execute("INSERT INTO bundle (code, name) VALUES (?, ?)", [.integer(code), .text(name)])
        return code
    }

    mutating func type(_ name: String, _ db: Connection) throws -> Int64 {
        if let code = types.find(name) { return code }
        let code = try types.add(name)
        try db.execute("INSERT INTO type (code, name) VALUES (?, ?)", [.integer(code), .text(name)])
        return code
    }

    /// 0 for the empty name.
    mutating func domain(_ name: String, _ db: Connection) throws -> Int64 {
        guard !name.isEmpty else { return 0 }
        if let code = domains.find(name) { return code }
        let code = try domains.add(name)
        try db.execute("INSERT INTO domain (code, name) VALUES (?, ?)", [.integer(code), .text(name)])
        return code
    }

    mutating func index(_ name: String, bundle: Int64, _ db: Connection) throws -> Int64 {
        let key = IndexKey(bundle: bundle, name: name)
        if let code = indexes[key] { return code }
        let code = nextIndex
        guard code <= Int64(UInt32.max) else {
            throw AlmagestError(.tooLarge, "There are \(code - 1) named indexes already.")
        }
        register(key, code)
        try db.execute(
            "INSERT INTO named_index (code, bundle, name) VALUES (?, ?, ?)",
            [.integer(code), .integer(bundle), .text(name)])
        return code
    }
}
