import Catalog
import Foundation

extension VectorBatch {
    /// Entries in stored form: of each row only its newest revision, of equal passages the last.
    init(_ entries: [VectorEntry], shape: VectorShape) {
        var newest: [RowID: Seq] = [:]
        for entry in entries { newest[entry.row] = max(newest[entry.row] ?? .min, entry.revision) }
        let order = entries.indices.filter { newest[entries[$0].row] == entries[$0].revision }.sorted { a, b in
            if entries[a].row != entries[b].row { return entries[a].row < entries[b].row }
            if entries[a].passage != entries[b].passage { return entries[a].passage < entries[b].passage }
            return a < b
        }
        var chosen: [Int] = []
        for index in order {
            if let last = chosen.last, entries[last].row == entries[index].row,
                entries[last].passage == entries[index].passage
            {
                chosen.removeLast()
            }
            chosen.append(index)
        }
        rows = chosen.map { entries[$0].row }
        revisions = chosen.map { entries[$0].revision }
        passages = chosen.map { entries[$0].passage }
        records = [UInt8](repeating: 0, count: chosen.count * shape.stride)
        records.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for (place, index) in chosen.enumerated() {
                entries[index].vector.withUnsafeBufferPointer { vector in
                    guard let first = vector.baseAddress else { return }
                    shape.encode(first, into: base + place * shape.stride)
                }
            }
        }
    }

    /// The live vectors of a piece in memory.
    init(live part: SegmentPart) {
        let segment = part.segment
        let stride = segment.shape.stride
        guard case .memory(let held) = segment.records else { return }
        part.live.forEach { position in
            rows.append(segment.rows[position])
            revisions.append(segment.revisions[position])
            passages.append(segment.passages[position])
            records.append(contentsOf: UnsafeRawBufferPointer(start: held.base + position * stride, count: stride))
        }
    }

    /// Only these ranges.
    func only(_ ranges: [Range<Int>], shape: VectorShape) -> VectorBatch {
        var batch = VectorBatch()
        for range in ranges {
            batch.rows += rows[range]
            batch.revisions += revisions[range]
            batch.passages += passages[range]
            batch.records += records[range.lowerBound * shape.stride..<range.upperBound * shape.stride]
        }
        return batch
    }
}
