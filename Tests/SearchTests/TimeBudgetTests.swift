import Synchronization
import Testing

@testable import Search

@Suite struct TimeBudgetTests {
    @Test func anOperationThatIsInTimeGivesItsResult() async throws {
        #expect(try await TimeBudget(.seconds(600)).run { 7 } == 7)
    }

    @Test func workBeginsAtOnceOnTheThreadOfWhoBeginsIt() async throws {
        let began = Mutex(false)
        let gate = AsyncStream<Void>.makeStream()
        let work = TimeBudget(.seconds(600)).begin {
            began.withLock { $0 = true }
            for await _ in gate.stream { break }
            return 7
        }
        #expect(began.withLock { $0 })
        gate.continuation.yield()
        #expect(try await work.value == 7)
    }

    @Test func workThatIsCancelledIsNotWaitedFor() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let work = TimeBudget(.seconds(600)).begin { for await _ in gate.stream { break } }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func anErrorIsThrownToWhoeverAsksHoweverLate() async throws {
        struct Fault: Error {}
        let work = TimeBudget(.seconds(600)).begin { () -> Int in throw Fault() }
        await #expect(throws: Fault.self) { try await work.value }
    }

    @Test func ofManyDeadlinesEachRingsInItsTimeAndTheRemovedNever() async throws {
        let watch = DeadlineWatch()
        let rung = Mutex<[Int]>([])
        let done = AsyncStream<Void>.makeStream()
        let now = ContinuousClock.now
        // The later ones first: an earlier deadline wakes whoever sleeps until a later one.
        for number in (0..<20).reversed() {
            let alarm = watch.set(at: now + .milliseconds(5 * number)) { rung.withLock { $0.append(number) } }
            if number % 4 == 1 { watch.remove(alarm) }
        }
        _ = watch.set(at: now + .milliseconds(200)) { done.continuation.yield() }
        for await _ in done.stream { break }
        #expect(rung.withLock { Set($0) } == Set((0..<20).filter { $0 % 4 != 1 }))
        #expect(rung.withLock { $0.count } == 15)
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
