/// Order statistics of durations, in milliseconds.
struct Times: Encodable {
    var count: Int
    var mean: Double
    var p50: Double
    var p90: Double
    var p95: Double
    var p99: Double
    var maximum: Double

    init(milliseconds: [Double]) {
        let ordered = milliseconds.sorted()
        // Nearest rank: the smallest value that at least this share does not exceed.
        func quantile(_ share: Double) -> Double {
            ordered.isEmpty ? 0 : ordered[max(0, Int((share * Double(ordered.count)).rounded(.up)) - 1)]
        }
        count = ordered.count
        mean = ordered.isEmpty ? 0 : ordered.reduce(0, +) / Double(ordered.count)
        p50 = quantile(0.5)
        p90 = quantile(0.9)
        p95 = quantile(0.95)
        p99 = quantile(0.99)
        maximum = ordered.last ?? 0
    }
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
    var seconds: Double { milliseconds / 1e3 }
}
