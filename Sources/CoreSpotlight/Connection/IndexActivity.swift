internal import AlmagestEntities
import Synchronization

/// What goes on with the named indexes of a process: how many items were handed over, and which batches are open.
final class IndexActivity: Sendable {
    private struct Index {
        var donations = 0
        var batches = 0
        /// Fires when no batch is open any more.
        var quiet: Signal?
    }
    private let indexes = Mutex<[ExactName: Index]>([:])

    func donations(to index: String) -> Int { indexes.withLock { $0[ExactName(index)]?.donations ?? 0 } }

    func donated(_ items: Int, to index: String) {
        indexes.withLock { $0[ExactName(index), default: Index()].donations += items }
    }

    func batchBegan(on index: String) {
        indexes.withLock { $0[ExactName(index), default: Index()].batches += 1 }
    }

    /// To be told when the batch has been handed over.
    func batchEnded(on index: String) {
        let index = ExactName(index)
        let quiet = indexes.withLock { indexes -> Signal? in
            indexes[index, default: Index()].batches -= 1
            guard let state = indexes[index], state.batches <= 0 else { return nil }
            indexes[index]?.quiet = nil
            return state.quiet
        }
        quiet?.fire()
    }

    /// Returns when no batch is open on the index.
    func waitForBatches(on index: String) async {
        let index = ExactName(index)
        let quiet = indexes.withLock { indexes -> Signal? in
            guard let state = indexes[index], state.batches > 0 else { return nil }
            let signal = state.quiet ?? Signal()
            indexes[index]?.quiet = signal
            return signal
        }
        await quiet?.wait()
    }
}
