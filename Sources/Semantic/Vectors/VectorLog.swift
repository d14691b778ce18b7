import Catalog
import Foundation

/// Vectors in stored form, sorted by row and passage: what a log record holds and a segment is made of.
struct VectorBatch: Sendable {
    var rows: [RowID] = []
    var revisions: [Seq] = []
    var passages: [UInt16] = []
    /// Records of the shape's stride.
    var records: [UInt8] = []

    var count: Int { rows.count }

    func segment(shape: VectorShape) -> VectorSegment {
        let columns = SegmentColumns(count: count)
        columns.rows.pointer(to: RowID.self).update(from: rows, count: count)
        columns.revisions.pointer(to: Seq.self).update(from: revisions, count: count)
        columns.passages.pointer(to: UInt16.self).update(from: passages, count: count)
        let held = AlignedBuffer(count: records.count)
        records.withUnsafeBytes { held.bytes.copyMemory(from: $0) }
        return VectorSegment(shape: shape, count: count, columns: columns, sketches: nil, records: .memory(held))
    }
}

/// The log of what is not yet in a sealed segment.
///
/// A header, then records of length, CRC-32C, kind and content. What stands before the last whole commit record is the
/// state; the rest was never flushed and is cut off at open. Nothing is written before a flush or a full buffer.
struct VectorLog: Sendable {
    enum Record {
        case append(VectorBatch)
        case remove([RowID])
        case commit(Seq)
    }

    private static let magic: UInt64 = 0x3130_474F_4C4D_4C41  // "ALMLOG01"
    private static let headerBytes = 24
    /// Vectors in one record at most.
    private static let recordVectors = 1024
    private static let spillBytes = 1 << 20

    let file: FileDescriptor
    let number: UInt64
    /// Bytes written; a write that fails is cut back to here.
    private(set) var written: Int
    private var buffer = ByteWriter()
    private(set) var lastCommit: Seq?
    /// After a failed synchronisation nobody knows what is on disk: the log must be begun anew.
    private(set) var isBroken = false

    /// Whether nothing has been put in since the last commit.
    var isClean: Bool { buffer.bytes.isEmpty && written == committed }
    private var committed: Int

    /// Bytes written and waiting.
    var size: Int { written + buffer.bytes.count }

    /// A new log, durable but for its name.
    init(creating path: String, number: UInt64, shape: VectorShape) throws(VectorStoreError) {
        file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_TRUNC)
        self.number = number
        var header = ByteWriter()
        header.put(Self.magic)
        header.put(UInt32(shape.dimensions))
        header.put(number)
        header.seal()
        let bytes = header.bytes
        try file.write(bytes, at: 0)
        try file.synchronise()
        written = bytes.count
        committed = written
    }

    /// Opens a log and replays what was committed. Throws `damaged` if the header is not right.
    init(opening path: String, number: UInt64, shape: VectorShape, replay: (Record) -> Void) throws(VectorStoreError) {
        file = try FileDescriptor.open(path, flags: O_RDWR)
        self.number = number
        let size = try file.size()
        let content = AlignedBuffer(count: size)
        guard size >= Self.headerBytes, try file.read(into: content.bytes, at: 0) else {
            throw .damaged(file: path, reason: "shorter than a header")
        }
        let bytes = UnsafeRawBufferPointer(content.bytes)
        var header = ByteReader(bytes)
        guard header.take(UInt64.self) == Self.magic, header.take(UInt32.self) == UInt32(shape.dimensions),
            header.take(UInt64.self) == number,
            header.take(UInt32.self) == checksum(UnsafeRawBufferPointer(rebasing: bytes[0..<Self.headerBytes - 4]))
        else { throw .damaged(file: path, reason: "the header does not match") }
        written = Self.headerBytes
        var pending: [Record] = []
        var reader = header
        while let record = Self.next(&reader, shape: shape) {
            if case .commit(let seq) = record {
                for earlier in pending { replay(earlier) }
                pending.removeAll()
                lastCommit = seq
                written = reader.offset
            } else {
                pending.append(record)
            }
        }
        committed = written
        if written < size { try file.truncate(to: written) }
    }

    mutating func append(_ batch: VectorBatch, shape: VectorShape) {
        var start = 0
        while start < batch.count {
            let end = min(start + Self.recordVectors, batch.count)
            put(kind: 1) { content in
                content.put(UInt32(end - start))
                for index in start..<end {
                    content.put(batch.rows[index])
                    content.put(batch.revisions[index])
                    content.put(batch.passages[index])
                }
                content.bytes.append(contentsOf: batch.records[start * shape.stride..<end * shape.stride])
            }
            start = end
        }
    }

    mutating func remove(_ rows: [RowID]) {
        for start in stride(from: 0, to: rows.count, by: 65_536) {
            put(kind: 2) { content in
                for row in rows[start..<min(start + 65_536, rows.count)] { content.put(row) }
            }
        }
    }

    /// Makes everything before durable, together with `seq`.
    mutating func commit(_ seq: Seq) throws(VectorStoreError) {
        if isBroken { throw .damaged(file: file.path, reason: "could not be made durable") }
        let before = buffer.bytes.count
        put(kind: 3) { $0.put(seq) }
        do {
            try spill()
        } catch {
            // The commit belongs to this call: a later one writes its own.
            buffer.bytes.removeLast(buffer.bytes.count - before)
            throw error
        }
        do {
            try file.synchronise()
        } catch {
            isBroken = true
            throw error
        }
        lastCommit = seq
        committed = written
    }

    /// Writes what waits, if it has become much.
    mutating func spillIfFull() throws(VectorStoreError) {
        if buffer.bytes.count >= Self.spillBytes { try spill() }
    }

    private mutating func spill() throws(VectorStoreError) {
        let bytes = buffer.bytes
        do {
            try file.write(bytes, at: written)
        } catch {
            try? file.truncate(to: written)
            throw error
        }
        written += bytes.count
        buffer.bytes.removeAll(keepingCapacity: bytes.count <= 2 * Self.spillBytes)
    }

    private mutating func put(kind: UInt8, _ fill: (inout ByteWriter) -> Void) {
        var content = ByteWriter()
        content.put(kind)
        fill(&content)
        buffer.put(UInt32(content.bytes.count))
        buffer.put(content.bytes.withUnsafeBytes { checksum($0) })
        buffer.bytes.append(contentsOf: content.bytes)
    }

    /// The next whole record, nil at the end or at the first one that is not what was written.
    private static func next(_ reader: inout ByteReader, shape: VectorShape) -> Record? {
        guard let length: UInt32 = reader.take(), let sum: UInt32 = reader.take(),
            let content = reader.take(Int(length)), checksum(content) == sum
        else { return nil }
        var inner = ByteReader(content)
        switch inner.take(UInt8.self) {
        case 1:
            return batch(&inner, shape: shape).map { .append($0) }
        case 2:
            guard inner.rest % 4 == 0 else { return nil }
            var rows: [RowID] = []
            while let row: RowID = inner.take() { rows.append(row) }
            return .remove(rows)
        case 3:
            guard let seq: Seq = inner.take(), inner.rest == 0 else { return nil }
            return .commit(seq)
        default:
            return nil
        }
    }

    private static func batch(_ reader: inout ByteReader, shape: VectorShape) -> VectorBatch? {
        guard let stored: UInt32 = reader.take(), Int(stored) <= reader.rest / (14 + shape.stride) else { return nil }
        var batch = VectorBatch()
        for _ in 0..<stored {
            guard let row: RowID = reader.take(), let revision: Seq = reader.take(), let passage: UInt16 = reader.take()
            else { return nil }
            batch.rows.append(row)
            batch.revisions.append(revision)
            batch.passages.append(passage)
        }
        guard let records = reader.take(Int(stored) * shape.stride), reader.rest == 0 else { return nil }
        for index in 0..<batch.count {
            let record = records[index * shape.stride..<(index + 1) * shape.stride]
            guard shape.isIntact(UnsafeRawBufferPointer(rebasing: record)) else { return nil }
        }
        batch.records = Array(records)
        return batch
    }
}
