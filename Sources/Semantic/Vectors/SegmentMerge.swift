import CVectorScan
import Catalog
import Foundation

/// A segment and which of its positions are live.
struct SegmentPart: Sendable {
    let segment: VectorSegment
    var live: LiveMap
}

/// The live vectors of several segments, in order, on their way into a new one.
struct SegmentMerge {
    private struct Source {
        let row: RowID
        let passage: UInt16
        let part: UInt16
        let position: UInt32
    }

    let shape: VectorShape
    private let parts: [SegmentPart]
    private var order: [Source] = []

    var count: Int { order.count }

    init(shape: VectorShape, parts: [SegmentPart]) {
        self.shape = shape
        self.parts = parts
        order.reserveCapacity(parts.reduce(0) { $0 + $1.live.count })
        for (index, part) in parts.enumerated() {
            let rows = part.segment.rows
            let passages = part.segment.passages
            part.live.forEach { position in
                order.append(
                    Source(
                        row: rows[position], passage: passages[position], part: UInt16(truncatingIfNeeded: index),
                        position: UInt32(truncatingIfNeeded: position)))
            }
        }
        order.sort { a, b in
            if a.row != b.row { return a.row < b.row }
            if a.passage != b.passage { return a.passage < b.passage }
            return a.part < b.part
        }
    }

    /// The merged segment in memory, without sketches if it is small.
    func inMemory() throws(VectorStoreError) -> VectorSegment {
        let records = AlignedBuffer(count: count * shape.stride)
        let sketches = try build(sketched: count >= VectorSegment.sketchedFrom) {
            index, record throws(VectorStoreError) in
            (records.base + index * shape.stride).copyMemory(from: record, byteCount: shape.stride)
        }
        return VectorSegment(
            shape: shape, count: count, columns: columns(), sketches: sketches, records: .memory(records))
    }

    /// Row, revision and passage in order.
    func columns() -> SegmentColumns {
        let columns = SegmentColumns(count: count)
        let rows = columns.rows.pointer(to: RowID.self)
        let revisions = columns.revisions.pointer(to: Seq.self)
        let passages = columns.passages.pointer(to: UInt16.self)
        for (index, source) in order.enumerated() {
            rows[index] = source.row
            passages[index] = source.passage
            revisions[index] = parts[Int(source.part)].segment.revisions[Int(source.position)]
        }
        return columns
    }

    /// Visits every record in order and makes the sketches meanwhile.
    func build(
        sketched: Bool, _ visit: (Int, UnsafeRawPointer) throws(VectorStoreError) -> Void
    ) throws(VectorStoreError) -> SegmentSketches? {
        let sketches = try sketched ? SegmentSketches(shape: shape, count: count, centre: centre()) : nil
        var readers = parts.map { RecordReader(segment: $0.segment) }
        for (index, source) in order.enumerated() {
            let record = try readers[Int(source.part)].record(at: Int(source.position))
            try visit(index, record)
            if let sketches {
                vscan_sketch(
                    VectorShape.codes(of: record), VectorShape.scale(of: record), sketches.centre, shape.dimensions,
                    sketches.bits.pointer(to: UInt64.self), sketches.corrections.pointer(to: Float.self), index)
            }
        }
        return sketches
    }

    /// The mean of the vectors, or of an even sample of them.
    private func centre() throws(VectorStoreError) -> [Float] {
        let dimensions = shape.dimensions
        var sum = [Float](repeating: 0, count: dimensions)
        guard count > 0 else { return sum }
        let sample = min(count, 16_384)
        let scratch = AlignedBuffer(count: shape.stride)
        for index in 0..<sample {
            let source = order[index * count / sample]
            let segment = parts[Int(source.part)].segment
            guard let record = segment.record(at: Int(source.position), scratch: scratch.bytes) else {
                throw segment.damage
            }
            let scale = VectorShape.scale(of: record)
            let codes = VectorShape.codes(of: record)
            for dimension in 0..<dimensions { sum[dimension] += scale * Float(codes[dimension]) }
        }
        return sum.map { $0 / Float(sample) }
    }
}

extension VectorSegment {
    /// What a record that no longer is what was written is reported as.
    var damage: VectorStoreError {
        if case .file(let file, _) = records { return .damaged(file: file.path, reason: "a record has changed") }
        return .damaged(file: "memory", reason: "a record has changed")
    }
}

/// Reads a segment's records in ascending order through a window.
private struct RecordReader {
    private let segment: VectorSegment
    private let window: AlignedBuffer?
    private var held = 0..<0

    init(segment: VectorSegment) {
        self.segment = segment
        if case .file = segment.records {
            window = AlignedBuffer(count: max(1, 262_144 / segment.shape.stride) * segment.shape.stride)
        } else {
            window = nil
        }
    }

    mutating func record(at position: Int) throws(VectorStoreError) -> UnsafeRawPointer {
        let stride = segment.shape.stride
        switch segment.records {
        case .memory(let buffer):
            return UnsafeRawPointer(buffer.base + position * stride)
        case .file(let file, let offset):
            guard let window else { throw segment.damage }
            if !held.contains(position) {
                let count = min(window.count / stride, segment.count - position)
                let part = UnsafeMutableRawBufferPointer(rebasing: window.bytes[0..<count * stride])
                guard try file.read(into: part, at: offset + position * stride) else { throw segment.damage }
                held = position..<position + count
            }
            let record = UnsafeRawPointer(window.base + (position - held.lowerBound) * stride)
            guard segment.shape.isIntact(UnsafeRawBufferPointer(start: record, count: stride)) else {
                throw segment.damage
            }
            return record
        }
    }
}
