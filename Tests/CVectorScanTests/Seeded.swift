/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers from the same seed everywhere.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Roughly normal, mean 0, variance 1.
    mutating func normal() -> Float {
        let bits = next()
        var sum: Float = 0
        for shift in stride(from: 0, to: 64, by: 16) { sum += Float((bits >> UInt64(shift)) & 0xffff) / 65536 }
        return (sum - 2) * 1.732
    }
}
