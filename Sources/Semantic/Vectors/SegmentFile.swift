import CVectorScan
import Catalog
import Foundation

/// A sealed segment on disk: header, records, sketches, corrections, rows, revisions, passages, centre.
///
/// The header holds a CRC-32C of every section but the records, each of which has its own. All of it is checked when
/// the file is opened, and a record again whenever it is read.
enum SegmentFile {
    private static let magic: UInt64 = 0x3230_4345_564D_4C41  // "ALMVEC02"
    private static let headerBytes = 64

    /// Writes the merged segment and makes it durable (its name only once the directory is synchronised).
    static func write(_ merge: SegmentMerge, path: String, number: UInt64, resident: Bool) throws(VectorStoreError)
        -> VectorSegment
    {
        let shape = merge.shape
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_TRUNC)
        let kept = resident ? AlignedBuffer(count: merge.count * shape.stride) : nil
        let batch = AlignedBuffer(count: max(1, (1 << 20) / shape.stride) * shape.stride)
        var filled = 0
        var offset = headerBytes
        func spill() throws(VectorStoreError) {
            try file.write(UnsafeRawBufferPointer(rebasing: batch.bytes[0..<filled]), at: offset)
            offset += filled
            filled = 0
        }
        let sketches = try merge.build(sketched: true) { index, record throws(VectorStoreError) in
            (batch.base + filled).copyMemory(from: record, byteCount: shape.stride)
            kept.map { ($0.base + index * shape.stride).copyMemory(from: record, byteCount: shape.stride) }
            filled += shape.stride
            if filled == batch.count { try spill() }
        }
        try spill()
        guard let sketches else { throw .damaged(file: path, reason: "no sketches") }

        let columns = merge.columns()
        var header = ByteWriter()
        header.put(magic)
        header.put(UInt32(shape.dimensions))
        header.put(UInt64(merge.count))
        header.put(number)
        let centre = AlignedBuffer(count: shape.dimensions * 4)
        centre.pointer(to: Float.self).update(from: sketches.centre, count: shape.dimensions)
        for section in sections(columns, sketches, centre) {
            let bytes = UnsafeRawBufferPointer(section.bytes)
            header.put(checksum(bytes))
            try file.write(bytes, at: offset)
            offset += section.count
        }
        header.seal()
        header.bytes.append(contentsOf: repeatElement(0, count: headerBytes - header.bytes.count))
        try file.write(header.bytes, at: 0)
        try file.synchronise()
        return VectorSegment(
            shape: shape, count: merge.count, columns: columns, sketches: sketches,
            records: kept.map { .memory($0) } ?? .file(file, offset: headerBytes), number: number, bytesOnDisk: offset)
    }

    /// Reads and checks a segment; `resident` keeps its records in memory.
    static func read(path: String, number: UInt64, shape: VectorShape, resident: (Int) -> Bool)
        throws(VectorStoreError) -> VectorSegment
    {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        let size = try file.size()
        let count = try readCount(file, number: number, shape: shape, size: size)
        let columns = SegmentColumns(count: count.vectors)
        let sketches = SegmentSketches(
            shape: shape, count: count.vectors, centre: [Float](repeating: 0, count: shape.dimensions))
        let centre = AlignedBuffer(count: shape.dimensions * 4)
        var offset = headerBytes + count.vectors * shape.stride
        for (section, expected) in zip(sections(columns, sketches, centre), count.checksums) {
            guard try file.read(into: section.bytes, at: offset) else {
                throw .damaged(file: path, reason: "ends early")
            }
            guard checksum(UnsafeRawBufferPointer(section.bytes)) == expected else {
                throw .damaged(file: path, reason: "a section's checksum does not match")
            }
            offset += section.count
        }
        let held = try readRecords(
            file, shape: shape, count: count.vectors, keep: resident(count.vectors * shape.stride))
        let mean = Array(UnsafeBufferPointer(start: centre.pointer(to: Float.self), count: shape.dimensions))
        return VectorSegment(
            shape: shape, count: count.vectors, columns: columns,
            sketches: SegmentSketches(sharing: sketches, centre: mean),
            records: held.map { .memory($0) } ?? .file(file, offset: headerBytes), number: number, bytesOnDisk: size)
    }

    private static func sections(_ columns: SegmentColumns, _ sketches: SegmentSketches, _ centre: AlignedBuffer)
        -> [AlignedBuffer]
    {
        [sketches.bits, sketches.corrections, columns.rows, columns.revisions, columns.passages, centre]
    }

    /// The header's count, once everything says that the file can hold that many.
    private static func readCount(
        _ file: FileDescriptor, number: UInt64, shape: VectorShape, size: Int
    ) throws(VectorStoreError) -> (vectors: Int, checksums: [UInt32]) {
        let header = AlignedBuffer(count: headerBytes)
        guard try file.read(into: header.bytes, at: 0) else {
            throw .damaged(file: file.path, reason: "shorter than a header")
        }
        var reader = ByteReader(UnsafeRawBufferPointer(header.bytes))
        guard reader.take(UInt64.self) == magic, let dimensions: UInt32 = reader.take(),
            let vectors: UInt64 = reader.take(), let ownNumber: UInt64 = reader.take()
        else { throw .damaged(file: file.path, reason: "not a segment") }
        var checksums: [UInt32] = []
        for _ in 0..<6 { checksums.append(reader.take() ?? 0) }
        let sum = checksum(UnsafeRawBufferPointer(rebasing: header.bytes[0..<reader.offset]))
        guard reader.take(UInt32.self) == sum, header.bytes[reader.offset...].allSatisfy({ $0 == 0 }) else {
            throw .damaged(file: file.path, reason: "the header's checksum does not match")
        }
        guard ownNumber == number else { throw .damaged(file: file.path, reason: "is another segment's file") }
        guard dimensions == UInt32(shape.dimensions), vectors <= UInt64(size) / UInt64(shape.stride),
            size == expectedSize(shape: shape, count: Int(vectors))
        else { throw .damaged(file: file.path, reason: "has the wrong size") }
        return (Int(vectors), checksums)
    }

    private static func expectedSize(shape: VectorShape, count: Int) -> Int {
        let blocks = (count + 7) / 8
        return headerBytes + count * shape.stride + blocks * (shape.words * 64 + 64 + 8 * (4 + 8 + 2))
            + shape.dimensions * 4
    }

    private static func readRecords(_ file: FileDescriptor, shape: VectorShape, count: Int, keep: Bool)
        throws(VectorStoreError) -> AlignedBuffer?
    {
        let bytes = shape.stride
        let total = count * bytes
        let window = AlignedBuffer(count: keep ? total : min(total, max(1, (1 << 20) / bytes) * bytes))
        var offset = 0
        while offset < total {
            let part = UnsafeMutableRawBufferPointer(rebasing: window.bytes[0..<min(window.count, total - offset)])
            guard try file.read(into: part, at: headerBytes + offset) else {
                throw .damaged(file: file.path, reason: "ends early")
            }
            for start in stride(from: 0, to: part.count, by: bytes) {
                guard shape.isIntact(UnsafeRawBufferPointer(rebasing: part[start..<start + bytes])) else {
                    throw .damaged(file: file.path, reason: "a record's checksum does not match")
                }
            }
            offset += part.count
        }
        return keep ? window : nil
    }
}

extension SegmentSketches {
    fileprivate init(sharing other: SegmentSketches, centre: [Float]) {
        bits = other.bits
        corrections = other.corrections
        self.centre = centre
    }
}
