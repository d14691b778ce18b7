/// How many changes may go ahead of the journal: some at once, then so many a second.
struct UrgentAllowance {
    /// What a person does at once, and a little more.
    static let burst = 64

    private let rate: Double
    private var left = Double(burst)
    private var at: ContinuousClock.Instant

    /// - Parameter rate: changes a second.
    init(rate: Double, at now: ContinuousClock.Instant = .now) {
        self.rate = rate
        at = now
    }

    /// Takes so many, if they are left.
    mutating func take(_ count: Int, at now: ContinuousClock.Instant = .now) -> Bool {
        left = min(Double(Self.burst), left + rate * max(0, (now - at) / .seconds(1)))
        at = now
        guard left >= Double(count) else { return false }
        left -= Double(count)
        return true
    }
}
