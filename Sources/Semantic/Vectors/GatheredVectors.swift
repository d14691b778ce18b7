import CVectorScan
import Catalog
import Foundation

/// The vectors of some rows, copied together before the question is known as a vector: where they lie in the store they
/// would come from memory one by one then, and whoever asks would wait for each.
public final class GatheredVectors: Sendable {
    /// One passage of one of the rows.
    private struct Entry: Sendable {
        /// Which of the rows given.
        let index: Int
        let row: RowID
        let revision: Seq
        let passage: UInt16
    }

    /// A row's best passage.
    struct Measured: Sendable {
        /// Which of the rows given.
        let index: Int
        let hit: VectorHit
    }

    private let records: AlignedBuffer
    private let stride: Int
    private let entries: [Entry]
    private let numbers: [UInt32]
    private let rowCount: Int

    /// Passages of all rows together. More are not worth the copying.
    private static let most = 8192

    /// Nil where there are too many passages.
    init?(rows: [RowID], of snapshot: VectorSnapshot, onDamage: () -> Void) {
        let stride = snapshot.shape.stride
        let order = rows.indices.sorted { rows[$0] < rows[$1] }
        let sorted = order.map { rows[$0] }
        var places: [(index: Int, segment: VectorSegment, position: Int)] = []
        for part in snapshot.parts {
            VectorSearch.forEachPosition(of: sorted, in: part) { number, position in
                places.append((order[number], part.segment, position))
            }
            if places.count > Self.most { return nil }
        }
        let records = AlignedBuffer(count: places.count * stride)
        let scratch = AlignedBuffer(count: stride)
        var entries: [Entry] = []
        entries.reserveCapacity(places.count)
        for (index, segment, position) in places {
            guard let record = segment.record(at: position, scratch: scratch.bytes) else {
                onDamage()
                continue
            }
            memcpy(records.base + entries.count * stride, record, stride)
            entries.append(
                Entry(
                    index: index, row: segment.rows[position], revision: segment.revisions[position],
                    passage: segment.passages[position]))
        }
        self.records = records
        self.stride = stride
        self.entries = entries
        numbers = (0..<entries.count).map(UInt32.init)
        rowCount = rows.count
    }

    /// The best passage of each row, in the order given; those without vectors are absent.
    func measured(by query: CodedQuery) -> [Measured] {
        let cosines = query.cosines(records, stride: stride, at: numbers)
        var best = [Int32](repeating: -1, count: rowCount)
        for (number, entry) in entries.enumerated() {
            let known = Int(best[entry.index])
            if known >= 0 {
                if cosines[known] > cosines[number] { continue }
                if cosines[known] == cosines[number], entries[known].passage < entry.passage { continue }
            }
            best[entry.index] = Int32(truncatingIfNeeded: number)
        }
        return best.enumerated().compactMap { index, number in
            guard number >= 0 else { return nil }
            let entry = entries[Int(number)]
            return Measured(
                index: index,
                hit: VectorHit(
                    row: entry.row, revision: entry.revision, passage: entry.passage, cosine: cosines[Int(number)]))
        }
    }
}
