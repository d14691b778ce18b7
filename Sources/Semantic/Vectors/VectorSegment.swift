import CVectorScan
import Catalog
import Foundation

/// Vectors in the form that is searched, sorted by row and passage. Never changed once made.
///
/// A record is scale (Float), CRC-32C of scale and codes, and one signed byte a dimension; sketches are derived from
/// records, so a segment read back equals the one that was written. A small segment has no sketches: all its records
/// are scored.
///
/// Unchecked: all memory is written before the initialiser returns, and only read afterwards.
final class VectorSegment: @unchecked Sendable {
    /// Below this many vectors sketches don't pay.
    static let sketchedFrom = 1024

    enum Records: Sendable {
        case memory(AlignedBuffer)
        case file(FileDescriptor, offset: Int)
    }

    let shape: VectorShape
    let count: Int
    let rowBuffer: AlignedBuffer
    let revisionBuffer: AlignedBuffer
    let passageBuffer: AlignedBuffer
    let sketches: SegmentSketches?
    let records: Records
    /// The number in its file's name, once it has one.
    let number: UInt64?
    let bytesOnDisk: Int
    let distinctRows: Int

    var rows: UnsafeMutablePointer<RowID> { rowBuffer.pointer(to: RowID.self) }
    var revisions: UnsafeMutablePointer<Seq> { revisionBuffer.pointer(to: Seq.self) }
    var passages: UnsafeMutablePointer<UInt16> { passageBuffer.pointer(to: UInt16.self) }

    init(
        shape: VectorShape, count: Int, columns: SegmentColumns, sketches: SegmentSketches?, records: Records,
        number: UInt64? = nil, bytesOnDisk: Int = 0
    ) {
        self.shape = shape
        self.count = count
        rowBuffer = columns.rows
        revisionBuffer = columns.revisions
        passageBuffer = columns.passages
        self.sketches = sketches
        self.records = records
        self.number = number
        self.bytesOnDisk = bytesOnDisk
        let rows = columns.rows.pointer(to: RowID.self)
        var distinct = count > 0 ? 1 : 0
        for position in 0..<max(count - 1, 0) where rows[position] != rows[position + 1] { distinct += 1 }
        distinctRows = distinct
    }

    /// Codes held in memory, in bytes.
    var residentBytes: Int {
        if case .memory(let buffer) = records { buffer.bytes.count } else { 0 }
    }

    /// First position, from `start`, whose row is not below `row`: doubling steps, then halving.
    func lowerBound(_ row: RowID, from start: Int = 0) -> Int {
        let rows = rows
        var low = start
        var high = start
        var step = 1
        while high < count, rows[high] < row {
            low = high + 1
            high += step
            step *= 2
        }
        high = min(high, count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The positions of a row.
    func positions(of row: RowID) -> Range<Int> {
        guard count > 0, row >= rows[0], row <= rows[count - 1] else { return 0..<0 }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < count, rows[end] == row { end += 1 }
        return low..<end
    }

    /// The record at a position, checked; `scratch` (of a record's size) is used if it must be read from the file.
    /// Nil if the file no longer holds what was written.
    @inline(__always)
    func record(at position: Int, scratch: UnsafeMutableRawBufferPointer) -> UnsafeRawPointer? {
        switch records {
        case .memory(let buffer):
            return buffer.bytes.baseAddress.map { UnsafeRawPointer($0 + position * shape.stride) }
        case .file(let file, let offset):
            guard (try? file.read(into: scratch, at: offset + position * shape.stride)) == true,
                shape.isIntact(UnsafeRawBufferPointer(scratch))
            else { return nil }
            return UnsafeRawPointer(scratch.baseAddress)
        }
    }
}

/// What follows from the number of dimensions.
struct VectorShape: Sendable, Hashable {
    let dimensions: Int

    /// 64-bit words of a sketch.
    var words: Int { (dimensions + 63) / 64 }
    /// Bytes of a record.
    var stride: Int { 8 + dimensions }

    /// Writes a record from a vector.
    func encode(_ vector: UnsafePointer<Float>, into record: UnsafeMutableRawPointer) {
        let codes = (record + 8).assumingMemoryBound(to: Int8.self)
        let scale = vscan_quantise(vector, dimensions, codes)
        record.storeBytes(of: scale.bitPattern.littleEndian, as: UInt32.self)
        record.storeBytes(of: sum(of: record).littleEndian, toByteOffset: 4, as: UInt32.self)
    }

    func isIntact(_ record: UnsafeRawBufferPointer) -> Bool {
        guard record.count == stride, let base = record.baseAddress else { return false }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) == sum(of: base)
    }

    static func scale(of record: UnsafeRawPointer) -> Float {
        Float(bitPattern: UInt32(littleEndian: record.loadUnaligned(as: UInt32.self)))
    }

    static func codes(of record: UnsafeRawPointer) -> UnsafePointer<Int8> {
        (record + 8).assumingMemoryBound(to: Int8.self)
    }

    private func sum(of record: UnsafeRawPointer) -> UInt32 {
        vscan_crc32c(vscan_crc32c(0, record, 4), record + 8, dimensions)
    }
}

/// Row, revision and passage of every position.
struct SegmentColumns: Sendable {
    let rows: AlignedBuffer
    let revisions: AlignedBuffer
    let passages: AlignedBuffer

    init(count: Int) {
        // Whole blocks, so that a kernel may look at the last one's dead positions.
        let padded = (count + 7) / 8 * 8
        rows = AlignedBuffer(count: padded * MemoryLayout<RowID>.size)
        revisions = AlignedBuffer(count: padded * MemoryLayout<Seq>.size)
        passages = AlignedBuffer(count: padded * MemoryLayout<UInt16>.size)
    }
}

/// Step one's data of a segment, and the centre that it is relative to.
struct SegmentSketches: Sendable {
    let bits: AlignedBuffer
    let corrections: AlignedBuffer
    let centre: [Float]

    init(shape: VectorShape, count: Int, centre: [Float]) {
        let blocks = (count + 7) / 8
        bits = AlignedBuffer(count: blocks * shape.words * 64)
        corrections = AlignedBuffer(count: blocks * 64)
        self.centre = centre
    }
}
