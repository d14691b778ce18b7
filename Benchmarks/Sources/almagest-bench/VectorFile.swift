import Foundation

/// Vectors in a file: 32-bit floats in the machine's order, one vector after another.
enum VectorFile {
    static func read(_ file: URL, dimensions: Int, limit: Int = .max) throws -> [Float] {
        let data = try Data(contentsOf: file, options: .alwaysMapped)
        let vectors = min(limit, data.count / (4 * dimensions))
        guard vectors > 0 else { throw BenchmarkError("\(file.path): no vectors of \(dimensions) dimensions") }
        return [Float](unsafeUninitializedCapacity: vectors * dimensions) { buffer, count in
            count = data.prefix(vectors * dimensions * 4).copyBytes(to: UnsafeMutableRawBufferPointer(buffer)) / 4
        }
    }

    /// The same, each vector by itself.
    static func rows(_ file: URL, dimensions: Int, limit: Int) throws -> [[Float]] {
        let flat = try read(file, dimensions: dimensions, limit: limit)
        return stride(from: 0, to: flat.count, by: dimensions).map { Array(flat[$0..<$0 + dimensions]) }
    }

    static func write(_ vectors: [[Float]], to file: URL) throws {
        var data = Data()
        for vector in vectors { vector.withUnsafeBytes { data.append(contentsOf: $0) } }
        try data.write(to: file, options: .atomic)
    }

    /// `real` and, above their number, copies with seeded noise of 0.3 of their length, normalised.
    static func grown(_ real: [Float], dimensions: Int, count: Int) -> [Float] {
        let known = real.count / dimensions
        if count <= known { return Array(real[0..<count * dimensions]) }
        var all = real
        all.reserveCapacity(count * dimensions)
        var random = SplitMix64(seed: 7)
        // The sum of four uniform numbers, with a variance of 1: near enough to normal.
        func next() -> Float {
            let z = random.next()
            let sum = (z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + z >> 48
            return (Float(sum) / 65536 - 2) * 1.732
        }
        let share = 0.3 / Float(dimensions).squareRoot()
        var vector = [Float](repeating: 0, count: dimensions)
        for index in known..<count {
            let source = index % known * dimensions
            var squares: Float = 0
            for i in 0..<dimensions {
                vector[i] = real[source + i] + share * next()
                squares += vector[i] * vector[i]
            }
            let inverse = 1 / squares.squareRoot()
            for i in 0..<dimensions { all.append(vector[i] * inverse) }
        }
        return all
    }
}

/// Steele, Lea and Flood's generator: the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
