import Dispatch
import Synchronization
import Testing

@testable import Threads

@Suite struct HelperThreadTests {
    @Test func sharedWorkIsDoneOnceWhoeverDoesIt() {
        let helper = HelperThread(name: "test-help")
        for _ in 0..<2_000 {
            let counter = Counter()
            let share = helper.share { counter.add() }
            share.finish()
            #expect(counter.value == 1)
        }
    }

    @Test func whoeverWaitsLongerThanALookIsWoken() {
        let helper = HelperThread(name: "test-help")
        let begun = DispatchSemaphore(value: 0)
        let counter = Counter()
        let share = helper.share {
            begun.signal()
            for _ in 0..<20_000_000 { counter.look() }
            counter.add()
        }
        // By now the helper has it.
        begun.wait()
        share.finish()
        #expect(counter.value == 1)
    }

    @Test func whatTheHelperHasNotBegunIsDoneByTheOther() {
        let helper = HelperThread(name: "test-help")
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let blocked = helper.share {
            begun.signal()
            gate.wait()
        }
        begun.wait()
        let counter = Counter()
        // The helper is stuck in something else: nobody waits for it.
        helper.share { counter.add() }.finish()
        #expect(counter.value == 1)
        gate.signal()
        blocked.finish()
    }

    @Test func twoThatHelpEachOtherDoNotWaitForEachOther() async {
        let helpers = [HelperThread(name: "test-help-0"), HelperThread(name: "test-help-1")]
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let inner = helpers[number & 1]
                    let outer = helpers[1 - number & 1]
                    outer.share { inner.share { counter.add() }.finish() }.finish()
                }
            }
        }
        #expect(counter.value == 200)
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    private let looks = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    func look() { looks.wrappingAdd(1, ordering: .relaxed) }
}
