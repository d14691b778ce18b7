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
}
