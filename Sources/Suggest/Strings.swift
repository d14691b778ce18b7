import Foundation

/// Many byte strings in one block.
struct Strings: Sendable {
    var bytes: [UInt8] = []
    /// Where each begins, and at the end where the last one ends.
    var starts: [UInt32] = [0]

    var count: Int { starts.count - 1 }

    mutating func append(_ string: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: string)
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    @inline(__always)
    func range(_ i: Int) -> Range<Int> { Int(starts[i])..<Int(starts[i + 1]) }

    @inline(__always)
    func with<R>(_ i: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let range = range(i)
        return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    func string(_ i: Int) -> String { with(i) { String(decoding: $0, as: UTF8.self) } }
}

/// Order of byte strings, which for UTF-8 is the order of scalars.
enum Bytes {
    /// Negative, 0 or positive.
    @inline(__always)
    static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let common = min(a.count, b.count)
        if common > 0, let x = a.baseAddress, let y = b.baseAddress {
            let order = memcmp(x, y, common)
            if order != 0 { return Int(order) }
        }
        return a.count - b.count
    }

    /// Like `compare`, but 0 when `a` begins with `prefix`.
    @inline(__always)
    static func comparePrefix(_ a: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer) -> Int {
        compare(UnsafeRawBufferPointer(rebasing: a.prefix(prefix.count)), prefix)
    }

    @inline(__always)
    static func hasPrefix(_ a: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer) -> Bool {
        guard a.count >= prefix.count else { return false }
        guard let x = a.baseAddress, let y = prefix.baseAddress, !prefix.isEmpty else { return true }
        return memcmp(x, y, prefix.count) == 0
    }

    /// Whether `needle` stands somewhere in `a`.
    static func contains(_ a: UnsafeRawBufferPointer, _ needle: UnsafeRawBufferPointer) -> Bool {
        find(needle, in: a, from: 0) != nil
    }

    /// Offset of the first place of `needle` at `from` or later.
    @inline(__always)
    static func find(_ needle: UnsafeRawBufferPointer, in a: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard let base = a.baseAddress, let start = needle.baseAddress, !needle.isEmpty else {
            return needle.isEmpty && from <= a.count ? from : nil
        }
        let end = a.count - needle.count
        guard from <= end else { return nil }
        let first = Int32(needle[0])
        var place = base + from
        let last = base + end
        while place <= last, let found = memchr(place, first, last - place + 1) {
            if memcmp(found, start, needle.count) == 0 { return UnsafeRawPointer(found) - base }
            place = UnsafeRawPointer(found) + 1
        }
        return nil
    }
}
