import AlmagestEntities
import AlmagestWire
import Foundation

/// Reading a list of many names takes all of a processor: one is left to the other calls.
enum LongList {
    /// So many are read in one go; more wait for their turn.
    static let part = 256

    private static let turnstile = Turnstile(ProcessInfo.processInfo.activeProcessorCount - 1)

    /// Does that in its turn when there are that many.
    static func inTurn<Value>(_ count: Int, _ body: () async throws -> Value) async throws -> Value {
        guard count > part else { return try await body() }
        return try await turnstile.pass(body)
    }

    /// Between two parts: lets others go on, and ends with the request.
    static func goOn() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
