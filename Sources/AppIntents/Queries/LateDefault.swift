import Synchronization

/// A default of a dependency that takes time to make. It is made once, when it is first needed.
final class LateDefault<Value: Sendable>: Sendable {
    private let make: @Sendable () async throws -> Value
    private let making = Mutex<Task<Value, any Error>?>(nil)
    private let made = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

    /// Nil before it is made.
    var value: Value? { made.withLock { $0 } }

    /// Returns when it is made.
    ///
    /// - Throws: what making it throws; the next time it is made anew.
    func settle() async throws {
        let make = make
        let task = making.withLock { making -> Task<Value, any Error> in
            if let making { return making }
            let task = Task { try await make() }
            making = task
            return task
        }
        do {
            let value = try await task.value
            made.withLock { $0 = value }
        } catch {
            making.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }
}
