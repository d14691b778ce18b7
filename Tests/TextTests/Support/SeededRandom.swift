/// SplitMix64: the same numbers for the same seed everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Kinds of characters that random texts are made of.
enum Alphabet {
    static let blocks: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x61...0x7A, 0x30...0x39, 0x00...0x1F, 0x80...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x4FF,
        0x590...0x5FF, 0x600...0x6FF, 0x900...0x97F, 0xE00...0xE7F, 0xE80...0xEFF, 0x1000...0x109F, 0x1100...0x11FF,
        0x1780...0x17FF, 0x1F00...0x1FFF, 0x2000...0x206F, 0x20A0...0x20FF, 0x2190...0x21FF, 0x2600...0x27BF,
        0x3000...0x30FF, 0x3300...0x33FF, 0x4E00...0x4F00, 0xAC00...0xAD00, 0xE000...0xE010, 0xFB00...0xFDFF,
        0xFE00...0xFE0F, 0xFF00...0xFFEF, 0x1D400...0x1D4FF, 0x1F1E6...0x1F1FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x20000...0x20010, 0xE0020...0xE007F, 0x10FFF0...0x10FFFF,
    ]

    /// Any scalars at all, in runs of a block each, now and then parted by white space.
    static func text(length: Int, using random: inout SeededRandom) -> String {
        var result = String.UnicodeScalarView()
        while result.count < length {
            let block = blocks.randomElement(using: &random) ?? 0x61...0x7A
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &random)) { result.append(scalar) }
            }
            if Bool.random(using: &random) { result.append(" ") }
        }
        return String(result)
    }
}
