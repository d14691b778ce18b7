import AlmagestEntities
import Catalog
import Foundation
import SQLite
import Threads

/// Vectors by text: what was embedded once is not embedded again, whatever is rebuilt.
///
/// Not a projection. Keyed by a hash of model and text; counted by who uses it, so that a text that nobody has
/// any more goes. Vectors are kept as half-precision floats: the model itself works with fewer digits.
actor EmbeddingStore {
    private let executor = ThreadExecutor(name: "embeddings", niceness: 5)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let file: URL
    private let db: Connection
    private let dimensions: Int
    /// Uses of an older round belong to rows that a rebuild has not met any more.
    private var round: Int64

    private static let version = 1

    /// Opens `embeddings.sqlite`; a damaged one is begun anew, which costs time but no content.
    init(directory: URL, dimensions: Int) async throws {
        file = directory.appendingPathComponent("embeddings.sqlite")
        self.dimensions = dimensions
        do {
            db = try Self.open(file)
        } catch {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
            db = try Self.open(file)
        }
        round = try db.int64("SELECT round FROM state") ?? 0
    }

    private static func open(_ file: URL) throws -> Connection {
        let db = try Connection(path: file.path, mode: .readWriteCreate)
        try db.useWriteAheadLog(fullSync: false)
        guard try db.integrityFaults().isEmpty else {
            throw AlmagestError(.storeDamaged, "\(file.path) is damaged.", path: file.path)
        }
        if try db.userVersion() != version {
            try db.execute(
                """
                DROP TABLE IF EXISTS vector; DROP TABLE IF EXISTS use; DROP TABLE IF EXISTS state;
                CREATE TABLE vector (hash BLOB PRIMARY KEY, uses INTEGER NOT NULL, vector BLOB NOT NULL)
                    STRICT, WITHOUT ROWID;
                CREATE TABLE use (row INTEGER NOT NULL, passage INTEGER NOT NULL, hash BLOB NOT NULL,
                    round INTEGER NOT NULL, PRIMARY KEY (row, passage)) STRICT, WITHOUT ROWID;
                CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), round INTEGER NOT NULL) STRICT;
                INSERT INTO state VALUES (1, 0);
                """)
            try db.setUserVersion(version)
        }
        return db
    }

    /// The vectors that are known of these hashes, in their order.
    func vectors(_ hashes: [ContentHash]) throws -> [[Float]?] {
        let find = try db.cached("SELECT vector FROM vector WHERE hash = ?")
        return try hashes.map { hash in
            try find.bind(1, hash.bytes)
            defer { find.reset() }
            guard try find.step() else { return nil }
            return find.withBlob(0) { Self.decode($0, dimensions) }
        }
    }

    /// Notes which texts rows have now, stores the vectors that are new, and forgets what nobody uses any more.
    func note(_ uses: [(row: RowID, hashes: [ContentHash])], vectors: [ContentHash: [Float]]) throws {
        try db.transaction {
            let insert = try db.cached("INSERT INTO vector VALUES (?, 0, ?) ON CONFLICT DO NOTHING")
            for (hash, vector) in vectors {
                try insert.bind(1, hash.bytes)
                try insert.bind(2, Self.encode(vector))
                try insert.run()
            }
            let present = try db.cached("SELECT passage, hash FROM use WHERE row = ?")
            let add = try db.cached("INSERT OR REPLACE INTO use VALUES (?, ?, ?, ?)")
            let remove = try db.cached("DELETE FROM use WHERE row = ? AND passage = ?")
            for (row, hashes) in uses {
                try present.bind(1, row)
                var old: [Int: [UInt8]] = [:]
                while try present.step() { old[present.int(0)] = present.blob(1) }
                for (passage, hash) in hashes.enumerated() {
                    let bytes = hash.bytes
                    if old[passage] != bytes {
                        try count(bytes, 1)
                        if let before = old[passage] { try count(before, -1) }
                    }
                    old[passage] = nil
                    try add.run(.integer(Int64(row)), .integer(Int64(passage)), .blob(bytes), .integer(round))
                }
                for (passage, hash) in old {
                    try count(hash, -1)
                    try remove.run(.integer(Int64(row)), .integer(Int64(passage)))
                }
            }
        }
    }

    private func count(_ hash: [UInt8], _ change: Int64) throws {
        try db.cached("UPDATE vector SET uses = uses + ?2 WHERE hash = ?1").run(.blob(hash), .integer(change))
        if change < 0 { try db.cached("DELETE FROM vector WHERE hash = ?1 AND uses <= 0").run(.blob(hash)) }
    }

    /// A rebuild begins: uses that it does not meet are of rows that are gone.
    func beginRound() throws {
        round += 1
        try db.execute("UPDATE state SET round = ?", [.integer(round)])
    }

    /// Forgets the uses of rows that the latest rebuild has not met, a portion at a time. True when there is more.
    func forgetOldRounds(limit: Int = 1_000) throws -> Bool {
        let old = try db.prepare("SELECT DISTINCT row FROM use WHERE round < ? LIMIT ?")
        try old.bind(1, round)
        try old.bind(2, limit)
        var rows: [RowID] = []
        while try old.step() { rows.append(RowID(truncatingIfNeeded: old.int64(0))) }
        old.reset()
        if !rows.isEmpty { try note(rows.map { ($0, []) }, vectors: [:]) }
        return rows.count == limit
    }

    func checkpoint() throws { try db.checkpoint(.truncate) }

    func sizeOnDisk() -> Int64 {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(file.path + suffix, &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }

    func close() { executor.stop() }

    // MARK: Half precision

    private static func encode(_ vector: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(vector.count * 2)
        for value in vector {
            let half = HalfFloat.bits(of: value)
            bytes.append(UInt8(truncatingIfNeeded: half))
            bytes.append(UInt8(truncatingIfNeeded: half >> 8))
        }
        return bytes
    }

    /// Nil for bytes of another length: another model's, or damaged; it is embedded again.
    private static func decode(_ bytes: UnsafeRawBufferPointer, _ dimensions: Int) -> [Float]? {
        guard bytes.count == dimensions * 2 else { return nil }
        return (0..<dimensions).map { index in
            HalfFloat.value(of: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
        }
    }
}

/// IEEE 754 binary16, which Swift has no type for on x86-64.
enum HalfFloat {
    /// Nearest half; components of unit vectors need neither infinities nor NaN.
    static func bits(of value: Float) -> UInt16 {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16 & 0x8000)
        let magnitude = abs(value)
        if !(magnitude < 65_520) { return sign | 0x7BFF }
        if magnitude < 0x1p-14 { return sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven)) }
        let rounded = bits & 0x7FFF_FFFF + 0xFFF + (bits >> 13 & 1)
        return sign | UInt16(truncatingIfNeeded: (rounded >> 13) &- (112 << 10))
    }

    static func value(of bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Float(bits & 0x3FF)
        if exponent == 0 { return sign * fraction * 0x1p-24 }
        return sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
    }
}
