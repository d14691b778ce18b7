import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Threads

@Suite struct LaneExecutorTests {
    @Test func jobsOfBothLanesRunOneAtATime() async {
        let counter = CountingActor()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask(priority: number.isMultiple(of: 2) ? .utility : .high) {
                    for _ in 0..<50 { await counter.add() }
                }
            }
        }
        #expect(await counter.count == 20_000)
        #expect(await counter.overlaps == 0)
        await counter.stop()
    }

    @Test func bulkWorkHasANicedThreadAndPromptWorkHasNot() async {
        let place = CountingActor()
        let prompt = await Task(priority: .high) { await place.niceness() }.value
        let bulk = Task(priority: .utility) { await place.niceness() }
        // Whoever waits for a task lends it its priority: nobody does before it is through.
        while await !place.hasBeenAskedTwice { await Task.yield() }
        #expect(prompt == getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid())))
        #expect(await bulk.value == min(19, prompt + 10))
        await place.stop()
    }

    @Test func promptWorkGoesAheadOfBulkWorkThatHasNotBegun() async {
        let place = CountingActor()
        let gate = DispatchSemaphore(value: 0)
        let isHeld = DispatchSemaphore(value: 0)
        let holding = Task(priority: .utility) { await place.hold(isHeld, gate) }
        await wait(for: isHeld)
        // Both are in line when these have returned.
        let bulk = Task.immediate(priority: .utility) { await place.note("bulk") }
        let prompt = Task.immediate(priority: .high) { await place.note("prompt") }
        gate.signal()
        await prompt.value
        await bulk.value
        await holding.value
        #expect(await place.notes == ["prompt", "bulk"])
        await place.stop()
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}

private actor CountingActor {
    private nonisolated let executor = LaneExecutor(name: "test-lanes")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private(set) var count = 0
    private(set) var overlaps = 0
    private(set) var notes: [String] = []
    private var timesAsked = 0
    private let inside = Atomic(0)

    var hasBeenAskedTwice: Bool { timesAsked >= 2 }

    func add() {
        if inside.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue > 1 { overlaps += 1 }
        count += 1
        inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }

    func niceness() -> Int32 {
        timesAsked += 1
        // Of the calling thread, on Linux.
        return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }

    func hold(_ isHeld: DispatchSemaphore, _ gate: DispatchSemaphore) {
        isHeld.signal()
        gate.wait()
    }

    func note(_ text: String) { notes.append(text) }

    func stop() { executor.stop() }
}
