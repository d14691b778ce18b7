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

    /// The string that a byte belongs to, which is `from` or a later one.
    func item(at byte: Int, from first: Int) -> Int {
        var step = 1
        var low = first
        // Most are near.
        while low + step < count, Int(starts[low + step]) <= byte {
            low += step
            step *= 2
        }
        return Search.first(low..<min(low + step, count - 1)) { Int(starts[$0 + 1]) > byte }
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

    /// Offset of the first place of `needle` at `from` or later.
    ///
    /// Sixteen places at a time are compared by their first and last byte.
    @inline(__always)
    static func find(_ needle: UnsafeRawBufferPointer, in a: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard let base = a.baseAddress, let start = needle.baseAddress, !needle.isEmpty else {
            return needle.isEmpty && from <= a.count ? from : nil
        }
        let end = a.count - needle.count
        let last = needle.count - 1
        let firstByte = SIMD16<UInt8>(repeating: needle[0])
        let lastByte = SIMD16<UInt8>(repeating: needle[last])
        var place = from
        while place + 15 <= end {
            let one = (base + place).loadUnaligned(as: SIMD16<UInt8>.self)
            let other = (base + place + last).loadUnaligned(as: SIMD16<UInt8>.self)
            let both = (one .== firstByte) .& (other .== lastByte)
            let lanes = unsafeBitCast(both, to: SIMD2<UInt64>.self)
            for half in 0..<2 {
                var bits = lanes[half] & 0x0101_0101_0101_0101
                while bits != 0 {
                    let found = place + half * 8 + bits.trailingZeroBitCount >> 3
                    if memcmp(base + found, start, needle.count) == 0 { return found }
                    bits &= bits - 1
                }
            }
            place += 16
        }
        while place <= end {
            if needle[0] == a[place], memcmp(base + place, start, needle.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}
