/// SipHash-2-4 with 128 bits of result (Aumasson and Bernstein, 2012), under a secret key of the store.
///
/// It tells content that is donated again from content that changed, and notices bytes that changed on disk.
/// Keyed, so that nobody can prepare two contents that look the same.
struct ContentHash: Hashable, Sendable {
    var low: UInt64
    var high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Reads the 16 bytes, little-endian, that `bytes` gives; nil of another length.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        low = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    var bytes: [UInt8] {
        [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
    }

    /// Binds the 16 bytes without an allocation.
    func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withUnsafeBytes(of: (low.littleEndian, high.littleEndian), body)
    }

    /// The secret of a store.
    struct Key: Sendable {
        var k0: UInt64
        var k1: UInt64

        static func random() -> Key { Key(k0: .random(in: .min ... .max), k1: .random(in: .min ... .max)) }
    }

    init(_ bytes: [UInt8], key: Key) {
        self = bytes.withUnsafeBytes { ContentHash($0, key: key) }
    }

    init(_ bytes: UnsafeRawBufferPointer, key: Key) {
        var state = State(key)
        let whole = bytes.count & ~7
        var at = 0
        while at < whole {
            state.absorb(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
            at += 8
        }
        var last = UInt64(bytes.count & 0xff) << 56
        for i in whole..<bytes.count { last |= UInt64(bytes[i]) << (8 * UInt64(i - whole)) }
        state.absorb(last)
        state.v2 ^= 0xee
        for _ in 0..<4 { state.round() }
        low = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
        state.v1 ^= 0xdd
        for _ in 0..<4 { state.round() }
        high = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    }

    private struct State {
        var v0: UInt64
        var v1: UInt64
        var v2: UInt64
        var v3: UInt64

        init(_ key: Key) {
            v0 = key.k0 ^ 0x736f_6d65_7073_6575
            v1 = key.k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
            v2 = key.k0 ^ 0x6c79_6765_6e65_7261
            v3 = key.k1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func absorb(_ word: UInt64) {
            v3 ^= word
            round()
            round()
            v0 ^= word
        }

        @inline(__always)
        mutating func round() {
            v0 &+= v1
            v1 = v1 << 13 | v1 >> 51
            v1 ^= v0
            v0 = v0 << 32 | v0 >> 32
            v2 &+= v3
            v3 = v3 << 16 | v3 >> 48
            v3 ^= v2
            v0 &+= v3
            v3 = v3 << 21 | v3 >> 43
            v3 ^= v0
            v2 &+= v1
            v1 = v1 << 17 | v1 >> 47
            v1 ^= v2
            v2 = v2 << 32 | v2 >> 32
        }
    }
}
