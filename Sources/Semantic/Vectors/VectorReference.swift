import CVectorScan

/// What the scan is measured against: the plain way, as fast as the processor does it.
public enum VectorReference {
    /// The `count` vectors with the greatest product with `query`, best first, equals by index: an exact scan in single
    /// precision. `vectors` holds them one after another.
    public static func exact(_ query: [Float], in vectors: UnsafeBufferPointer<Float>, count: Int) -> [Int] {
        guard let base = vectors.baseAddress, !query.isEmpty, count > 0 else { return [] }
        let level = vscan_best_level()
        var best: [(score: Float, index: Int)] = []
        var worst = -Float.infinity
        for index in 0..<vectors.count / query.count {
            let score = vscan_dot_exact(level, base + index * query.count, query, query.count)
            guard score > worst || best.count < count else { continue }
            let place = best.firstIndex { $0.score < score } ?? best.count
            best.insert((score, index), at: place)
            if best.count > count { best.removeLast() }
            if best.count == count { worst = best[count - 1].score }
        }
        return best.map(\.index)
    }

    /// One pass over memory that does next to nothing: the floor of any scan of it.
    public static func pass(_ words: UnsafeBufferPointer<UInt64>) -> UInt64 {
        words.baseAddress.map { vscan_pass($0, words.count) } ?? 0
    }

    /// The kernels' level of this processor: 0 plain, 1 AVX2, 2 AVX-512.
    public static var kernelLevel: Int { Int(vscan_best_level().rawValue) }
}
