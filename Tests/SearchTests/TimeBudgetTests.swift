import Testing

@testable import Search

@Suite struct TimeBudgetTests {
    @Test func anOperationThatIsInTimeGivesItsResult() async throws {
        #expect(try await TimeBudget(.seconds(600)).run { 7 } == 7)
    }

    @Test func anOperationThatIsLateGivesNothing() async throws {
        let never = AsyncStream<Int>.makeStream()
        let result = try await TimeBudget(.milliseconds(20)).run {
            for await value in never.stream { return value }
            return 0
        }
        #expect(result == nil)
    }

    @Test func whoeverIsCancelledWaitsNoLongerThoughTheBudgetLasts() async throws {
        let began = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Void>.makeStream()
        let task = Task {
            try await TimeBudget(.seconds(86_400)).run {
                began.continuation.yield()
                // Until it is cancelled itself.
                try? await Task.sleep(for: .seconds(86_400))
                ended.continuation.yield()
            }
        }
        for await _ in began.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in ended.stream { break }
    }

    @Test func whatIsCancelledBeforeItBeginsIsNotBegun() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await TimeBudget(.seconds(86_400)).run { 7 }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
