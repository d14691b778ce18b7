import CVectorScan
import Foundation

/// An open file; closes itself.
///
/// Segments are read with `pread`, never mapped: whoever truncates a mapped file, or a disk that fails under it,
/// ends the process with SIGBUS, while `pread` comes back short or with an error.
final class FileDescriptor: Sendable {
    let number: Int32
    let path: String

    private init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { Glibc.close(number) }

    static func open(_ path: String, flags: Int32) throws(VectorStoreError) -> FileDescriptor {
        let number = retrying { Glibc.open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        return FileDescriptor(number: number, path: path)
    }

    func size() throws(VectorStoreError) -> Int {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw failure("fstat") }
        return Int(status.st_size)
    }

    /// Fills `buffer` from `offset`; false if the file ends before.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(VectorStoreError) -> Bool {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = Self.retrying { pread(number, rest.baseAddress, rest.count, off_t(offset + done)) }
            if count < 0 { throw failure("read") }
            if count == 0 { return false }
            done += count
        }
        return true
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(VectorStoreError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Self.retrying { pwrite(number, rest.baseAddress, rest.count, off_t(offset + done)) }
            if count < 0 { throw failure("write") }
            done += count
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(VectorStoreError) {
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(VectorStoreError) in try write(bytes, at: offset) }
        }
        try outcome.get()
    }

    func truncate(to size: Int) throws(VectorStoreError) {
        guard Self.retrying({ Int(ftruncate(number, off_t(size))) }) == 0 else { throw failure("truncate") }
    }

    func synchronise() throws(VectorStoreError) {
        guard Self.retrying({ Int(fdatasync(number)) }) == 0 else { throw failure("fdatasync") }
    }

    func failure(_ operation: String) -> VectorStoreError {
        .system(operation: operation, path: path, code: errno)
    }

    /// Makes the names in a directory durable.
    static func synchroniseDirectory(_ path: String) throws(VectorStoreError) {
        let directory = try open(path, flags: O_RDONLY | O_DIRECTORY)
        guard fsync(directory.number) == 0 else { throw directory.failure("fsync") }
    }

    private static func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
        while true {
            let value = call()
            if value >= 0 || errno != EINTR { return value }
        }
    }
}

/// CRC-32C of bytes.
func checksum(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
    guard let base = bytes.baseAddress else { return crc }
    return vscan_crc32c(crc, base, bytes.count)
}

/// Whole numbers written one after another, little-endian.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ text: String) {
        put(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Ends with the checksum of all before.
    mutating func seal() { put(bytes.withUnsafeBytes { checksum($0) }) }
}

/// Reads what `ByteWriter` wrote; nil past the end.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: Int { bytes.count - offset }

    mutating func take<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        guard let taken = take(MemoryLayout<Value>.size) else { return nil }
        return Value(littleEndian: taken.loadUnaligned(as: Value.self))
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= rest else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func takeText() -> String? {
        guard let count: UInt32 = take(), let taken = take(Int(count)) else { return nil }
        return String(decoding: taken, as: UTF8.self)
    }
}
