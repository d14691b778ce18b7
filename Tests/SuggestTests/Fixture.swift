import AlmagestEntities
import Catalog
import Foundation
import Synchronization

@testable import Suggest

/// A suggest index in a folder of its own, beside a table of the revisions that a catalog would have.
final class Fixture: Sendable {
    let directory: URL
    private let revisions = Mutex<[RowID: Seq]>([:])
    private let seq = Mutex<Seq>(0)

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("suggest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var file: URL { directory.appendingPathComponent("suggest.sqlite") }

    func open() async throws -> SuggestIndex { try await SuggestIndex(directory: directory) }

    func isLive(_ row: RowID, _ revision: Seq) -> Bool { revisions.withLock { $0[row] == revision } }

    func put(_ row: RowID, _ entity: Entity) -> Change {
        let seq = nextSeq()
        revisions.withLock { $0[row] = seq }
        return Change(seq: seq, row: row, kind: .put(entity))
    }

    func delete(_ row: RowID) -> Change {
        let seq = nextSeq()
        revisions.withLock { $0[row] = nil }
        return Change(seq: seq, row: row, kind: .delete)
    }

    private func nextSeq() -> Seq {
        seq.withLock {
            $0 += 1
            return $0
        }
    }

    /// An index with entities of these titles in rows 1, 2, 3, …
    func index(_ titles: [String]) async throws -> SuggestIndex {
        let index = try await open()
        let changes = titles.enumerated().map { put(RowID($0 + 1), .titled($1)) }
        try await index.apply(changes, through: changes.last?.seq ?? 0)
        return index
    }

    func texts(
        _ index: SuggestIndex, _ prefix: String, limit: Int = 8, within: RowSet? = nil
    ) async throws -> [String] {
        try await index.suggest(prefix, within: within, limit: limit, isLive: isLive).map(\.text)
    }
}

extension Entity {
    static func titled(_ title: String, synonyms: [String] = [], priority: Int = 0) -> Entity {
        var entity = Entity(
            key: EntityID(bundle: "org.example.App", type: "Thing", id: title),
            display: Display(title: title, synonyms: synonyms))
        entity.priority = priority
        return entity
    }
}

/// A seeded source: the same run every time (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
    mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { int(0..<100) < percent }
    mutating func pick<T>(_ items: [T]) -> T { items[int(0..<items.count)] }
}
