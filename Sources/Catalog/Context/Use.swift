import Glibc

/// How often and how lately an entity was used, as far as its app donated it or it was opened.
public struct Use: Sendable, Equatable {
    /// Interactions that are remembered.
    public let count: Int
    /// When the newest was, in seconds since 1970; nil when there was none.
    public let last: Double?
    /// The interactions weighted by their date, relative to `epoch`.
    private let scaled: Double

    /// A use counts half after this many seconds.
    public static let halfLife: Double = 14 * 86_400
    /// 2020-01-01T00:00:00Z. Any moment will do; with one of our time the weights stay far from a `Double`'s limits.
    private static let epoch: Double = 1_577_836_800

    /// No use at all.
    public static let none = Use([])

    /// - Parameter dates: seconds since 1970, ascending, so that the same dates always give the same sum.
    init(_ dates: [Double]) {
        count = dates.count
        last = dates.last
        scaled = dates.reduce(0) { $0 + exp2(($1 - Self.epoch) / Self.halfLife) }
    }

    /// The uses as they weigh at a moment: one just now weighs 1, one from `halfLife` ago 0.5.
    ///
    /// Forward decay (Cormode, Shkapenyuk, Srivastava and Xu, "Forward Decay: A Practical Time Decay Model for
    /// Streaming Systems", 2009): the sum is made once, whenever it is asked for.
    public func weight(now: Double) -> Double {
        scaled == 0 ? 0 : scaled * exp2((Self.epoch - now) / Self.halfLife)
    }
}
