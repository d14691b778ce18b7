import AlmagestEntities

/// A write that has its place in the order of writes. It is applied when somebody awaits it, or one after it.
public struct Submission<Outcome: Sendable>: Sendable {
    let slot: WriteSlot
    let writer: CatalogWriter
    let read: @Sendable (WriteReply) -> Outcome?

    /// What came of it, once it is on disk.
    public var value: Outcome {
        get async throws(AlmagestError) {
            await writer.drain(until: slot)
            guard let outcome = try slot.outcome?.get(), let value = read(outcome) else { throw CatalogWriter.closed }
            return value
        }
    }
}
