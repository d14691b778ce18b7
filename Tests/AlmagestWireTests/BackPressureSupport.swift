import AlmagestEntities
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

/// A server of its own with limits of its own, and clients of it.
struct WireSite {
    private let scratch: ScratchFolder
    private let location: SocketLocation
    let server: SocketServer

    init(_ handler: any PeerHandler, _ narrow: (inout WireLimits) -> Void) throws {
        scratch = try ScratchFolder()
        location = try scratch.location()
        var limits = WireLimits()
        narrow(&limits)
        server = try SocketServer(at: location, limits: limits) { _ in handler }
    }

    var budgets: WireBudgets { server.budgets }

    func client() throws -> RawClient { try RawClient(path: location.path) }

    func clients(_ count: Int) throws -> [RawClient] { try (0..<count).map { _ in try client() } }

    /// Returns when so many connections stand in line for work.
    func inLine(_ count: Int) async { while budgets.working.waitingCount != count { await Task.yield() } }

    /// Returns when nothing that requests took is counted any more.
    func settled() async {
        while budgets.working.total + budgets.waiting.total + budgets.replies.total > 0 { await Task.yield() }
    }
}

/// A request of so many bytes and a few.
func message(_ id: Int, _ bytes: Int, _ method: String = "large") -> [UInt8] {
    Array(#"{"id":\#(id),"method":"\#(method)","params":{"x":""#.utf8) + [UInt8](repeating: 0x61, count: bytes)
        + Array("\"}}\n".utf8)
}

/// Holds requests, each until it is let go or cancelled, and tells which have begun.
final class Holder: Sendable {
    private let state = Mutex((gates: [Int: Gate](), begun: [Int](), now: 0, most: 0))
    private let stream = AsyncStream<Int>.makeStream()
    private let areFree = Atomic(false)

    /// In the order in which they began.
    var begun: [Int] { state.withLock { $0.begun } }
    /// How many were held at a time.
    var most: Int { state.withLock { $0.most } }

    func hold(_ request: Request) async throws {
        let id = Self.number(request)
        let gate = gate(id)
        state.withLock { state in
            state.begun.append(id)
            state.now += 1
            state.most = max(state.most, state.now)
        }
        stream.continuation.yield(id)
        await withTaskCancellationHandler {
            if !areFree.load(ordering: .acquiring) { await gate.wait() }
        } onCancel: {
            gate.open()
        }
        state.withLock { $0.now -= 1 }
        try Task.checkCancellation()
    }

    /// Returns when so many more have begun.
    func beginnings(_ count: Int = 1) async {
        var left = count
        for await _ in stream.stream {
            left -= 1
            if left == 0 { return }
        }
    }

    func letGo(_ id: Int) { gate(id).open() }

    /// Lets all go, those too that come.
    func letAllGo() {
        areFree.store(true, ordering: .releasing)
        for gate in state.withLock({ Array($0.gates.values) }) { gate.open() }
    }

    private func gate(_ id: Int) -> Gate {
        state.withLock { state in
            let gate = state.gates[id] ?? Gate()
            state.gates[id] = gate
            return gate
        }
    }

    private static func number(_ request: Request) -> Int {
        if case .number(let text)? = request.id { Int(text) ?? -1 } else { -1 }
    }

    /// Holds `large`, which the machine works on, and `ask`, which may wait; answers all else at once.
    var handler: Answer {
        Answer(waits: ["ask"]) { request, _ in
            if ["large", "ask"].contains(request.method) { try await self.hold(request) }
            return Array("{}".utf8)
        }
    }
}
