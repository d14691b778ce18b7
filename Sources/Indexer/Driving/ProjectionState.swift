import AlmagestEntities
import Catalog

/// How far a projection is.
public struct ProjectionState: Sendable {
    public let name: String
    /// What is applied and searchable, in journal order.
    public let seq: Seq
    /// Everything up to here is searchable, by either lane.
    public let complete: Seq
    /// Bulk content is still on its way into it.
    public let isBehind: Bool
    /// Single donations are on their way into it by the urgent lane.
    public let hasUrgent: Bool
    /// The latest thing that went wrong, while it lasts.
    public let failure: AlmagestError?
    public let isRebuilding: Bool
    /// The newest `seq` that comes in bulk.
    let target: Seq
    /// What the urgent lane has brought beyond `seq`.
    let urgent: [ClosedRange<Seq>]

    init(of name: String, _ progress: Progress, hasUrgent: Bool, failure: AlmagestError?) {
        self.name = name
        seq = progress.searchable
        complete = progress.complete
        isBehind = progress.isBehind
        self.hasUrgent = hasUrgent
        self.failure = failure
        isRebuilding = progress.isRebuilding
        target = progress.isLost ? .max : progress.target
        urgent = progress.isLost ? [] : progress.urgent
    }

    /// Whether what was written at `seq` can be found.
    func has(_ seq: Seq) -> Bool { seq <= self.seq || urgent.contains { $0.contains(seq) } }
}
