/// What tells a text and a model from every other: SipHash-2-4 with 128 bits (Aumasson and Bernstein, 2012), its key
/// made from the model's identity.
struct TextKey: Sendable, Hashable {
    let low: UInt64
    let high: UInt64

    static let byteCount = 16

    init(low: UInt64, high: UInt64) {
        (self.low, self.high) = (low, high)
    }

    /// Reads what `append(to:)` wrote.
    init(bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    }

    func append(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: low.littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: high.littleEndian) { bytes.append(contentsOf: $0) }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }
}

/// Makes the keys of texts for one model.
struct TextHasher: Sendable {
    private let key: (UInt64, UInt64)

    init(modelIdentity: String) {
        let identity = SipHash.hash(Array(modelIdentity.utf8), key: (0x616C_6D61_6765_7374, 1))
        key = (identity.low, identity.high)
    }

    func key(of text: String) -> TextKey {
        var text = text
        return text.withUTF8 { SipHash.hash($0, key: key) }
    }
}

/// SipHash-2-4 with a result of 128 bits.
enum SipHash {
    static func hash(_ bytes: some Collection<UInt8>, key: (UInt64, UInt64)) -> TextKey {
        let done = bytes.withContiguousStorageIfAvailable { hash($0, key: key) }
        return done ?? Array(bytes).withUnsafeBufferPointer { hash($0, key: key) }
    }

    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, key: (UInt64, UInt64)) -> TextKey {
        var v0 = key.0 ^ 0x736f_6d65_7073_6575
        var v1 = key.1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
        var v2 = key.0 ^ 0x6c79_6765_6e65_7261
        var v3 = key.1 ^ 0x7465_6462_7974_6573

        func rotate(_ x: UInt64, _ n: UInt64) -> UInt64 { x << n | x >> (64 - n) }
        func round() {
            v0 &+= v1
            v2 &+= v3
            v1 = rotate(v1, 13) ^ v0
            v3 = rotate(v3, 16) ^ v2
            v0 = rotate(v0, 32)
            v2 &+= v1
            v0 &+= v3
            v1 = rotate(v1, 17) ^ v2
            v3 = rotate(v3, 21) ^ v0
            v2 = rotate(v2, 32)
        }
        func take(_ word: UInt64) {
            v3 ^= word
            round()
            round()
            v0 ^= word
        }

        let raw = UnsafeRawBufferPointer(bytes)
        let whole = raw.count & ~7
        for offset in stride(from: 0, to: whole, by: 8) {
            take(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        var last = UInt64(truncatingIfNeeded: raw.count) << 56
        for offset in whole..<raw.count { last |= UInt64(raw[offset]) << UInt64(8 * (offset - whole)) }
        take(last)

        v2 ^= 0xee
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<4 { round() }
        return TextKey(low: low, high: v0 ^ v1 ^ v2 ^ v3)
    }
}
