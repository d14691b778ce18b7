import AlmagestEntities
import Synchronization

/// What the writer is asked to do within a transaction.
enum WriteOperation: Sendable {
    case write(PreparedWrite)
    case delete(DeleteScope, BatchID?)
    case commit(BatchCommit)
    case expire(now: Double, limit: Int)
    case forgetTombstones(before: Double, limit: Int)
    case context(ContextOperation)
    case beginSession(ReindexScope)
    case endSession(UInt64)

    /// How much work it is, roughly, in entities.
    var weight: Int {
        switch self {
        case .write(let request): request.entries.count
        case .delete, .expire, .forgetTombstones: 1000
        case .beginSession: 1
        case .context: 10
        case .commit, .endSession: 10_000
        }
    }
}

/// What came of it.
enum WriteReply: Sendable {
    case write(WriteOutcome)
    case delete(DeleteOutcome)
    case seq(Seq)
    case count(Int)
    case context(ContextReply)
    case session(ReindexSession)
    case ended(ReindexOutcome)
}

/// A place in the writer's queue.
final class WriteSlot: Sendable {
    let operation: WriteOperation
    private let result = Mutex<Result<WriteReply, AlmagestError>?>(nil)

    init(_ operation: WriteOperation) { self.operation = operation }

    var outcome: Result<WriteReply, AlmagestError>? { result.withLock { $0 } }

    func finish(_ outcome: Result<WriteReply, AlmagestError>) { result.withLock { $0 = outcome } }
}

/// Operations in the order they arrived, waiting for the writer.
final class WriteQueue: Sendable {
    private let slots = Mutex<[WriteSlot]>([])

    /// Takes a place. What is put here runs before what is put here later.
    func add(_ operation: WriteOperation) -> WriteSlot {
        let slot = WriteSlot(operation)
        slots.withLock { $0.append(slot) }
        return slot
    }

    /// The first operations, as many as may share a transaction; at least one, unless there is none.
    func take(slots limit: Int, weight: Int) -> [WriteSlot] {
        slots.withLock { slots in
            var total = 0
            var count = 0
            while count < slots.count, count < limit, count == 0 || total < weight {
                total += slots[count].operation.weight
                count += 1
            }
            defer { slots.removeFirst(count) }
            return Array(slots.prefix(count))
        }
    }
}
