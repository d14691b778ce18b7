import Catalog

/// How far the projections are, as whoever drives them knows.
public protocol Freshness: Sendable {
    /// Waits until what was written at `seq` can be found in the projections named, until `deadline`, or until the task is
    /// cancelled.
    /// Returns the names of those that were late.
    func wait(for seq: Seq, in projections: [String], until deadline: ContinuousClock.Instant) async -> [String]

    /// Whether everything that was written up to `seq` can be found in all projections named, those that nobody drives
    /// left aside.
    func hasApplied(_ seq: Seq, in projections: [String]) -> Bool

    /// Everything that was written up to here can be found in the projection.
    func applied(in projection: String) -> Seq

    /// What of the apps within reach was written up to `seq` and cannot be found in the projection: how much, and the newest.
    func missing(in projection: String, through seq: Seq, within reach: Reach) -> (count: Int, newest: Seq)

    /// Projections into which content of the apps within reach is still on its way.
    func behind(within reach: Reach) -> [String]

    /// Tells that a search failed in a projection: it may have begun anew and has to be filled again.
    func failed(in projection: String)

    /// Tells that some projection said that it is damaged and begins anew: from here on what it lacks is known.
    func noteLoss() async
}
