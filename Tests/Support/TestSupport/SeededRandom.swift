import Foundation

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed everywhere.
///
/// `ALMAGEST_TEST_SEED` makes other numbers of all seeds, for a soak; without it a test is the same each time.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    private static let run = ProcessInfo.processInfo.environment["ALMAGEST_TEST_SEED"].flatMap(UInt64.init) ?? 0

    public init(seed: UInt64) { state = seed ^ Self.run &* 0x9FB2_1C65_1E98_DF25 }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    public mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True so many times in a hundred.
    public mutating func chance(_ percent: Int) -> Bool { int(0..<100) < percent }

    public mutating func pick<T>(_ items: [T]) -> T { items[int(0..<items.count)] }

    /// Roughly normal, mean 0, variance 1.
    public mutating func normal() -> Float {
        let bits = next()
        var sum: Float = 0
        for shift in stride(from: 0, to: 64, by: 16) { sum += Float((bits >> UInt64(shift)) & 0xffff) / 65536 }
        return (sum - 2) * 1.732
    }
}
