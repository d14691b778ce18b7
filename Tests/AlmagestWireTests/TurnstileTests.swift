import AlmagestEntities
import Synchronization
import Testing

@testable import AlmagestWire

@Suite struct TurnstileTests {
    private final class Inside: Sendable {
        let now = Atomic(0)
        let most = Atomic(0)
        let all = Atomic(0)

        func visit() async {
            _ = most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            await Task.yield()
            now.subtract(1, ordering: .relaxed)
            all.add(1, ordering: .relaxed)
        }
    }

    @Test func noMoreThanSoManyAreThroughAtATimeAndAllComeThrough() async throws {
        let turnstile = Turnstile(2)
        let inside = Inside()
        let visitors = (0..<200).map { _ in Task { try await turnstile.pass { await inside.visit() } } }
        for visitor in visitors { try await visitor.value }
        #expect(inside.most.load(ordering: .relaxed) <= 2)
        #expect(inside.all.load(ordering: .relaxed) == 200)
    }

    @Test func whoeverIsCancelledWhileWaitingLeavesTheTurnToTheNext() async throws {
        let turnstile = Turnstile(1)
        let entered = AsyncStream<Void>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        let first = Task {
            try await turnstile.pass {
                entered.continuation.yield()
                for await _ in gate.stream { break }
            }
        }
        for await _ in entered.stream { break }
        let second = Task { try await turnstile.pass {} }
        second.cancel()
        await #expect(throws: AlmagestError.self) { try await second.value }
        gate.continuation.yield()
        try await first.value
        #expect(try await turnstile.pass { 7 } == 7)
    }
}
