import AlmagestEntities
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

@Suite("Order", .timeLimit(.minutes(2)))
struct OrderTests {
    /// Sends numbered requests at once and gives the numbers in the order their bodies ran.
    private func order(_ lane: Lane, count: Int, inFlight: Int, _ before: @escaping @Sendable (Int) async -> Void)
        async throws -> [Int]
    {
        let seen = Mutex<[Int]>([])
        var limits = WireLimits()
        limits.requestsInFlight = inFlight
        let (a, b) = try socketPair()
        _ = Peer(
            reading: a, writing: a, limits: limits,
            handler: Answer(lanes: ["write": lane]) { request, _ in
                let number = Int(request.params?["n"]?.integer ?? -1)
                await before(number)
                await request.inOrder { seen.withLock { $0.append(number) } }
                return []
            })
        let client = RawClient(fd: b)
        let sender = Task.detached {
            for number in 0..<count {
                await client.send("{\"id\":\(number),\"method\":\"write\",\"params\":{\"n\":\(number)}}\n")
            }
        }
        await sender.value
        for _ in 0..<count { _ = try await client.reply() }
        return seen.withLock { $0 }
    }

    @Test("Ordered requests run their bodies in the order of arrival, whatever they did before", arguments: [1, 3, 64])
    func ordered(inFlight: Int) async throws {
        let seen = try await order(.ordered, count: 1_000, inFlight: inFlight) { number in
            for _ in 0..<(number * 7 % 13) { await Task.yield() }
        }
        #expect(seen == Array(0..<1_000))
    }

    @Test("Immediate requests begin in the order of arrival")
    func immediate() async throws {
        #expect(try await order(.immediate, count: 1_000, inFlight: 64) { _ in } == Array(0..<1_000))
    }

    @Test("A request that never takes its turn does not hold up those behind it")
    func skippedTurns() async throws {
        let seen = Mutex<[Int]>([])
        let (left, right) = try connectedPeers(
            right: Answer(lanes: ["write": .ordered]) { request, _ in
                let number = Int(request.params?["n"]?.integer ?? -1)
                if number % 3 == 0 { throw AlmagestError(.invalidEntity, "No.") }
                await request.inOrder { seen.withLock { $0.append(number) } }
                return []
            })
        defer { left.close() }
        _ = right
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    do throws(AlmagestError) {
                        _ = try await left.call("write", params: Array("{\"n\":\(number)}".utf8))
                    } catch {
                        #expect(error.name == .invalidEntity && number % 3 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(seen.withLock { $0.count } == 200)
    }

    @Test("Reads run beside writes that wait for their turn")
    func readsBesideWrites() async throws {
        let gate = Gate()
        let (left, _) = try connectedPeers(
            right: Answer(lanes: ["write": .ordered]) { request, _ in
                if request.method == "write" { await request.inOrder { await gate.wait() } }
                return Array("1".utf8)
            })
        defer { left.close() }
        let writes = (0..<5).map { _ in Task { try await left.call("write") } }
        #expect(try await left.call("read").result.integer == 1)
        gate.open()
        for write in writes { _ = try await write.value }
    }

    @Test("Turns passed before they were reached are stepped over")
    func turns() async {
        let order = Mutex<[String]>([])
        let first = Turn(after: nil)
        let second = Turn(after: first)
        let third = Turn(after: second)
        second.pass()
        let waiting = Task {
            await third.wait()
            order.withLock { $0.append("third") }
        }
        order.withLock { $0.append("first") }
        first.pass()
        await waiting.value
        third.pass()
        await Turn(after: third).wait()
        #expect(order.withLock { $0 } == ["first", "third"])
    }
}
