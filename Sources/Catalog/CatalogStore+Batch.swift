import AlmagestEntities

extension CatalogStore {
    /// Applies a batch. Within a savepoint; the batch is forgotten only after the transaction is committed.
    func commit(_ commit: BatchCommit) throws -> Seq {
        let batch = try staging.batch(commit.batch)
        if let expected = commit.expectedClientState {
            let present = try clientState(bundle: batch.bundle, index: batch.index)
            guard present == expected else {
                throw AlmagestError(
                    .clientStateMismatch,
                    "The client state of index \"\(batch.index)\" of \(batch.bundle) is not the expected one.",
                    path: "expectedClientState", hint: "Ask for `clientState` and continue from there.")
            }
        }
        for step in batch.steps {
            switch step {
            case .puts(let numbers):
                try staging.forEach(numbers, of: commit.batch) { _ = try donate($0) }
            case .update(let patch, let place):
                let outcome = try write(PreparedWrite(entries: [.update(patch)], atomic: false))
                if let rejection = outcome.rejected.first { throw rejection.error.within("entities[\(place)]") }
            case .delete(let scope):
                _ = try delete(scope)
            }
        }
        if let state = commit.clientState {
            try setClientState(state, bundle: batch.bundle, index: batch.index)
        }
        return lastSeq
    }
}

/// The end of a batch.
struct BatchCommit: Sendable {
    var batch: BatchID
    /// nil does not ask; `.some(nil)` expects none.
    var expectedClientState: [UInt8]??
    /// nil leaves it as it is.
    var clientState: [UInt8]?
}

extension PreparedWrite {
    init(entries: [Entry], atomic: Bool) {
        self.entries = entries
        self.atomic = atomic
        batch = nil
        session = nil
    }
}
