/// What those share who bring a projection what the journal says.
extension Catalog {
    /// Whether a projection that has everything up to `seq` can go on from there. If not it belongs to another catalog, or
    /// deletions that it has not seen are no longer known: it must begin anew.
    public func canFollow(from seq: Seq) async throws -> Bool {
        if seq == 0 { return true }
        let horizon = try await horizon()
        return seq <= lastSeq && seq >= horizon
    }
}

/// How long to wait after something went wrong so many times in a row: longer and longer, half a minute at most.
public func patience(after failures: Int) -> Duration { .milliseconds(min(30_000, 100 << min(failures, 8))) }
