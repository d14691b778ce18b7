import Catalog
import Foundation

/// Which files make up the store, and the `seq` that the log begins after. Replaced as a whole by a rename.
struct VectorManifest: Sendable {
    struct Sealed: Sendable {
        var number: UInt64
        var count: Int
        /// One byte for each eight positions.
        var live: [UInt8]
    }

    private static let magic: UInt64 = 0x3130_4E41_4D4D_4C41  // "ALMMAN01"
    static let name = "manifest"

    var dimensions: Int
    var modelHash: String
    var appliedSeq: Seq
    var nextNumber: UInt64
    var log: UInt64
    var sealed: [Sealed]

    static func segmentName(_ number: UInt64) -> String { "segment-\(number).vectors" }
    static func logName(_ number: UInt64) -> String { "log-\(number)" }

    /// Every file name that is the store's own.
    static func isOurs(_ name: String) -> Bool {
        name.hasPrefix("segment-") || name.hasPrefix("log-") || name == self.name || name == "\(self.name).new"
    }

    func isUsed(_ name: String) -> Bool {
        name == Self.name || name == Self.logName(log)
            || sealed.contains { Self.segmentName($0.number) == name }
    }

    /// Replaces the stored manifest, durably. Everything that it names must be durable already. Returns its size.
    @discardableResult
    func write(directory: String) throws(VectorStoreError) -> Int {
        var writer = ByteWriter()
        writer.put(Self.magic)
        writer.put(UInt32(dimensions))
        writer.put(modelHash)
        writer.put(appliedSeq)
        writer.put(nextNumber)
        writer.put(log)
        writer.put(UInt32(sealed.count))
        for segment in sealed {
            writer.put(segment.number)
            writer.put(UInt64(segment.count))
            writer.bytes.append(contentsOf: segment.live)
        }
        writer.seal()
        let path = directory + "/" + Self.name
        let bytes = writer.bytes
        let file = try FileDescriptor.open(path + ".new", flags: O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(bytes, at: 0)
        try file.synchronise()
        // New files' names first, so that no manifest ever names what is not there.
        try FileDescriptor.synchroniseDirectory(directory)
        guard rename(path + ".new", path) == 0 else { throw file.failure("rename") }
        try FileDescriptor.synchroniseDirectory(directory)
        return bytes.count
    }

    /// The stored manifest; nil if there is none.
    static func read(directory: String) throws(VectorStoreError) -> VectorManifest? {
        let path = directory + "/" + name
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(path, flags: O_RDONLY)
        } catch .system(_, _, ENOENT) {
            return nil
        }
        let content = AlignedBuffer(count: try file.size())
        guard try file.read(into: content.bytes, at: 0) else { throw .damaged(file: path, reason: "ends early") }
        guard let manifest = decode(UnsafeRawBufferPointer(content.bytes)) else {
            throw .damaged(file: path, reason: "the checksum does not match")
        }
        return manifest
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) -> VectorManifest? {
        guard bytes.count >= 4 else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: bytes[0..<bytes.count - 4])
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[body.count...]))
        guard end.take(UInt32.self) == checksum(body) else { return nil }
        var reader = ByteReader(body)
        guard reader.take(UInt64.self) == magic, let dimensions: UInt32 = reader.take(),
            let hash = reader.takeText(), let seq: Seq = reader.take(), let next: UInt64 = reader.take(),
            let log: UInt64 = reader.take(), let count: UInt32 = reader.take()
        else { return nil }
        var sealed: [Sealed] = []
        for _ in 0..<count {
            guard let number: UInt64 = reader.take(), let vectors: UInt64 = reader.take(),
                vectors < 1 << 32, let live = reader.take((Int(vectors) + 7) / 8)
            else { return nil }
            sealed.append(Sealed(number: number, count: Int(vectors), live: Array(live)))
        }
        guard reader.rest == 0 else { return nil }
        return VectorManifest(
            dimensions: Int(dimensions), modelHash: hash, appliedSeq: seq, nextNumber: next, log: log, sealed: sealed)
    }
}
