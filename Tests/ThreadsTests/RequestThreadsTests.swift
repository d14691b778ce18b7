import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Threads

@Suite struct RequestThreadsTests {
    @Test func jobsOfALaneRunOneAtATimeAndAllOfThem() async {
        let threads = RequestThreads(base: 2)
        let keeper = Keeper(on: threads)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                let own: (any TaskExecutor)? = number % 2 == 0 ? threads : nil
                group.addTask(executorPreference: own) { await keeper.add() }
            }
        }
        #expect(await keeper.count == 500)
        #expect(await keeper.overlapped == false)
    }

    @Test func whatOneTaskEnqueuesRunsInItsOrder() async {
        let threads = RequestThreads(base: 2)
        let keeper = Keeper(on: threads)
        let task = Task(executorPreference: threads) {
            for number in 0..<300 { await keeper.note(number) }
        }
        await task.value
        #expect(await keeper.noted == Array(0..<300))
    }

    @Test func aThreadGoesOnWithWhatItHandsOverAndWaitsFor() async {
        let threads = RequestThreads(base: 3)
        let keepers = [Keeper(on: threads), Keeper(on: threads)]
        let task = Task(executorPreference: threads) {
            var seen: Set<UInt> = []
            for turn in 0..<50 {
                seen.insert(threadNumber())
                seen.insert(await keepers[turn & 1].thread())
            }
            return seen
        }
        #expect(await task.value.count == 1)
    }

    @Test func theFirstOfTwoThatAreHandedOverIsTakenByAnotherThread() async {
        let threads = RequestThreads(base: 2)
        let begun = DispatchSemaphore(value: 0)
        let task = Task(executorPreference: threads) {
            let first = Task(executorPreference: threads) { _ = begun.signal() }
            let second = Task(executorPreference: threads) {}
            // This thread is busy: it goes on with the second one when it is done.
            let hasBegun = opens(begun)
            return (hasBegun, first, second)
        }
        let (hasBegun, first, second) = await task.value
        #expect(hasBegun)
        await first.value
        await second.value
    }

    @Test func lanesThatAreBlockedKeepNobodyElseFromRunning() async {
        let threads = RequestThreads(base: 2)
        let gate = DispatchSemaphore(value: 0)
        let keepers = (0..<6).map { _ in Keeper(on: threads) }
        let blocked = keepers.map { keeper in Task(executorPreference: threads) { await keeper.blocks(until: gate) } }
        for _ in 0..<20 {
            let free = Task(executorPreference: threads) { threadNumber() }
            #expect(await free.value != 0)
        }
        for _ in keepers { gate.signal() }
        for task in blocked { #expect(await task.value) }
    }

    @Test func nobodyIsForgottenAmongMany() async {
        let threads = RequestThreads(base: 2)
        let keepers = (0..<4).map { _ in Keeper(on: threads) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask(executorPreference: threads) {
                    for turn in 0..<200 { await keepers[(number + turn) & 3].add() }
                }
            }
        }
        var sum = 0
        for keeper in keepers { sum += await keeper.count }
        #expect(sum == 64 * 200)
    }

    @Test func lanesThatHaveGoneLeaveTheOthersRunning() async {
        let threads = RequestThreads(base: 2)
        for _ in 0..<50 {
            let keeper = Keeper(on: threads)
            let task = Task(executorPreference: threads) { await keeper.add() }
            await task.value
            #expect(await keeper.count == 1)
        }
    }
}

/// What a lane is for.
private actor Keeper {
    private let lane: ThreadLane
    private(set) var count = 0
    private(set) var noted: [Int] = []
    private(set) var overlapped = false
    private let isWithin = Atomic(false)

    init(on threads: RequestThreads) { lane = ThreadLane(on: threads) }

    nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

    func add() {
        if isWithin.exchange(true, ordering: .sequentiallyConsistent) { overlapped = true }
        count += 1
        isWithin.store(false, ordering: .sequentiallyConsistent)
    }

    func note(_ number: Int) { noted.append(number) }

    func thread() -> UInt { threadNumber() }

    func blocks(until gate: DispatchSemaphore) -> Bool { opens(gate) }
}

private func threadNumber() -> UInt { UInt(pthread_self()) }

/// Blocks the thread; false after half a minute.
private func opens(_ gate: DispatchSemaphore) -> Bool { gate.wait(timeout: .now() + 30) == .success }
