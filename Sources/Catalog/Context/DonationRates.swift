import AlmagestEntities

/// How fast apps donate interactions: a bucket of permits for each that fills evenly.
struct DonationRates: Sendable {
    private struct Bucket: Sendable {
        var permits: Double
        var filled: ContinuousClock.Instant
    }

    private var buckets: [ExactName: Bucket] = [:]
    /// Donations left out since the daemon began, by app.
    private(set) var thinned: [ExactName: Int] = [:]
    /// Apps whose rate is known at a time.
    private static let limit = 4_096

    /// Whether one more may be taken; what may not is counted.
    mutating func admits(_ bundle: String, perMinute: Int, at now: ContinuousClock.Instant) -> Bool {
        let full = Double(perMinute)
        let name = ExactName(bundle)
        var bucket = buckets[name] ?? Bucket(permits: full, filled: now)
        bucket.permits = min(full, bucket.permits + (now - bucket.filled) / .seconds(60) * full)
        bucket.filled = now
        let isAdmitted = bucket.permits >= 1
        if isAdmitted {
            bucket.permits -= 1
        } else if thinned[name] != nil || thinned.count < Self.limit {
            thinned[name, default: 0] += 1
        }
        if buckets[name] == nil, buckets.count >= Self.limit {
            // A bucket that is full by now says nothing.
            buckets = buckets.filter { $0.value.permits + (now - $0.value.filled) / .seconds(60) * full < full }
            if buckets.count >= Self.limit { return isAdmitted }
        }
        buckets[name] = bucket
        return isAdmitted
    }
}
