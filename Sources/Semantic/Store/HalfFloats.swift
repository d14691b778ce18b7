/// Vectors as half-precision floats (IEEE 754 binary16, little-endian): 768 bytes instead of 1,536, cosine 0.9999999.
///
/// By integer arithmetic that the compiler turns into vector instructions on every processor; numbers beyond 65,504 do
/// not occur in vectors of length 1.
enum HalfFloats {
    static func encode(_ vector: [Float]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: vector.count * 2) { bytes, count in
            let halves = UnsafeMutableRawBufferPointer(bytes)
            for (index, value) in vector.enumerated() {
                let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16) & 0x8000
                // Scaled so that the exponent's bias is that of a half; then rounded to even at the 13th bit.
                let scaled = (value.magnitude * 0x1p-112).bitPattern
                let rounded = (scaled &+ 0x0FFF &+ (scaled >> 13 & 1)) >> 13
                let half = UInt16(truncatingIfNeeded: rounded) | sign
                halves.storeBytes(of: half.littleEndian, toByteOffset: 2 * index, as: UInt16.self)
            }
            count = vector.count * 2
        }
    }

    /// The vector as it comes back from `encode` and `decode`.
    static func rounded(_ vector: [Float]) -> [Float] {
        encode(vector).withUnsafeBytes { decode($0) }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) -> [Float] {
        let total = bytes.count / 2
        return [Float](unsafeUninitializedCapacity: total) { vector, count in
            for index in 0..<total {
                let half = UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
                let magnitude = Float(bitPattern: (half & 0x7FFF) << 13) * 0x1p112
                vector.initializeElement(at: index, to: Float(bitPattern: magnitude.bitPattern | (half & 0x8000) << 16))
            }
            count = total
        }
    }
}
